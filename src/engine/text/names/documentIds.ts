/**
 * Maps the ids in one document to small local numbers, in order of first occurrence, so that counters indexed by them lie close together.
 *
 * Every local number has an increasing serial, and each id remembers its last one, so nothing needs clearing.
 */

import { grown } from '../../util/growArray.ts';

/** Above this, serials restart. */
const maxSerials = 1 << 30;

export class DocumentIds {
  size = 0;
  /** The id of each local number. */
  ids = new Int32Array(1 << 10);
  /** Serial of each id's last local number; number n of this document has the serial `#base` + n. */
  #serials = new Int32Array(1 << 12);
  #base = 1;

  startDocument(): void {
    this.#base += this.size;
    this.size = 0;
    if (this.#base < maxSerials) return;
    this.#serials.fill(0);
    this.#base = 1;
  }

  /** The local number of an id; assigned if new, or below `first`. */
  numberOf(id: number, first = 0): number {
    while (id >= this.#serials.length) this.#serials = grown(this.#serials);
    const known = (this.#serials[id] as number) - this.#base;
    if (known >= first) return known;
    if (this.size === this.ids.length) this.ids = grown(this.ids);
    const number = this.size++;
    this.ids[number] = id;
    this.#serials[id] = this.#base + number;
    return number;
  }
}
