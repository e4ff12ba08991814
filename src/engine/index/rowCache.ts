/**
 * Postings that were read lately from the rows of an index, so that what is asked often is read once, whatever changes beside it: a segment
 * never changes, and a changed index has most of its segments still.
 *
 * Two generations: what is asked for moves to the young one, and when that is full the old one is forgotten. Short rows are read each time.
 */

import { type EntryRows, entriesOf } from './entryRows.ts';
import type { Postings } from './reader.ts';

/** Entries that are held in one generation at most; some 18 MB. */
const maxEntries = 2_000_000;
/** Shorter rows are read in less time than they are found. */
const shortest = 48;

/** By rows and row. What is held of a segment that is gone goes with it. */
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
