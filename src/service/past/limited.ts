/** What git is asked within a limit of time: what it did not see is said, and is no failure. */

import type { Message } from '../../engine/message.ts';
import { message } from '../../messages/messages.ts';

/** Time for each question to git, in milliseconds. */
export const maxGitMs = 4000;

export interface Seen<T> {
  readonly value?: T;
  /** Why git has no answer: it took too long, or refused. */
  readonly unseen?: Message;
}

export async function limited<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
  ms = maxGitMs,
): Promise<Seen<T>> {
  const limit = AbortSignal.timeout(ms);
  try {
    return { value: await ask(signal === undefined ? limit : AbortSignal.any([signal, limit])) };
  } catch (error) {
    signal?.throwIfAborted();
    return { unseen: limit.aborted ? message('pastSlow', ms / 1000) : message('pastRefused', (error as Error).message) };
  }
}
