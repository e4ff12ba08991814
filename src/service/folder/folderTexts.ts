/** The texts of a folder's files as they were indexed. Recently read ones are cached and validated with a `stat`. */

import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { type FileRow, isSkipNote } from '../../storage/store.ts';
import { type FileEntry, toEntry } from '../../workspace/entries.ts';
import { FileText } from '../../workspace/files/fileText.ts';
import { readContent } from '../../workspace/files/readDocument.ts';
import { isUnchanged, type StoredStat } from '../../workspace/files/sweep.ts';
import type { IndexSettings } from '../../workspace/settings.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { nowNs } from './update/readFile.ts';

/**
 * A text with the stat of its file when it was read; `readAtNs` as in a row, so that a file that may have changed unnoticed is read again.
 */
interface Kept {
  readonly text: FileText;
  readonly hash: string;
  readonly entry: FileEntry;
  readonly readAtNs: bigint;
}

/** Size of the cache, and of one text in it, in bytes. */
const maxCachedBytes = 4_000_000;
const maxTextBytes = 500_000;

export class FolderTexts {
  readonly #folder: string;
  readonly #settings: IndexSettings;
  readonly #rowOf: (path: string) => FileRow | undefined;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** @param rowOf what the index holds of a path. */
  constructor(folder: string, settings: IndexSettings, rowOf: (path: string) => FileRow | undefined) {
    this.#folder = folder;
    this.#settings = settings;
    this.#rowOf = rowOf;
  }

  /** A file (relative path) as it was indexed; `undefined` if it is not indexed or has changed since. */
  fileText(path: string): FileText | undefined {
    const row = this.#rowOf(path);
    if (row === undefined || isSkipNote(row.content)) return undefined;
    const { hash: wanted } = row.content;
    const kept = this.#kept.get(path);
    if (kept !== undefined) this.#drop(path, kept);
    if (kept?.hash === wanted && this.#isAsStored(path, { ...kept.entry, indexedAtNs: kept.readAtNs })) return this.#keep(path, kept);
    const readAtNs = nowNs();
    const read = readContent(this.#folder, path, this.#settings, (bytes, entry) => {
      const known = kept?.hash === wanted && kept.text.isOf(bytes) ? kept.text : undefined;
      const isIndexed = known !== undefined || isUnchanged(row, entry) || hash('sha256', bytes, 'hex') === wanted;
      return isIndexed ? { kind: 'read' as const, text: known ?? new FileText(bytes, path, this.#settings.encoding), entry } : undefined;
    });
    if (read?.kind !== 'read') return undefined;
    return this.#keep(path, { text: read.text, hash: wanted, entry: read.entry, readAtNs });
  }

  /** Whether a file is indexed, and its size and times show that it has not changed since. */
  isAsIndexed(path: string): boolean {
    const row = this.#rowOf(path);
    return row !== undefined && this.#isAsStored(path, row);
  }

  #isAsStored(path: string, stored: StoredStat): boolean {
    try {
      const stat = lstatSync(systemPaths.toAbsolute(this.#folder, path), { bigint: true, throwIfNoEntry: false });
      return stat?.isFile() === true && isUnchanged(stored, toEntry(path, stat));
    } catch {
      return false;
    }
  }

  #keep(path: string, kept: Kept): FileText {
    const { size } = kept.text;
    if (size > maxTextBytes) return kept.text;
    this.#kept.set(path, kept);
    this.#bytes += size;
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= maxCachedBytes) break;
      this.#drop(oldest, dropped);
    }
    return kept.text;
  }

  #drop(path: string, { text }: Kept): void {
    this.#kept.delete(path);
    this.#bytes -= text.size;
  }
}
