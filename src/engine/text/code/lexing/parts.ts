/** The words, strings and marks of a source as parallel columns, in order; what `lexer.ts` finds. */

/** The kind of a part; a directive is a whole line of a preprocessor. */
export const Part = { Word: 1, Mark: 2, String: 3, Directive: 4 } as const;

export class Parts {
  count = 0;
  kinds = new Uint8Array(0);
  starts = new Int32Array(0);
  /** Exclusive. */
  ends = new Int32Array(0);
  /** The hash of a word or of a directive's word; the code unit of a mark or of a string's quote. */
  values = new Int32Array(0);
  /** For an opening bracket the part that closes it, or the first part that cannot be in it; -1 otherwise. */
  matches = new Int32Array(0);
  /** The width of the white space before the first part of a line; -1 for others. */
  indents = new Int32Array(0);

  add(kind: number, start: number, end: number, value: number, indent: number): void {
    const at = this.count++;
    this.kinds[at] = kind;
    this.starts[at] = start;
    this.ends[at] = end;
    this.values[at] = value;
    this.matches[at] = -1;
    this.indents[at] = indent;
  }

  /** Removes all parts, and makes room for so many; unused pages take no physical memory. */
  clear(length: number): void {
    this.count = 0;
    if (this.kinds.length > length) return;
    const size = length * 2 + 1;
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.values = new Int32Array(size);
    this.matches = new Int32Array(size);
    this.indents = new Int32Array(size);
  }
}
