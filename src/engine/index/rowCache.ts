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
const shortest = 48;

/** By rows and row index. Weak, so that the lists of a dropped segment are freed with it. */
type Held = WeakMap<EntryRows, Map<number, Postings>>;

export class RowCache {
  #young: Held = new WeakMap();
  #old: Held = new WeakMap();
  #size = 0;

  postings(rows: EntryRows, row: number): Postings {
    const size = rows.sizes[row] as number;
    if (size < shortest) return postingsOf(rows, row);
    const young = this.#young.get(rows)?.get(row);
    if (young !== undefined) return young;
    const found = this.#old.get(rows)?.get(row) ?? postingsOf(rows, row);
    this.#hold(rows, row, found);
    return found;
  }

  #hold(rows: EntryRows, row: number, postings: Postings): void {
    if (this.#size + postings.size > maxEntries && this.#size > 0) {
      this.#old = this.#young;
      this.#young = new WeakMap();
      this.#size = 0;
    }
    this.#size += postings.size;
    const held = this.#young.get(rows);
    if (held === undefined) this.#young.set(rows, new Map([[row, postings]]));
    else held.set(row, postings);
  }
}

function postingsOf(rows: EntryRows, row: number): Postings {
  const { size, numbers, values, places } = entriesOf(rows, row);
  return { size, chunks: numbers, values, places };
}
