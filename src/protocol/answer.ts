/**
 * An answer while it is being written: events from the server to the extension between the question and its `AskResult`, passed on
 * unchanged to the answer panel. The final `AskResult` repeats everything, so a missed event costs nothing but time. Answers without a
 * model have no events.
 */

import type { RequestCounts } from './consent.ts';
import type { NotificationName, RequestName } from './messageNames.ts';
import type { ModelChatParams, WireMessage } from './model.ts';
import { askResult, lookStep, restatedQuestion, source, wireCitation } from './places.ts';
import { type Infer, integer, list, object, text, variants } from './schema.ts';
import type { AskParams } from './server.ts';

/** An event while a model answers. */
const answerEvent = variants('kind', {
  /** Quotes for the question as it is, to be read until there is more. Sent while the model restates the question. */
  quoted: object({ result: askResult }),
  /** The question as the model has restated it, before it is answered. */
  restated: object({ restated: restatedQuestion }),
  /**
   * The prompt is composed and about to be sent: `[n]` in the text refers to the n-th source. Any text so far is void: the model reported
   * an overflow and is asked again with fewer sources, or it has looked for more.
   */
  sources: object({ sources: list(source), masked: integer(0, 1e9), tokens: integer(0, 1e9) }),
  /** What the model has looked for so far, in place of the list before; the next `sources` have what was found. */
  looks: object({ looks: list(lookStep) }),
  /** The next piece of the answer: plain text to append. Links, images and HTML in it are already inert, unknown numbers removed. */
  text: object({ text: text() }),
  /** The lines that support a mark of the text so far, as in the `AskResult`. Sent in the order of the marks, when their sentence is complete. */
  citation: object({ citation: wireCitation }),
});
export type AnswerEvent = Infer<typeof answerEvent>;

/** An event, and its question. */
export const answerEventParams = object({
  /** `AskParams.stream`. */
  stream: text(100),
  event: answerEvent,
});
export type AnswerEventParams = Infer<typeof answerEventParams>;

/** Sent in order while a model answers, before the response to the question. */
export const answerEventNotification: NotificationName<AnswerEventParams> = 'meshrag/answerEvent';

/** A request exactly as it would be sent: messages for the model, or texts for the embedder. */
export type PreviewedRequest = RequestCounts &
  (
    | { readonly purpose: ModelChatParams['purpose']; readonly messages: readonly WireMessage[] }
    | { readonly purpose: 'embed'; readonly texts: readonly string[] }
  );

/** Requests that may follow, depending on the replies. */
export interface PossibleRequests {
  readonly purpose: 'embed' | 'judge' | 'answer';
  /** At most. */
  readonly requests: number;
  /** In each of them for a model, in all of them for an embedder; at most. */
  readonly tokens: number;
}

/** What would be sent for a question, in order. */
export interface RequestPreview {
  readonly requests: readonly PreviewedRequest[];
  readonly possible: readonly PossibleRequests[];
  /** `EmbedderResult.name`, where texts would be embedded. */
  readonly embedder?: string;
}

/** Composes the requests without sending them. Takes the parameters of a question with its model. */
export const previewRequest: RequestName<AskParams, RequestPreview> = 'meshrag/preview';
