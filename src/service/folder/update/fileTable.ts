/** The state of each file of one folder, with the totals for the report. */

import type { ContentId } from '../../../engine/document.ts';
import { type FileRow, isSkipNote } from '../../../storage/store.ts';

/** A file or directory that is not indexed. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
  readonly detail?: string;
}

export class FileTable {
  readonly #rows = new Map<string, FileRow>();
  /** Left out without being read, or currently unreadable; never stored. */
  readonly #skippedByPath = new Map<string, Skipped>();
  #files = 0;
  #bytes = 0;
  /** Paths of files that are not UTF-8, by encoding. */
  readonly #encoded = new Map<string, Set<string>>();
  #encodings: Readonly<Record<string, readonly string[]>> | undefined;
  #skipped: readonly Skipped[] | undefined;

  /** Indexed files. */
  get files(): number {
    return this.#files;
  }

  /** Files with a row: indexed ones, and those that were read and left out. */
  get size(): number {
    return this.#rows.size;
  }

  /** Whether no file has ever been checked. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** Bytes of the indexed files. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Paths of the indexed files that are not UTF-8, by encoding, sorted. Cached until the next change. */
  get encodings(): Readonly<Record<string, readonly string[]>> {
    this.#encodings ??= Object.fromEntries(
      [...this.#encoded.keys()].sort().map((encoding) => [encoding, [...(this.#encoded.get(encoding) ?? [])].sort()]),
    );
    return this.#encodings;
  }

  get(path: string): FileRow | undefined {
    return this.#rows.get(path);
  }

  paths(): Iterable<string> {
    return this.#rows.keys();
  }

  rows(): Iterable<FileRow> {
    return this.#rows.values();
  }

  put(row: FileRow): void {
    const before = this.#rows.get(row.path);
    if (before !== undefined) this.#count(before, -1);
    this.unskip(row.path);
    this.#rows.set(row.path, row);
    this.#count(row, 1);
  }

  /** Marks every file for checking: other settings may skip other files. Documents are found by their hash. */
  distrust(): void {
    for (const row of [...this.#rows.values()]) this.put({ ...row, indexedAtNs: 0n });
  }

  /** Removes the row of a path. Returns whether there was one. */
  delete(path: string): boolean {
    const row = this.#rows.get(path);
    if (row === undefined) return false;
    this.#count(row, -1);
    return this.#rows.delete(path);
  }

  /** Paths that are left out without a row. */
  skippedPaths(): Iterable<string> {
    return this.#skippedByPath.keys();
  }

  /** Removes a path from those left out. */
  unskip(path: string): void {
    if (this.#skippedByPath.delete(path)) this.#skipped = undefined;
  }

  /** Marks a path as left out and removes its row. */
  skip(skipped: Skipped): void {
    this.delete(skipped.path);
    this.#skippedByPath.set(skipped.path, skipped);
    this.#skipped = undefined;
  }

  /** Replaces the set of left-out paths by that of a listing. */
  replaceSkipped(skipped: readonly Skipped[]): void {
    this.#skippedByPath.clear();
    for (const one of skipped) this.#skippedByPath.set(one.path, one);
    this.#skipped = undefined;
  }

  clear(): void {
    this.#rows.clear();
    this.#skippedByPath.clear();
    this.#files = 0;
    this.#bytes = 0;
    this.#encoded.clear();
    this.#encodings = undefined;
    this.#skipped = undefined;
  }

  /** All paths left out, sorted. Cached until the next change. */
  skipped(): readonly Skipped[] {
    this.#skipped ??= [...this.#skippedByPath.values(), ...this.#notes()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return this.#skipped;
  }

  *#notes(): Iterable<Skipped> {
    for (const { path, content } of this.#rows.values()) if (isSkipNote(content)) yield { path, ...content };
  }

  #count(row: FileRow, sign: 1 | -1): void {
    if (isSkipNote(row.content)) this.#skipped = undefined;
    else {
      this.#files += sign;
      this.#bytes += sign * row.size;
      const encoding = encodingIn(row.content);
      if (encoding !== undefined) this.#noteEncoding(encoding, row.path, sign);
    }
  }

  #noteEncoding(encoding: string, path: string, sign: 1 | -1): void {
    this.#encodings = undefined;
    const paths = this.#encoded.get(encoding) ?? new Set();
    if (sign > 0) paths.add(path);
    else paths.delete(path);
    if (paths.size > 0) this.#encoded.set(encoding, paths);
    else this.#encoded.delete(encoding);
  }
}

const encodingMark = ' in ';

/** The language under which a text is stored: the same bytes are another content in another encoding. */
export function withEncoding(language: string, encoding: string): string {
  return encoding === 'utf8' ? language : `${language}${encodingMark}${encoding}`;
}

function encodingIn({ language }: ContentId): string | undefined {
  const at = language.indexOf(encodingMark);
  return at < 0 ? undefined : language.slice(at + encodingMark.length);
}
