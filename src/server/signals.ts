/** Converts LSP cancellation tokens to abort signals. */

import { setImmediate } from 'node:timers/promises';
import type { CancellationToken } from 'vscode-languageserver/node';

/** The signal's reason when the client no longer wants the result. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Runs the task with a signal tied to the token; stops listening when the task ends. The task starts one turn later, so that a cancellation
 * sent right after the request costs nothing, and its result is dropped if the token fired meanwhile.
 */
export async function withSignal<T>(token: CancellationToken | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = () => controller.abort(new Cancelled('The request was cancelled'));
  if (token?.isCancellationRequested) cancel();
  const subscription = token?.onCancellationRequested(cancel);
  try {
    await setImmediate();
    controller.signal.throwIfAborted();
    const result = await task(controller.signal);
    // Processes messages that arrived while the task held the thread.
    await setImmediate();
    controller.signal.throwIfAborted();
    return result;
  } finally {
    subscription?.dispose();
  }
}
