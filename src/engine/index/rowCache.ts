/**
 * Caches decoded posting lists. Entries stay valid across changes of the index: segments are immutable, and a changed index keeps most of
 * them.
 *
 * Two generations: a hit moves to the young one; when that is full, the old one is dropped. Short rows are decoded each time.
 */

import { type EntryRows, entriesOf } from './entryRows.ts';
import type { Postings } from './reader.ts';

/** Maximum number of entries in one generation; some 18 MB. */
const maxEntries = 2_000_000;
/** Shorter rows are decoded faster than they are looked up. */
const minCachedEntries = 48;

/** By rows and row index. Weak, so that the lists of a dropped segment are freed with it. */
type CachedRows = WeakMap<EntryRows, Map<number, Postings>>;

export class RowCache {
  #young: CachedRows = new WeakMap();
  #old: CachedRows = new WeakMap();
  #size = 0;

  postings(rows: EntryRows, row: number): Postings {
    const size = rows.sizes[row] as number;
    if (size < minCachedEntries) return decodePostings(rows, row);
    const young = this.#young.get(rows)?.get(row);
    if (young !== undefined) return young;
    const found = this.#old.get(rows)?.get(row) ?? decodePostings(rows, row);
    this.#add(rows, row, found);
    return found;
  }

  #add(rows: EntryRows, row: number, postings: Postings): void {
    if (this.#size + postings.size > maxEntries && this.#size > 0) {
      this.#old = this.#young;
      this.#young = new WeakMap();
      this.#size = 0;
    }
    this.#size += postings.size;
    const cached = this.#young.get(rows);
    if (cached === undefined) this.#young.set(rows, new Map([[row, postings]]));
    else cached.set(row, postings);
  }
}

/** A posting list as it is stored, with the deleted chunks. */
export function decodePostings(rows: EntryRows, row: number): Postings {
  const { size, numbers, values, places } = entriesOf(rows, row);
  return { size, chunks: numbers, values, places };
}
