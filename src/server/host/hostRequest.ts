/** A request to the editor that ends with a signal. */

import { CancellationTokenSource, type Connection } from 'vscode-languageserver/node';

export async function requestUntil(
  connection: Connection,
  name: string,
  params: object,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  signal?.throwIfAborted();
  const cancelling = new CancellationTokenSource();
  const stop = (): void => cancelling.cancel();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await connection.sendRequest<unknown>(name, params, cancelling.token);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    cancelling.dispose();
  }
}
