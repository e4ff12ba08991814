/**
 * The texts of a folder's files as they were indexed. Those that were read last are kept; a `stat` tells whether they are still what lies on
 * disk.
 */

import { lstatSync } from 'node:fs';
import { type FileRow, isSkipNote } from '../index/store.ts';
import { type FileEntry, toEntry } from '../workspace/entries.ts';
import { systemPaths } from '../workspace/paths.ts';
import { readDocument } from '../workspace/readDocument.ts';
import type { IndexSettings } from '../workspace/settings.ts';
import { isUnchanged } from '../workspace/sweep.ts';

/** A text and what its file was when it was read; `readAtNs` as in a row, so that what may have changed unnoticed is read again. */
interface Kept {
  readonly text: string;
  readonly hash: string;
  readonly entry: FileEntry;
  readonly readAtNs: bigint;
}

/** UTF-16 units that are kept, and of one text. */
const mostKept = 4_000_000;
const mostOfOne = 500_000;

export class FolderTexts {
  readonly #folder: string;
  readonly #settings: IndexSettings;
  readonly #rowOf: (path: string) => FileRow | undefined;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #units = 0;

  /** @param rowOf what the index holds of a path. */
  constructor(folder: string, settings: IndexSettings, rowOf: (path: string) => FileRow | undefined) {
    this.#folder = folder;
    this.#settings = settings;
    this.#rowOf = rowOf;
  }

  /** The text of a file (relative path); `undefined` where it is not indexed, or is no more what was indexed. */
  textOf(path: string): string | undefined {
    const row = this.#rowOf(path);
    if (row === undefined || isSkipNote(row.content)) return undefined;
    const { hash } = row.content;
    const kept = this.#kept.get(path);
    if (kept !== undefined) this.#drop(path, kept);
    if (kept?.hash === hash && this.#isAsRead(path, kept)) return this.#keep(path, kept);
    const readAtNs = BigInt(Date.now()) * 1_000_000n;
    const known = (entry: FileEntry): string | undefined => (isUnchanged(row, entry) ? hash : undefined);
    const read = readDocument(this.#folder, path, this.#settings, undefined, known);
    if (read.kind !== 'text' || read.hash !== hash) return undefined;
    return this.#keep(path, { text: read.text, hash, entry: read.entry, readAtNs });
  }

  #isAsRead(path: string, { entry, readAtNs }: Kept): boolean {
    try {
      const stat = lstatSync(systemPaths.toAbsolute(this.#folder, path), { bigint: true, throwIfNoEntry: false });
      return stat?.isFile() === true && isUnchanged({ ...entry, indexedAtNs: readAtNs }, toEntry(path, stat));
    } catch {
      return false;
    }
  }

  #keep(path: string, kept: Kept): string {
    const { length } = kept.text;
    if (length > mostOfOne) return kept.text;
    this.#kept.set(path, kept);
    this.#units += length;
    for (const [oldest, dropped] of this.#kept) {
      if (this.#units <= mostKept) break;
      this.#drop(oldest, dropped);
    }
    return kept.text;
  }

  #drop(path: string, { text }: Kept): void {
    this.#kept.delete(path);
    this.#units -= text.length;
  }
}
