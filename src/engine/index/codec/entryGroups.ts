/**
 * Groups the entries of one document by id: most strings of a document are in several chunks.
 *
 * A group is a linked list through its entries in chunk order. One instance is reused for many documents and keeps its memory: four bytes
 * per id of the lexicon. Cost: one pass over the entries.
 */

import { Head } from '../../text/words/columns.ts';
import { grown } from '../../util/growArray.ts';
import type { Dictionary } from './dictionary.ts';

/** Group numbers restart here, before they overflow. */
const maxGroups = 2 ** 30;

export class EntryGroups {
  /** By id: its group in this document plus `#base`; lower if it has none. */
  #groupOf = new Int32Array(1 << 12);
  #base = 1;
  /** Number of groups. */
  size = 0;
  /** The id of each group. */
  ids = new Int32Array(1 << 8);
  /** Number of entries of each group. */
  counts = new Int32Array(1 << 8);
  /** The first entry of each group. */
  first = new Int32Array(1 << 8);
  /** The next entry of the same group; arbitrary for the last one. */
  next = new Int32Array(1 << 8);
  /** The chunk of each entry. */
  chunks = new Int32Array(1 << 8);

  /** Groups the entries of a document. `head` is the offset of the list's size in a chunk head. */
  fill(ids: Int32Array, heads: Int32Array, head: number): void {
    if (ids.length > this.ids.length) this.#makeRoom(ids.length * 2);
    if (this.#base > maxGroups) {
      this.#groupOf.fill(0);
      this.#base = 1;
    }
    const { ids: ownIds, counts, first, next, chunks } = this;
    const base = this.#base;
    let groupOf = this.#groupOf;
    let size = 0;
    let entry = ids.length;
    // Backwards, so that each list begins with the first chunk.
    for (let at = heads.length - Head.size; at >= 0; at -= Head.size) {
      const chunk = at / Head.size;
      for (const end = entry - (heads[at + head] as number); entry > end; ) {
        const id = ids[--entry] as number;
        if (id >= groupOf.length) groupOf = this.#groupOf = grown(groupOf, (id + 1) * 1.5);
        let group = (groupOf[id] as number) - base;
        if (group < 0) {
          group = size++;
          groupOf[id] = group + base;
          ownIds[group] = id;
          counts[group] = 0;
        }
        counts[group] = (counts[group] as number) + 1;
        next[entry] = first[group] as number;
        first[group] = entry;
        chunks[entry] = chunk;
      }
    }
    this.size = size;
    this.#base += size;
  }

  #makeRoom(entries: number): void {
    this.ids = new Int32Array(entries);
    this.counts = new Int32Array(entries);
    this.first = new Int32Array(entries);
    this.next = new Int32Array(entries);
    this.chunks = new Int32Array(entries);
  }
}

/** Sorts groups by their dictionary numbers, by radix sort. Reusable. */
export class NumberedGroups {
  readonly #places = new Int32Array(256);
  #numbers = new Int32Array(1 << 8);
  #order = new Int32Array(1 << 8);
  #otherNumbers = new Int32Array(1 << 8);
  #otherOrder = new Int32Array(1 << 8);

  /** The numbers, ascending, with the group of each. New strings get numbers. */
  sort({ size, ids }: EntryGroups, table: ReturnType<Dictionary['part']>): { readonly numbers: Int32Array; readonly order: Int32Array } {
    if (size > this.#numbers.length) this.#makeRoom(size * 2);
    const [numbers, order] = [this.#numbers, this.#order];
    let all = 0;
    for (let group = 0; group < size; group++) {
      const number = table.of(ids[group] as number);
      all |= number;
      numbers[group] = number;
      order[group] = group;
    }
    for (let shift = 0; shift < 32 && all >>> shift > 0; shift += 8) this.#sortBy(shift, size);
    return { numbers: this.#numbers, order: this.#order };
  }

  /** Stable sort by eight bits. */
  #sortBy(shift: number, size: number): void {
    const [places, numbers, order] = [this.#places, this.#numbers, this.#order];
    const [intoNumbers, intoOrder] = [this.#otherNumbers, this.#otherOrder];
    places.fill(0);
    for (let i = 0; i < size; i++) {
      const digit = ((numbers[i] as number) >> shift) & 255;
      places[digit] = (places[digit] as number) + 1;
    }
    for (let digit = 0, sum = 0; digit < 256; digit++) {
      const count = places[digit] as number;
      places[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < size; i++) {
      const number = numbers[i] as number;
      const digit = (number >> shift) & 255;
      const at = places[digit] as number;
      places[digit] = at + 1;
      intoNumbers[at] = number;
      intoOrder[at] = order[i] as number;
    }
    [this.#numbers, this.#otherNumbers] = [intoNumbers, numbers];
    [this.#order, this.#otherOrder] = [intoOrder, order];
  }

  #makeRoom(size: number): void {
    this.#numbers = new Int32Array(size);
    this.#order = new Int32Array(size);
    this.#otherNumbers = new Int32Array(size);
    this.#otherOrder = new Int32Array(size);
  }
}
