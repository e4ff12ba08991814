/** Bridges abort signals, used by logic that is independent of the editor, to the editor's tokens. */

import * as vscode from 'vscode';

/** Runs `act` with a token that is cancelled when the signal is aborted. */
export async function withToken<Result>(signal: AbortSignal, act: (token: vscode.CancellationToken) => Promise<Result>): Promise<Result> {
  const source = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => source.cancel(), { once: true });
  try {
    return await act(source.token);
  } finally {
    source.dispose();
  }
}
