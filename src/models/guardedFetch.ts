/**
 * The only door to the network: a `fetch` that follows no redirects, enforces limits of time and size, and reveals nothing about this
 * machine beyond the request itself.
 */

import { Budget, JsonScan, OverBudgetError } from '../engine/util/budget.ts';
import { message } from '../messages/messages.ts';
import { ModelError, type ModelRequest } from './modelError.ts';

/** A `fetch`; VS Code's own honours its proxy and certificates. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The end mark of a stream, on a line of its own, since an answer may mention it. */
const streamEnd = /[\r\n]data: ?\[DONE\]/;
const maxEndLength = '\ndata: [DONE]'.length;

/** Content types are truncated to this length in messages. */
const maxTypeLength = 100;

/** Limits of time and size. */
export interface FetchLimits {
  /** Milliseconds until the answer begins. */
  readonly firstMs: number;
  /** Milliseconds between two parts of the answer. */
  readonly idleMs: number;
  /** Milliseconds from the beginning of the answer to its end. */
  readonly totalMs: number;
  readonly maxBytes: number;
}

/** One guarded request. `failure` holds the guard's own error, which the client library may replace with one of its own. */
export interface Guard {
  readonly fetch: Fetch;
  failure?: ModelError;
  /** The answer has begun. */
  hasBegun: boolean;
  /** The connection was lost during the answer. */
  isBroken: boolean;
  /** The stream's end mark was received. */
  hasEnded: boolean;
}

/** A guard for one request that expects an answer of the given content type. */
export function createGuard(fetch: Fetch, limits: FetchLimits, request: ModelRequest, contentType: string): Guard {
  const { endpoint } = request;
  const guard: Guard = { fetch: guarded, hasBegun: false, isBroken: false, hasEnded: false };
  const abort = new AbortController();

  function fail(error: ModelError): ModelError {
    guard.failure ??= error;
    abort.abort(guard.failure);
    return guard.failure;
  }

  function silent(ms: number): ModelError {
    return new ModelError('silent', message('silent', endpoint, Math.round(ms / 1000)));
  }

  function unfinished(): ModelError {
    const [minutes, megabytes] = [limits.totalMs / 60_000, limits.maxBytes / 1e6];
    return new ModelError('tooMuch', message('unfinished', endpoint, minutes, megabytes));
  }

  async function guarded(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
    const timer = setTimeout(() => fail(silent(limits.firstMs)), limits.firstMs);
    let response: Response;
    try {
      response = await fetch(url, { ...init, headers: ownHeaders(init.headers), redirect: 'manual', signal });
    } finally {
      clearTimeout(timer);
    }
    const { status, headers } = response;
    if (status >= 300 && status < 400) throw fail(redirected(headers.get('location')));
    const got = headers.get('content-type')?.slice(0, maxTypeLength) ?? 'nothing';
    if (response.ok && !got.startsWith(contentType)) {
      throw fail(new ModelError('contentType', message('contentType', endpoint, got, contentType)));
    }
    guard.hasBegun = response.ok;
    return new Response(response.body === null ? null : watched(response.body), { status, headers });
  }

  function scanned(scan: JsonScan, part: string): void {
    try {
      scan.add(part);
    } catch (error) {
      throw error instanceof OverBudgetError ? fail(new ModelError('tooMuch', message('excess', endpoint))) : error;
    }
  }

  function redirected(location: string | null): ModelError {
    const to = location !== null && URL.canParse(location, endpoint) ? new URL(location, endpoint).origin : 'nowhere';
    return new ModelError('redirect', message('redirected', endpoint, to));
  }

  function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const decoder = new TextDecoder('latin1');
    // Parsed by the client library, the events of a stream one by one.
    const scan = new JsonScan(contentType === 'text/event-stream' ? undefined : new Budget());
    let bytes = 0;
    let tail = '\n';
    const deadline = setTimeout(() => fail(unfinished()), limits.totalMs).unref();
    return new ReadableStream({
      async pull(controller) {
        const timer = setTimeout(() => fail(silent(limits.idleMs)), limits.idleMs);
        try {
          const { done, value } = await reader.read();
          if (done) {
            clearTimeout(deadline);
            return controller.close();
          }
          bytes += value.length;
          if (bytes > limits.maxBytes) throw fail(unfinished());
          const part = decoder.decode(value);
          scanned(scan, part);
          const seen = tail + part;
          guard.hasEnded ||= streamEnd.test(seen);
          tail = seen.slice(-maxEndLength);
          controller.enqueue(value);
        } catch (error) {
          clearTimeout(deadline);
          guard.isBroken = true;
          controller.error(guard.failure ?? error);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel(reason) {
        clearTimeout(deadline);
        return reader.cancel(reason);
      },
    });
  }

  return guard;
}

/** The request's headers without those in which the client library describes this machine. */
function ownHeaders(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name);
  headers.set('user-agent', 'meshrag');
  return headers;
}
