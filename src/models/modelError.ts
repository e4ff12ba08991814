/** Errors of model endpoints, each one sentence that states the problem and what can be done. */

import { ContextOverflow } from '../engine/index.ts';

/** The kinds of failure; `ModelError.isPassing` tells which ones are transient. */
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

/** A request to a model that failed. The message is for people and holds no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, message: string, cause?: unknown) {
    super(message, { cause });
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
export function overflowError(model: string, message: string, apiKey?: string): Error {
  return new ContextOverflow(`The question and its sources are too long for the model ${model}.${detailOf(message, apiKey)}`);
}

/** The endpoint's own message, on one line, truncated, without the key. */
function detailOf(text: string, apiKey: string | undefined): string {
  const plain = apiKey ? text.replaceAll(apiKey, '[key]') : text;
  const line = plain.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : ` Server message: ${line.length > maxDetailLength ? `${line.slice(0, maxDetailLength)}…` : line}`;
}

/** The error for an unsuccessful status. */
export function statusError(status: number, message: string, code: string, request: ModelRequest): Error {
  const { endpoint, model, apiKey } = request;
  if ((status === 400 || status === 413 || status === 422) && (overflow.test(message) || overflow.test(code) || status === 413))
    return overflowError(model ?? '', message, apiKey);
  const detail = detailOf(message, apiKey);
  if (status === 401 || status === 403)
    return new ModelError('key', `${endpoint} rejects the key (${status}): check MESHRAG_API_KEY or the stored key.${detail}`);
  if (status === 404)
    return new ModelError(
      'notFound',
      `${endpoint} does not know the model ${JSON.stringify(model ?? '')}, or is not the base URL of an API (404); most end in /v1.${detail}`,
    );
  if (status === 429)
    return new ModelError('rate', `${endpoint} accepts no more requests for now (429): wait a moment, or check your quota.${detail}`);
  if (status >= 500) return new ModelError('server', `${endpoint} failed (${status}). Try again later.${detail}`);
  return new ModelError('refused', `${endpoint} rejects the request (${status}).${detail}`);
}

/** The error that an endpoint reports in the middle of a stream. */
export function streamedError(message: string, code: string, request: ModelRequest): Error {
  if (overflow.test(message) || overflow.test(code)) return statusError(400, message, 'context_length', request);
  return new ModelError('server', `${request.endpoint} broke off the answer with an error.${detailOf(message, request.apiKey)}`);
}

/** The error for an answer that is JSON but violates the protocol. */
export function offProtocol(endpoint: string): ModelError {
  return new ModelError('malformed', `${endpoint} sent an answer that does not follow the protocol.`);
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;

/** The error for a connection that failed or was lost. */
export function connectionError(cause: unknown, request: ModelRequest, hasBegun: boolean): Error {
  const code = codeOf(cause);
  const { endpoint } = request;
  if (certificateCodes.test(code))
    return new ModelError(
      'certificate',
      `The certificate of ${endpoint} is not trusted (${code}): NODE_EXTRA_CA_CERTS can name the file of its authority, and VS Code trusts those of the system.`,
      cause,
    );
  if (hasBegun) return new ModelError('cut', `${endpoint} closed the connection before the answer was complete.`, cause);
  const suffix = code === '' ? '' : ` (${code})`;
  return new ModelError('unreachable', `Cannot reach ${endpoint}${suffix}: check that it runs and that the address is right.`, cause);
}

/** The innermost error code of a chain of causes; empty if there is none. */
function codeOf(error: unknown): string {
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const own = (at as { code?: unknown }).code;
    if (typeof own === 'string' && own !== '') code = own;
  }
  return code;
}
