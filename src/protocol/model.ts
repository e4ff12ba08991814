/**
 * How the language server has a model answer: it composes what is sent and checks what comes back; the extension host, which alone has
 * keys, consent and a network, sends it. The server asks by `modelChatRequest`, the extension tells the text piece by piece by
 * `modelTextNotification` and then answers the request. Cancelling the request closes the connection to the model.
 */

import { asArray, asBoolean, asInteger, asObject, asString, optional } from './check.ts';
import { type RequestCounts, readCounts } from './consent.ts';
import type { NotificationName, RequestName } from './names.ts';

/** The model that the extension would use for a question. */
export interface ModelInfo {
  /** Means something to the extension alone. */
  readonly id: string;
  /** The name that answers bear. */
  readonly name: string;
  /** Tokens of request and answer together. */
  readonly contextTokens: number;
  /** Whether `modelCountRequest` counts as the model does; the server estimates otherwise. */
  readonly counts: boolean;
}

export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What is to be sent to a model, with what the user is told of it. */
export interface ModelChatParams extends RequestCounts {
  /** Names the chat in `modelTextNotification`. */
  readonly chat: string;
  /** `ModelInfo.id`. */
  readonly model: string;
  /** Exactly what is sent. */
  readonly messages: readonly WireMessage[];
  /** `rewrite` asks for a follow-up question that stands alone, `answer` for the answer. */
  readonly purpose: 'answer' | 'rewrite';
}

const chatEnds = ['done', 'length', 'overflow', 'withheld', 'failed'] as const;

/** How a chat ended. */
export interface ModelChatResult {
  /**
   * `done`: the model has said all; `length`: it stopped at its limit; `overflow`: the messages are too long, fewer sources may fit;
   * `withheld`: nothing was sent, because the user did not agree, is offline or has not trusted the workspace; `failed`: the model or the
   * way to it has a problem.
   */
  readonly end: (typeof chatEnds)[number];
  /** One sentence for people where the end is none of `done` and `length`. */
  readonly message?: string;
  /** The entry of the log of what was sent; see the command `meshrag.showSent`. */
  readonly sent?: string;
}

/** The server has the extension send messages to the model. */
export const modelChatRequest: RequestName<ModelChatParams, ModelChatResult> = 'meshrag/model/chat';

/** A piece of what a model says. */
export interface ModelTextParams {
  readonly chat: string;
  readonly text: string;
}

/** The extension tells the next piece of what the model says. */
export const modelTextNotification: NotificationName<ModelTextParams> = 'meshrag/model/text';

export interface ModelCountParams {
  readonly model: string;
  readonly text: string;
}

/** The server has the extension count the tokens of a text as the model counts them. */
export const modelCountRequest: RequestName<ModelCountParams, number> = 'meshrag/model/count';

/** Checks a model that came with a question. */
export function readModelInfo(value: unknown, name: string): ModelInfo {
  const info = asObject(value, name);
  return {
    id: asString(info.id, `${name}.id`, 10_000),
    name: asString(info.name, `${name}.name`, 1000),
    contextTokens: asInteger(info.contextTokens, `${name}.contextTokens`, 500, 1e9),
    counts: asBoolean(info.counts, `${name}.counts`),
  };
}

/** Checks a request of the server. */
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

/** Checks the extension's answer. */
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

/** Checks a piece of text of the extension. */
export function readModelTextParams(value: unknown): ModelTextParams {
  const params = asObject(value, 'params');
  return { chat: asString(params.chat, 'chat', 100), text: asString(params.text, 'text', 100_000_000) };
}

/** Checks a request of the server. */
export function readModelCountParams(value: unknown): ModelCountParams {
  const params = asObject(value, 'params');
  return { model: asString(params.model, 'model', 10_000), text: asString(params.text, 'text', 100_000_000) };
}
