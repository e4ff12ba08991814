/** Retries transient failures: at most twice, after 0.5 s and 1 s, or after the delay that the endpoint requests. */

import { setTimeout as wait } from 'node:timers/promises';
import { ModelError } from './modelError.ts';

const maxRetries = 2;
const firstWaitMs = 500;
/** A longer delay is reported to the user instead. */
const maxWaitMs = 30_000;

/** The delay requested by an endpoint, by error; milliseconds. */
const asked = new WeakMap<ModelError, number>();

/** Records an answer's `Retry-After`: seconds, or a date compared with `now` (ms since 1970). */
export function noteRetryAfter(error: Error, header: string | null | undefined, now: number): void {
  if (!(error instanceof ModelError) || !header) return;
  const ms = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  if (Number.isFinite(ms)) asked.set(error, Math.max(0, ms));
}

/**
 * Waits before try number `tried` + 1. Throws the error if it is not transient or the tries are used up, and the signal's reason on abort.
 */
export async function waitToRetry(error: unknown, tried: number, signal: AbortSignal | undefined): Promise<void> {
  if (!(error instanceof ModelError) || !error.isPassing || tried > maxRetries) throw error;
  const ms = asked.get(error) ?? firstWaitMs * 2 ** (tried - 1);
  if (ms > maxWaitMs) throw error;
  try {
    await wait(ms, undefined, { signal });
  } catch {
    throw signal?.reason;
  }
}
