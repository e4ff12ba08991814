/**
 * The files of a folder over an index that was published of it. A file of the published content is found there and is not in the index of the
 * folder; of all others the published version is hidden, so that no document is in both.
 */

import { type ContentId, type IndexReader, joinReaders, type Lexicons } from '../../../engine/index.ts';
import type { PublishedIndex } from '../../../storage/published.ts';
import { isSkipNote } from '../../../storage/store.ts';
import type { FileTable } from './fileTable.ts';

export class Overlay {
  readonly published: PublishedIndex;
  readonly #table: FileTable;
  #revision = 0;
  #last: { readonly revision: number; readonly reader: IndexReader } | undefined;

  constructor(published: PublishedIndex, table: FileTable) {
    this.published = published;
    this.#table = table;
  }

  /** Rises with every change of the table of files. */
  get revision(): number {
    return this.#revision;
  }

  /** Call after a change of the table of files. */
  touch(): void {
    this.#revision++;
  }

  /** Whether the path was published with this content. */
  has(path: string, { hash, language }: ContentId): boolean {
    const content = this.published.files.get(path)?.content;
    return content?.hash === hash && content.language === language;
  }

  /** What was published, without the files that are different here or not there. Cost: one pass over the files after a change. */
  reader(): IndexReader {
    if (this.#last?.revision !== this.#revision) {
      const hidden = [...this.published.files.keys()].filter((path) => {
        const content = this.#table.get(path)?.content;
        return content === undefined || isSkipNote(content) || !this.has(path, content);
      });
      this.#last = { revision: this.#revision, reader: this.published.reader(hidden, this.#revision) };
    }
    return this.#last.reader;
  }
}

/** One reader over the folders' own documents and what was published of some of them. */
export function joinOverlays(own: IndexReader, overlays: readonly (Overlay | undefined)[], lexicons: Lexicons): IndexReader {
  const published = overlays.flatMap((overlay, folder) => (overlay === undefined ? [] : [{ reader: overlay.reader(), folder }]));
  return published.length === 0 ? own : joinReaders([...published, { reader: own, folder: 0 }], lexicons);
}
