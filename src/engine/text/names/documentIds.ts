/**
 * The ids that one document holds, as small numbers in the order in which they come: what is counted by them lies close together.
 *
 * Every number has a serial that only grows, and each id remembers the last one it got, so nothing is ever cleared.
 */

import { grown } from '../../util/growArray.ts';

/** Serials start anew above this. */
const maxSerials = 1 << 30;

export class DocumentIds {
  size = 0;
  /** The id of each number. */
  ids = new Int32Array(1 << 10);
  /** Serial of the last number of each id; that of number n of this document is `#base` + n. */
  #serials = new Int32Array(1 << 12);
  #base = 1;

  startDocument(): void {
    this.#base += this.size;
    this.size = 0;
    if (this.#base < maxSerials) return;
    this.#serials.fill(0);
    this.#base = 1;
  }

  /** The number of an id; a new one at first sight. */
  numberOf(id: number): number {
    while (id >= this.#serials.length) this.#serials = grown(this.#serials);
    const known = (this.#serials[id] as number) - this.#base;
    if (known >= 0) return known;
    if (this.size === this.ids.length) this.ids = grown(this.ids);
    const number = this.size++;
    this.ids[number] = id;
    this.#serials[id] = this.#base + number;
    return number;
  }
}
