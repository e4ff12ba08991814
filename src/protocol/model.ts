/**
 * How the language server uses a model: it composes the prompt and checks the answer; the extension host, which alone has keys, consent and
 * network access, sends it. The server requests `modelChatRequest`; the extension streams the text by `modelTextNotification` and then
 * responds. Cancelling the request closes the connection to the model.
 */

import { asArray, asBoolean, asInteger, asObject, asString, optional } from './check.ts';
import { type RequestCounts, readCounts } from './consent.ts';
import type { NotificationName, RequestName } from './names.ts';

/** The model that the extension would use for a question. */
export interface ModelInfo {
  /** Opaque to the server. */
  readonly id: string;
  /** The name shown with answers. */
  readonly name: string;
  /** Tokens of request and answer together. */
  readonly contextTokens: number;
  /** Whether `modelCountRequest` counts like the model; otherwise the server estimates. */
  readonly counts: boolean;
}

export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A prompt, with what the user is shown about it. */
export interface ModelChatParams extends RequestCounts {
  /** Identifies the chat in `modelTextNotification`. */
  readonly chat: string;
  /** `ModelInfo.id`. */
  readonly model: string;
  /** Exactly what is sent. */
  readonly messages: readonly WireMessage[];
  /** `rewrite` turns a follow-up into a standalone question, `answer` asks for the answer. */
  readonly purpose: 'answer' | 'rewrite';
}

const chatEnds = ['done', 'length', 'overflow', 'withheld', 'failed'] as const;

/** How a chat ended. */
export interface ModelChatResult {
  /**
   * `done`: the model has finished; `length`: it stopped at its limit; `overflow`: the messages are too long, fewer sources may fit;
   * `withheld`: nothing was sent, because the user did not agree, is offline or has not trusted the workspace; `failed`: the model or the
   * connection has a problem.
   */
  readonly end: (typeof chatEnds)[number];
  /** One sentence for people unless the end is `done` or `length`. */
  readonly message?: string;
  /** The entry in the log of sent requests; see the command `meshrag.showSent`. */
  readonly sent?: string;
}

/** Asks the extension to send messages to the model. */
export const modelChatRequest: RequestName<ModelChatParams, ModelChatResult> = 'meshrag/model/chat';

/** A piece of a model's answer. */
export interface ModelTextParams {
  readonly chat: string;
  readonly text: string;
}

/** Streams the next piece of the model's answer. */
export const modelTextNotification: NotificationName<ModelTextParams> = 'meshrag/model/text';

export interface ModelCountParams {
  readonly model: string;
  readonly text: string;
}

/** Asks the extension to count a text with the model's tokeniser. */
export const modelCountRequest: RequestName<ModelCountParams, number> = 'meshrag/model/count';

/** Validates the model of a question. */
export function readModelInfo(value: unknown, name: string): ModelInfo {
  const info = asObject(value, name);
  return {
    id: asString(info.id, `${name}.id`, 10_000),
    name: asString(info.name, `${name}.name`, 1000),
    contextTokens: asInteger(info.contextTokens, `${name}.contextTokens`, 500, 1e9),
    counts: asBoolean(info.counts, `${name}.counts`),
  };
}

/** Validates a request from the server. */
export function readModelChatParams(value: unknown): ModelChatParams {
  const params = asObject(value, 'params');
  return {
    chat: asString(params.chat, 'chat', 100),
    model: asString(params.model, 'model', 10_000),
    messages: asArray(params.messages, 'messages', readMessage),
    purpose: params.purpose === 'rewrite' ? 'rewrite' : 'answer',
    ...readCounts(params, 'params'),
  };
}

function readMessage(value: unknown, name: string): WireMessage {
  const message = asObject(value, name);
  const { role } = message;
  if (role !== 'system' && role !== 'user' && role !== 'assistant') throw new TypeError(`"${name}.role" is ${JSON.stringify(role)}`);
  return { role, content: asString(message.content, `${name}.content`, 100_000_000) };
}

/** Validates the extension's response. */
export function readModelChatResult(value: unknown): ModelChatResult {
  const result = asObject(value, 'result');
  const end = chatEnds.find((one) => one === result.end);
  if (end === undefined) throw new TypeError(`"end" is ${JSON.stringify(result.end)}, expected one of ${chatEnds.join(', ')}`);
  return {
    end,
    message: optional(result.message, (text) => asString(text, 'message')),
    sent: optional(result.sent, (text) => asString(text, 'sent', 100)),
  };
}

/** Validates a piece of text from the extension. */
export function readModelTextParams(value: unknown): ModelTextParams {
  const params = asObject(value, 'params');
  return { chat: asString(params.chat, 'chat', 100), text: asString(params.text, 'text', 100_000_000) };
}

/** Validates a request from the server. */
export function readModelCountParams(value: unknown): ModelCountParams {
  const params = asObject(value, 'params');
  return { model: asString(params.model, 'model', 10_000), text: asString(params.text, 'text', 100_000_000) };
}
