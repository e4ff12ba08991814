/** Trying again what may pass by itself: at most twice, after 0.5 s and 1 s, or after what the endpoint asks for. */

import { setTimeout as wait } from 'node:timers/promises';
import { ModelError } from './modelError.ts';

const mostRetries = 2;
const firstWaitMs = 500;
/** Who must wait longer wants to know it. */
const longestWaitMs = 30_000;

/** How long an endpoint asks to wait, by its error; milliseconds. */
const asked = new WeakMap<ModelError, number>();

/** Notes the `Retry-After` of an answer: seconds, or a date that `now` (ms since 1970) is compared with. */
export function noteRetryAfter(error: Error, header: string | null | undefined, now: number): void {
  if (!(error instanceof ModelError) || !header) return;
  const ms = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  if (Number.isFinite(ms)) asked.set(error, Math.max(0, ms));
}

/** Waits before try number `tried` + 1; throws the error where it will not pass or there were enough tries, the signal's reason where it fires. */
export async function waitToRetry(error: unknown, tried: number, signal: AbortSignal | undefined): Promise<void> {
  if (!(error instanceof ModelError) || !error.isPassing || tried > mostRetries) throw error;
  const ms = asked.get(error) ?? firstWaitMs * 2 ** (tried - 1);
  if (ms > longestWaitMs) throw error;
  try {
    await wait(ms, undefined, { signal });
  } catch {
    throw signal?.reason;
  }
}
