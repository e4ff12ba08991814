/** Tells whether what is indexed is still what it was when something was shown of it. */

import type { ServerClient } from './client.ts';

/** Another text whenever documents have come or gone; undefined while an index is built or there is none. */
export function indexRevision({ status }: ServerClient): string | undefined {
  const folders = status?.folders ?? [];
  if (folders.length === 0 || folders.some(({ state }) => state === 'indexing')) return undefined;
  return folders.map(({ uri, revision }) => `${uri} ${revision}`).join('\n');
}
