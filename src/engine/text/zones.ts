/** The comments and strings of a text as ranges, found by `code/lexing/lexer.ts`. */

import { grown } from '../util/growArray.ts';
import { lex } from './code/lexing/lexer.ts';
import { Parts } from './code/lexing/parts.ts';
import { Zone } from './code/lexing/zone.ts';
import type { Comments } from './code/syntax.ts';
import { tokenize } from './words/tokens.ts';

const parts = new Parts();

/** Ranges of a text in order, such as its comments and strings: valid until the next `find` or `clear`. */
export class ZoneList {
  count = 0;
  starts = new Int32Array(1 << 8);
  /** Exclusive. */
  ends = new Int32Array(1 << 8);
  /** `Zone.Comment`, `Zone.String`, or any other kind that was added; at most 255. */
  kinds = new Uint8Array(1 << 8);
  #cursor = 0;

  find(text: string, comments: Comments): this {
    this.clear();
    lex(text, tokenize(text), comments, this, parts);
    return this;
  }

  clear(): void {
    this.count = this.#cursor = 0;
  }

  /** The zone of an offset, or 0. Cost: constant for offsets that ascend. */
  zoneAt(offset: number): number {
    if (this.#cursor > 0 && offset < (this.ends[this.#cursor - 1] as number)) this.#cursor = 0;
    while (this.#cursor < this.count && (this.ends[this.#cursor] as number) <= offset) this.#cursor++;
    return this.#cursor < this.count && offset >= (this.starts[this.#cursor] as number) ? (this.kinds[this.#cursor] as number) : Zone.Code;
  }

  /** Adds a range, unless it is empty or overlaps the last one. */
  add(from: number, to: number, zone: number): void {
    if (to <= from || (this.count > 0 && from < (this.ends[this.count - 1] as number))) return;
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
      this.kinds = grown(this.kinds);
    }
    this.starts[this.count] = from;
    this.ends[this.count] = to;
    this.kinds[this.count++] = zone;
  }

  /** The zone of every code unit of a text of this length. */
  toUnits(length: number): Uint8Array {
    const units = new Uint8Array(length);
    for (let i = 0; i < this.count; i++) units.fill(this.kinds[i] as number, this.starts[i], this.ends[i]);
    return units;
  }
}
