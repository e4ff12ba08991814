/** What can go wrong between us and an endpoint, each in one sentence that says what is, and what can be done. */

import { ContextOverflow } from '../engine/answer/written/languageModel.ts';

/** The kinds of failure; `ModelError.isPassing` tells which may pass by themselves. */
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

/** What was asked of whom, for the messages. */
export interface ModelRequest {
  /** The base URL. */
  readonly endpoint: string;
  readonly model?: string;
  /** Never shown. */
  readonly apiKey?: string;
}

const overflow =
  /context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|exceeds? the (?:available )?context|input is too long/i;
const longestDetail = 300;

/** Whether what a provider says means that the messages are too long for its model. */
export function saysOverflow(said: string): boolean {
  return overflow.test(said);
}

/** Whether fewer sources may fit where this was thrown. By its name, for the client of endpoints may be a bundle of its own. */
export function isOverflow(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ContextOverflow';
}

/** The messages are too long, in the provider's own words. */
export function overflowError(model: string, said: string, apiKey?: string): Error {
  return new ContextOverflow(`The question and its sources are too long for the model ${model}.${detailOf(said, apiKey)}`);
}

/** What the endpoint itself says, on one line, cut, without the key. */
function detailOf(text: string, apiKey: string | undefined): string {
  const plain = apiKey ? text.replaceAll(apiKey, '[key]') : text;
  const line = plain.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : ` Server message: ${line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line}`;
}

/** The error of an answer with a status that is no success. */
export function statusError(status: number, said: string, code: string, request: ModelRequest): Error {
  const { endpoint, model, apiKey } = request;
  if ((status === 400 || status === 413 || status === 422) && (overflow.test(said) || overflow.test(code) || status === 413))
    return overflowError(model ?? '', said, apiKey);
  const detail = detailOf(said, apiKey);
  if (status === 401 || status === 403)
    return new ModelError('key', `${endpoint} refuses the key (${status}): check MESHRAG_API_KEY or the stored key.${detail}`);
  if (status === 404)
    return new ModelError(
      'notFound',
      `${endpoint} does not know the model ${JSON.stringify(model ?? '')}, or is not the base URL of an API (404); most end in /v1.${detail}`,
    );
  if (status === 429)
    return new ModelError('rate', `${endpoint} takes no more requests for now (429): wait a little, or check your quota.${detail}`);
  if (status >= 500) return new ModelError('server', `${endpoint} failed (${status}). Try again later.${detail}`);
  return new ModelError('refused', `${endpoint} refuses the request (${status}).${detail}`);
}

/** The error that an endpoint reports in the middle of a stream. */
export function streamedError(said: string, code: string, request: ModelRequest): Error {
  if (overflow.test(said) || overflow.test(code)) return statusError(400, said, 'context_length', request);
  return new ModelError('server', `${request.endpoint} broke off the answer with an error.${detailOf(said, request.apiKey)}`);
}

/** The error of an answer that is JSON, but not what the protocol says. */
export function offProtocol(endpoint: string): ModelError {
  return new ModelError('malformed', `${endpoint} sent an answer that does not follow the protocol.`);
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;

/** The error of a connection that could not be made or did not last. */
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
  const told = code === '' ? '' : ` (${code})`;
  return new ModelError('unreachable', `Cannot reach ${endpoint}${told}: check that it runs and that the address is right.`, cause);
}

/** The innermost error code of a chain of causes; empty where there is none. */
function codeOf(error: unknown): string {
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const own = (at as { code?: unknown }).code;
    if (typeof own === 'string' && own !== '') code = own;
  }
  return code;
}
