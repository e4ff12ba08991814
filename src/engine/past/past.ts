/**
 * The past of a folder: the commits that led to it, what their authors say of them, and which files they changed. In columns, so that a
 * question reads a few numbers and the texts of the commits that it shows. Nothing of an author is kept but the date.
 */

/** How a commit changed a file. A moved file is the same at another path; a renamed one was edited as well. */
export type ChangeKind = 'changed' | 'added' | 'removed' | 'renamed' | 'moved';

export interface FileChange {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly kind: ChangeKind;
  /** Its path before, if it was renamed or moved. */
  readonly from?: string;
}

/** A commit as it is read, and as it is shown. */
export interface Commit {
  readonly id: string;
  /** Of the commit, in seconds since 1970. */
  readonly date: number;
  /** The first line of its message. */
  readonly subject: string;
  /** The rest of the message, as far as it is kept; may be empty. */
  readonly body: string;
  readonly files: readonly FileChange[];
}

/** The columns. Commits are in the order in which they were read: of two readings, the later ones follow. */
export interface PastColumns {
  readonly ids: readonly string[];
  readonly dates: Uint32Array;
  /** The distinct paths that commits changed. */
  readonly paths: readonly string[];
  /** Where the entries of commit `i` begin in `files`; one more entry holds their number. */
  readonly fileStarts: Uint32Array;
  /** Index of a path, times 8, plus the position of its kind in `kinds`; after a renamed or moved one, its path before with `fromKind`. */
  readonly files: Uint32Array;
  /** Hashes of the terms of all messages, ascending. */
  readonly terms: Uint32Array;
  /** Where the entries of term `t` begin in `postings`; one more entry holds their number. */
  readonly termStarts: Uint32Array;
  /** Index of a commit, times 16, plus the frequency of the term in it, in halves, at most 15; ascending for each term. */
  readonly postings: Uint32Array;
  /** The sum of the frequencies of each commit, in halves. */
  readonly lengths: Uint32Array;
  /** The message of a commit. */
  textAt(commit: number): string;
}

export const kinds: readonly ChangeKind[] = ['changed', 'added', 'removed', 'renamed', 'moved'];
export const fromKind = 7;

export class Past {
  readonly columns: PastColumns;
  #meanLength: number | undefined;
  #byId: ReadonlyMap<string, number> | undefined;
  #renamed: ReadonlyMap<number, number> | undefined;
  #places: ReadonlyMap<string, number> | undefined;

  constructor(columns: PastColumns) {
    this.columns = columns;
  }

  /** Number of commits. */
  get size(): number {
    return this.columns.ids.length;
  }

  /** The mean of `lengths`. */
  get meanLength(): number {
    this.#meanLength ??= this.columns.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.size);
    return this.#meanLength;
  }

  commit(at: number): Commit {
    const { ids, dates } = this.columns;
    const [subject = '', ...body] = this.columns.textAt(at).split('\n');
    return { id: ids[at] as string, date: dates[at] as number, subject, body: body.join('\n').trim(), files: this.filesAt(at) };
  }

  /** The commit of an id. */
  find(id: string): Commit | undefined {
    this.#byId ??= new Map(this.columns.ids.map((one, at) => [one, at]));
    const at = this.#byId.get(id);
    return at === undefined ? undefined : this.commit(at);
  }

  /** The files that a commit changed, as they were called then. */
  filesAt(at: number): readonly FileChange[] {
    const { paths, fileStarts, files } = this.columns;
    const found: FileChange[] = [];
    const end = fileStarts[at + 1] as number;
    for (let i = fileStarts[at] as number; i < end; i++) {
      const entry = files[i] as number;
      const next = i + 1 < end ? (files[i + 1] as number) : 0;
      const path = paths[entry >>> 3] as string;
      const kind = kinds[entry & 7] as ChangeKind;
      if ((next & 7) === fromKind) {
        found.push({ path, kind, from: paths[next >>> 3] as string });
        i++;
      } else found.push({ path, kind });
    }
    return found;
  }

  /** The commits that changed a file under its present or an earlier path, newest first, with what each did to it. Cost: a pass over `files`. */
  commitsChanging(path: string): readonly { readonly at: number; readonly change: FileChange }[] {
    const wanted = this.#names(path);
    const { fileStarts, files, dates } = this.columns;
    const found: { at: number; change: FileChange }[] = [];
    for (let at = 0; at < this.size; at++) {
      const end = fileStarts[at + 1] as number;
      for (let i = fileStarts[at] as number; i < end; i++) {
        if (((files[i] as number) & 7) === fromKind || !wanted.has((files[i] as number) >>> 3)) continue;
        const change = this.filesAt(at).find((one) => wanted.has(this.#place(one.path)));
        if (change !== undefined) found.push({ at, change });
        break;
      }
    }
    return found.sort((a, b) => (dates[b.at] as number) - (dates[a.at] as number) || b.at - a.at);
  }

  /** The present path of a file that a commit changed: itself where `exists`, else where it was renamed to; undefined if it is gone. */
  presentPath(path: string, exists: (path: string) => boolean): string | undefined {
    const { paths } = this.columns;
    let place = this.#place(path);
    for (let steps = 0; steps < maxRenames && place >= 0; steps++) {
      const now = paths[place] as string;
      if (exists(now)) return now;
      place = this.#renames().get(place) ?? -1;
    }
    return undefined;
  }

  /** The path itself and those that it had before. */
  #names(path: string): ReadonlySet<number> {
    const first = this.#place(path);
    const found = new Set(first < 0 ? [] : [first]);
    for (const one of found) {
      if (found.size >= maxRenames) break;
      for (const [from, to] of this.#renames()) if (to === one) found.add(from);
    }
    return found;
  }

  #place(path: string): number {
    this.#places ??= new Map(this.columns.paths.map((one, i) => [one, i]));
    return this.#places.get(path) ?? -1;
  }

  /** Where each path was renamed to last. */
  #renames(): ReadonlyMap<number, number> {
    if (this.#renamed !== undefined) return this.#renamed;
    const renames = new Map<number, { readonly to: number; readonly date: number }>();
    const { fileStarts, files, dates } = this.columns;
    for (let at = 0; at < this.size; at++) {
      const end = fileStarts[at + 1] as number;
      for (let i = (fileStarts[at] as number) + 1; i < end; i++) {
        const entry = files[i] as number;
        if ((entry & 7) !== fromKind) continue;
        const date = dates[at] as number;
        if ((renames.get(entry >>> 3)?.date ?? -1) < date) renames.set(entry >>> 3, { to: (files[i - 1] as number) >>> 3, date });
      }
    }
    this.#renamed = new Map([...renames].map(([from, { to }]) => [from, to]));
    return this.#renamed;
  }
}

/** Renames of one file that are followed. */
const maxRenames = 20;
