/**
 * How the language server uses a model: it composes the prompt and checks the answer; the extension host, which alone has keys, consent and
 * network access, sends it. The server requests `modelChatRequest`; the extension streams the text by `modelTextNotification` and then
 * responds. Cancelling the request closes the connection to the model.
 */

import { requestCounts } from './consent.ts';
import type { NotificationName, RequestName } from './messageNames.ts';
import { messages } from './messages.ts';
import { boolean, extend, type Infer, integer, list, object, oneOf, optional, text } from './schema.ts';

const maxTextLength = 100_000_000;

/** The model that the extension would use for a question. */
export const modelInfo = object({
  /** Opaque to the server. */
  id: text(10_000),
  /** The name shown with answers. */
  name: text(1000),
  /** Tokens of request and answer together. */
  contextTokens: integer(500, 1e9),
  /** Whether `modelCountRequest` counts like the model; otherwise the server estimates. */
  counts: boolean,
});
export type ModelInfo = Infer<typeof modelInfo>;

const wireMessage = object({ role: oneOf(['system', 'user', 'assistant']), content: text(maxTextLength) });
export type WireMessage = Infer<typeof wireMessage>;

/** A prompt, with what the user is shown about it. */
export const modelChatParams = extend(requestCounts, {
  /** Identifies the chat in `modelTextNotification`. */
  chat: text(100),
  /** `ModelInfo.id`. */
  model: text(10_000),
  /** Exactly what is sent. */
  messages: list(wireMessage),
  /**
   * `restate` says the question in the words of its authors, `judge` grades the first passages, `answer` asks for the answer, `look` as well, with
   * what the model has looked for; `enrich` reads a passage, or verifies a gate.
   */
  purpose: oneOf(['answer', 'look', 'restate', 'judge', 'enrich']),
});
export type ModelChatParams = Infer<typeof modelChatParams>;

/** How a chat ended. */
export const modelChatResult = object({
  /**
   * `done`: the model has finished; `length`: it stopped at its limit; `overflow`: the messages are too long, fewer sources may fit;
   * `withheld`: nothing was sent, because the user did not agree, is offline or has not trusted the workspace; `failed`: the model or the
   * connection has a problem.
   */
  end: oneOf(['done', 'length', 'overflow', 'withheld', 'failed']),
  /** For people, unless the end is `done` or `length`. */
  messages: optional(messages),
  /** The entry in the log of sent requests; see the command `meshrag.showSent`. */
  sent: optional(text(100)),
});
export type ModelChatResult = Infer<typeof modelChatResult>;

/** Asks the extension to send messages to the model. */
export const modelChatRequest: RequestName<ModelChatParams, ModelChatResult> = 'meshrag/model/chat';

/** A piece of a model's answer; the first one, which is empty, names the entry in the log of sent requests. */
export const modelTextParams = object({ chat: text(100), text: text(maxTextLength), sent: optional(text(100)) });
export type ModelTextParams = Infer<typeof modelTextParams>;

/** Streams the next piece of the model's answer. */
export const modelTextNotification: NotificationName<ModelTextParams> = 'meshrag/model/text';

export const modelCountParams = object({ model: text(10_000), text: text(maxTextLength) });
export type ModelCountParams = Infer<typeof modelCountParams>;

/** Asks the extension to count a text with the model's tokeniser. */
export const modelCountRequest: RequestName<ModelCountParams, number> = 'meshrag/model/count';

/** The embedder that may be used now: one is set, at the endpoint of the chosen model, and the user has agreed to what is sent there. */
export const embedderResult = object({
  /** Endpoint and model; absent where there is none. */
  name: optional(text(10_000)),
});
export type EmbedderResult = Infer<typeof embedderResult>;

export const embedderRequest: RequestName<Record<string, never>, EmbedderResult> = 'meshrag/model/embedder';

/** Short texts about the workspace, secrets masked. */
export const embedParams = object({
  /** As in `EmbedderResult`: another one is refused. */
  name: text(10_000),
  texts: list(text(maxTextLength)),
  /** Estimated. */
  tokens: integer(0, 1e9),
});
export type EmbedParams = Infer<typeof embedParams>;

export const embedResult = object({
  /** `refused`: the endpoint did not take the request, or answered it wrongly; the others as in `ModelChatResult`. */
  end: oneOf(['done', 'overflow', 'refused', 'withheld', 'failed']),
  /** A vector for each text: their numbers as base64 of 32-bit floats, little-endian. */
  vectors: list(text(maxTextLength)),
  messages: optional(messages),
});
export type EmbedResult = Infer<typeof embedResult>;

/** Asks the extension to have an embedder turn texts into vectors. */
export const embedRequest: RequestName<EmbedParams, EmbedResult> = 'meshrag/model/embed';

/** What a model is asked about: each passage, or each pair of passages that may make a gate between modules (`hug`). An embedder makes `vectors`. */
const enrichSubject = oneOf(['passages', 'vectors', 'gates']);
export type EnrichSubject = Infer<typeof enrichSubject>;

export const enrichEstimateParams = object({
  subject: enrichSubject,
  /** `ModelInfo.name`; for vectors the name of the embedder, as in `EmbedderResult`. */
  model: text(10_000),
});
export type EnrichEstimateParams = Infer<typeof enrichEstimateParams>;

/** What asking a model about the remaining passages or pairs would take; tokens are estimated. */
export interface EnrichEstimate {
  /** Passages, or pairs. */
  readonly total: number;
  readonly known: number;
  readonly requests: number;
  readonly tokensSent: number;
  /** Absent for gates, where a reply is one line, and for vectors. */
  readonly tokensReceived?: number;
}

export const enrichEstimateRequest: RequestName<EnrichEstimateParams, EnrichEstimate> = 'meshrag/enrich/estimate';

export const enrichParams = object({
  subject: enrichSubject,
  /** Absent for vectors. */
  model: optional(modelInfo),
  /** The tokens that were estimated and agreed to: a run that would send a tenth more than that ends. */
  tokens: optional(integer(0, 1e12)),
});
export type EnrichParams = Infer<typeof enrichParams>;

/** How far the model was asked: `known` before, `done` and `skipped` now. */
export const enrichProgressParams = object({
  total: integer(0, 1e9),
  known: integer(0, 1e9),
  done: integer(0, 1e9),
  skipped: integer(0, 1e9),
});
export type EnrichProgress = Infer<typeof enrichProgressParams>;

export interface EnrichResult extends EnrichProgress {
  /** What ended it early. */
  readonly failure?: Infer<typeof messages>;
}

/** The user's command: has the model read the passages or verify the gates, or the embedder make vectors. Cancelling it pauses; the next one continues from there. */
export const enrichRequest: RequestName<EnrichParams, EnrichResult> = 'meshrag/enrich';

/** Sent after each request while `enrichRequest` runs. */
export const enrichProgressNotification: NotificationName<EnrichProgress> = 'meshrag/enrich/progress';
