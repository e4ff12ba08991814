/** Configures the `openai` package: one client per request, every option explicit. The `OPENAI_*` environment variables have no effect. */

import { OpenAI } from 'openai';
import { MessageError, mapTexts, message, messagesOf } from '../messages/messages.ts';
import { createGuard, type Fetch, type FetchLimits, type Guard } from './guardedFetch.ts';
import { createKeyMask } from './keyMask.ts';
import { connectionError, ModelError, type ModelRequest, offProtocol, statusError, streamedError } from './modelError.ts';
import { noteRetryAfter } from './retries.ts';

/** How an endpoint is reached. */
export interface EndpointOptions {
  /** The base URL, `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  readonly endpoint: string;
  /** Absent for endpoints that need none. */
  readonly apiKey?: string;
  /** Sent with every request; they override ours. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Performs the requests; Node's own by default. */
  readonly fetch?: Fetch;
  readonly limits?: Partial<FetchLimits>;
}

/** A stream takes some 300 bytes for each token. */
const defaultLimits: FetchLimits = { firstMs: 120_000, idleMs: 60_000, totalMs: 30 * 60_000, maxBytes: 16_000_000 };

/** Converts any error to one of ours, without the key; if the signal was aborted, returns its reason. */
export function toModelError(error: unknown, guard: Guard, request: ModelRequest, signal: AbortSignal | undefined): Error {
  if (signal?.aborted) return signal.reason;
  const failure = toUnmaskedError(error, guard, request);
  const { mask } = createKeyMask(request.apiKey);
  return Object.assign(failure, { message: mask(failure.message), messages: mapTexts(messagesOf(failure), mask) });
}

function toUnmaskedError(error: unknown, guard: Guard, request: ModelRequest): Error {
  if (guard.failure) return guard.failure;
  if (error instanceof ModelError) return error;
  if (error instanceof SyntaxError) return new ModelError('malformed', message('notJson', request.endpoint));
  if (error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIConnectionError)) {
    const code = `${error.code ?? ''} ${error.type ?? ''}`;
    const reported = apiMessage(error);
    if (error.status === undefined) return streamedError(reported, code, request);
    const failure = statusError(error.status, reported, code, request);
    noteRetryAfter(failure, error.headers?.get('retry-after'), Date.now());
    return failure;
  }
  if (guard.hasBegun && !guard.isBroken) return offProtocol(request.endpoint);
  return connectionError(error, request, guard.hasBegun);
}

function apiMessage({ error, message }: InstanceType<typeof OpenAI.APIError>): string {
  const inner = (error as { message?: unknown } | undefined)?.message;
  if (typeof inner === 'string') return inner;
  return error === undefined ? '' : message;
}

export function guardOf(options: EndpointOptions, request: ModelRequest, contentType: string): Guard {
  return createGuard(options.fetch ?? fetch, { ...defaultLimits, ...options.limits }, request, contentType);
}

/** The library's client; it sends through the guard and never retries by itself. */
export function createClient(options: EndpointOptions, endpoint: string, guard: Guard): OpenAI {
  const key = options.apiKey;
  return withoutVariables(
    () =>
      new OpenAI({
        baseURL: endpoint,
        // The library requires a key; if there is none, the header is left out.
        apiKey: key || 'none',
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        defaultHeaders: { ...(key ? {} : { Authorization: null }), ...options.headers },
        maxRetries: 0,
        // The guard enforces time limits.
        timeout: 2 ** 31 - 1,
        logLevel: 'off',
        fetch: guard.fetch,
      }),
  );
}

/** Runs `make` with no `OPENAI_*` variable set: one of them (custom headers) cannot be overridden by any option of the library. */
function withoutVariables<T>(make: () => T): T {
  const kept = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith('OPENAI_'));
  for (const [name] of kept) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of kept) process.env[name] = value;
  }
}

/** The base URL without a trailing slash. Throws `MessageError` unless it is an http or https URL without a password. */
export function checkedEndpoint(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new MessageError(message('invalidEndpoint', JSON.stringify(endpoint)));
  if (url.username !== '' || url.password !== '') throw new MessageError(message('endpointWithPassword'));
  return url.href.replace(/\/+$/, '');
}
