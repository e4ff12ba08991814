/** Errors of model endpoints: each says what the problem is and what can be done. */

import { ContextOverflow } from '../engine/answer/written/languageModel.ts';
import type { Message } from '../engine/message.ts';
import { MessageError, message, textOf } from '../messages/messages.ts';

/** The kinds of failure; `ModelError.isPassing` is whether one is transient. */
export type ModelFailure =
  | 'unreachable'
  | 'certificate'
  | 'redirect'
  | 'key'
  | 'notFound'
  | 'rate'
  | 'server'
  | 'refused'
  | 'silent'
  | 'cut'
  | 'malformed'
  | 'empty'
  | 'contentType'
  | 'tooMuch';

/** A request to a model that failed. Its sentences are for people and hold no key. */
export class ModelError extends MessageError {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, messages: Message | readonly Message[], cause?: unknown) {
    super(messages, { cause });
    this.failure = failure;
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.failure === 'rate' || this.failure === 'server' || this.failure === 'unreachable';
  }
}

/** The request that failed, for messages. */
export interface ModelRequest {
  /** The base URL. */
  readonly endpoint: string;
  readonly model?: string;
  /** Never shown. */
  readonly apiKey?: string;
}

const overflow =
  /context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|exceeds? the (?:available )?context|input is too long/i;
const maxDetailLength = 300;

/** Whether a provider's message means that the prompt exceeds its model's context. */
export function isOverflowMessage(message: string): boolean {
  return overflow.test(message);
}

/** Whether sending fewer sources may help. Tests the name, since the endpoint client may be a separate bundle. */
export function isOverflow(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ContextOverflow';
}

/** The prompt exceeds the context, with the provider's message. */
export function overflowError(model: string, reported: string, apiKey?: string): Error {
  const messages = [message('overflow', model), ...replyDetail(reported, apiKey)];
  return new ContextOverflow(textOf(messages), messages);
}

/** The endpoint's own message, on one line, truncated, without the key. */
function replyDetail(text: string, apiKey: string | undefined): readonly Message[] {
  const plain = apiKey ? text.replaceAll(apiKey, '[key]') : text;
  const line = plain.replace(/\s+/g, ' ').trim();
  if (line === '') return [];
  return [message('serverMessage', line.length > maxDetailLength ? `${line.slice(0, maxDetailLength)}…` : line)];
}

/** The error for an unsuccessful status. */
export function statusError(status: number, reported: string, code: string, request: ModelRequest): Error {
  const { endpoint, model, apiKey } = request;
  if ((status === 400 || status === 413 || status === 422) && (overflow.test(reported) || overflow.test(code) || status === 413))
    return overflowError(model ?? '', reported, apiKey);
  const failed = (failure: ModelFailure, what: Message): ModelError => new ModelError(failure, [what, ...replyDetail(reported, apiKey)]);
  if (status === 401 || status === 403) return failed('key', message('keyRejected', endpoint, status));
  if (status === 404) return failed('notFound', message('modelUnknown', endpoint, JSON.stringify(model ?? '')));
  if (status === 429) return failed('rate', message('rateLimited', endpoint));
  if (status >= 500) return failed('server', message('serverFailed', endpoint, status));
  return failed('refused', message('requestRejected', endpoint, status));
}

/** The error that an endpoint reports in the middle of a stream. */
export function streamedError(reported: string, code: string, request: ModelRequest): Error {
  if (overflow.test(reported) || overflow.test(code)) return statusError(400, reported, 'context_length', request);
  return new ModelError('server', [message('brokenOff', request.endpoint), ...replyDetail(reported, request.apiKey)]);
}

/** The error for an answer that is JSON but violates the protocol. */
export function offProtocol(endpoint: string): ModelError {
  return new ModelError('malformed', message('offProtocol', endpoint));
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;

/** The error for a connection that failed or was lost. */
export function connectionError(cause: unknown, request: ModelRequest, hasBegun: boolean): Error {
  const code = errorCode(cause);
  const { endpoint } = request;
  if (certificateCodes.test(code)) return new ModelError('certificate', message('certificate', endpoint, code), cause);
  if (hasBegun) return new ModelError('cut', message('connectionClosed', endpoint), cause);
  const what = code === '' ? message('unreachable', endpoint) : message('unreachableFor', endpoint, code);
  return new ModelError('unreachable', what, cause);
}

/** The innermost error code of a chain of causes; empty if there is none. */
function errorCode(error: unknown): string {
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const own = (at as { code?: unknown }).code;
    if (typeof own === 'string' && own !== '') code = own;
  }
  return code;
}
