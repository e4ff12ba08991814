/** LSP's cancellation tokens as the standard's abort signals. */

import type { CancellationToken } from 'vscode-languageserver/node';

/** Thrown (as a signal's reason) when the other side no longer wants the result. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Runs the task with a signal that fires when the token does; stops listening when the task ends. */
export async function withSignal<T>(token: CancellationToken | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = () => controller.abort(new Cancelled('The request was cancelled'));
  if (token?.isCancellationRequested) cancel();
  const subscription = token?.onCancellationRequested(cancel);
  try {
    return await task(controller.signal);
  } finally {
    subscription?.dispose();
  }
}
