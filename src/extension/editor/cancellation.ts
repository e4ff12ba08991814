/** Where logic that knows nothing of the editor stops something, the editor's own token fires. */

import * as vscode from 'vscode';

/** Runs `act` with a token that fires when the signal is aborted. */
export async function withToken<Result>(signal: AbortSignal, act: (token: vscode.CancellationToken) => Promise<Result>): Promise<Result> {
  const source = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => source.cancel(), { once: true });
  try {
    return await act(source.token);
  } finally {
    source.dispose();
  }
}
