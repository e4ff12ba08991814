/** Detects when the index has changed since something was displayed, and when there is something to display. */

import type { ServerClient } from './client.ts';
import { localFolders } from './configuration.ts';

/** Changes whenever documents are added or removed; undefined while an index is built or there is none. */
export function indexRevision({ status }: ServerClient): string | undefined {
  const folders = status?.folders ?? [];
  if (folders.length === 0 || folders.some(({ state }) => state === 'indexing')) return undefined;
  return folders.map(({ uri, revision }) => `${uri} ${revision}`).join('\n');
}

/** Resolves when no index is being built or opened; also if there is none, so that a request can give the reason. */
export async function whenIndexed(client: ServerClient): Promise<void> {
  const isWaiting = (): boolean => {
    if (client.state === 'stopped' || localFolders().length === 0) return false;
    return client.status === undefined || client.status.folders.some(({ state }) => state === 'indexing');
  };
  while (isWaiting()) await nextChange(client);
}

/** Resolves when the client's status or state has changed. */
export function nextChange({ onDidChange }: ServerClient): Promise<void> {
  return new Promise((resolve) => {
    const subscription = onDidChange(() => {
      subscription.dispose();
      resolve();
    });
  });
}
