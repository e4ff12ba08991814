/** The in-memory twin of the SQLite store: for folders without an index file, for verification and tests. */

import type { ContentId } from '../engine/document.ts';
import type { Message } from '../engine/message.ts';
import type { DocumentColumns } from '../engine/text/words/columns.ts';
import type { DocumentStore, FileRow, StoreChange, StoredDocument, StoreStatus } from './store.ts';
import { contentName, isSkipNote } from './store.ts';

/** An empty store. `messages` explain why nothing is kept on disk, if the user should know. */
export function createMemoryStore(messages?: readonly Message[]): DocumentStore {
  const rows = new Map<string, FileRow>();
  const documentsByName = new Map<string, { readonly id: ContentId; readonly columns: DocumentColumns }>();
  let basis: string | undefined;

  function* documents(): Generator<StoredDocument> {
    for (const { id, columns } of documentsByName.values()) yield { ...id, columns };
  }

  function document(id: ContentId): DocumentColumns | undefined {
    return documentsByName.get(contentName(id))?.columns;
  }

  function commit(change: StoreChange): void {
    for (const { hash, language, columns } of change.documents) {
      const id = { hash, language };
      if (!documentsByName.has(contentName(id))) documentsByName.set(contentName(id), { id, columns });
    }
    for (const path of change.removed) rows.delete(path);
    for (const row of change.files) rows.set(row.path, row);
    basis = change.basis ?? basis;
  }

  function compact(): void {
    const used = new Set<string>();
    for (const { content } of rows.values()) if (!isSkipNote(content)) used.add(contentName(content));
    for (const name of documentsByName.keys()) if (!used.has(name)) documentsByName.delete(name);
  }

  return {
    status: (): StoreStatus => ({ messages, isFollowing: false }),
    basis: () => basis,
    file: (path) => rows.get(path),
    files: () => [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    documents,
    document,
    adopt: () => undefined,
    commit,
    isBehind: () => false,
    news: () => ({ kind: 'nothing' }),
    compact,
    renew: () => false,
    clear: () => {
      rows.clear();
      documentsByName.clear();
      basis = undefined;
    },
    sizeBytes: () => [...documentsByName.values()].reduce((sum, blob) => sum + blob.columns.byteLength, 0),
    close: () => undefined,
  };
}
