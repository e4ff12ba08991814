/**
 * A fixed prefix code (canonical Huffman): frequent symbols take fewer bits. Huffman, "A Method for the Construction of Minimum-Redundancy
 * Codes", 1952; codes are assigned by length, then by symbol. Cost: one look-up a symbol in either direction.
 */

import type { BitReader, BitWriter } from './bits.ts';

/** Maximum code length. */
const maxCodeBits = 12;

export class PrefixCode {
  /** By symbol: the code times 16, plus its length. */
  readonly #codes: Uint16Array;
  /** By the next bits: the symbol times 16, plus the length of its code. */
  readonly #symbols = new Uint16Array(1 << maxCodeBits);

  /** @param lengths code length of each symbol, one hexadecimal digit each; the code must be complete. */
  constructor(lengths: string) {
    this.#codes = new Uint16Array(lengths.length);
    const lengthOf = Array.from(lengths, (digit) => Number.parseInt(digit, 16));
    let code = 0;
    for (let length = 1; length <= maxCodeBits; length++, code *= 2) {
      for (let symbol = 0; symbol < lengths.length; symbol++) if (lengthOf[symbol] === length) this.#assign(symbol, code++, length);
    }
  }

  write(writer: BitWriter, symbol: number): void {
    const code = this.#codes[symbol] as number;
    writer.bits(code >> 4, code & 15);
  }

  read(reader: BitReader): number {
    const found = this.#symbols[reader.peek() & ((1 << maxCodeBits) - 1)] as number;
    reader.skip(found & 15);
    return found >> 4;
  }

  #assign(symbol: number, code: number, length: number): void {
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    this.#codes[symbol] = (reversed << 4) | length;
    for (let next = reversed; next < 1 << maxCodeBits; next += 1 << length) this.#symbols[next] = (symbol << 4) | length;
  }
}
