/** LSP's cancellation tokens as the standard's abort signals. */

import { setImmediate } from 'node:timers/promises';
import type { CancellationToken } from 'vscode-languageserver/node';

/** Thrown (as a signal's reason) when the other side no longer wants the result. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Runs the task with a signal that fires when the token does; stops listening when the task ends. The task starts one turn later, so that
 * a cancellation that came with the request costs nothing, and its result is dropped where the token fired meanwhile.
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
    // A turn for what came in while the task held the thread.
    await setImmediate();
    controller.signal.throwIfAborted();
    return result;
  } finally {
    subscription?.dispose();
  }
}
