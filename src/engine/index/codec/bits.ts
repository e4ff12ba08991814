/** Bit streams of numbers of any width, low bits first: the format of stored documents. */

import { CorruptBytesError } from './bytes.ts';

/** Maximum number of bits written or read in one step. */
export const maxBits = 25;
/** Numbers with this many digits above the fixed ones are escaped to 32 bits. */
const maxDigits = 24;

/** Writes into a growing buffer; reusable for many documents. */
export class BitWriter {
  #view = new DataView(new ArrayBuffer(1 << 14));
  #length = 0;
  /** Bits that do not fill a word yet, and their number. */
  #rest = 0;
  #restBits = 0;

  /** Clears the stream and keeps the buffer; the first `before` bytes are left to the caller. */
  reset(before = 0): void {
    this.#length = before;
    this.#rest = 0;
    this.#restBits = 0;
  }

  /** The stream, padded with zeros to a byte, valid until the next call. Nothing can be written afterwards. */
  end(): Uint8Array<ArrayBuffer> {
    const end = this.#length + ((this.#restBits + 7) >>> 3);
    this.#store(this.#rest);
    return new Uint8Array(this.#view.buffer, 0, end);
  }

  /** The low `count` bits of a number without higher ones; at most `maxBits`. */
  bits(value: number, count: number): void {
    const restBits = this.#restBits;
    const sum = restBits + count;
    this.#rest |= value << restBits;
    this.#restBits = sum;
    if (sum < 32) return;
    this.#store(this.#rest);
    this.#rest = value >>> (32 - restBits);
    this.#restBits = sum - 32;
  }

  /**
   * An integer in [0, 2^32), usually close to 2^k: an exponential Golomb code of order k, 0 to 20. Throws `RangeError` for anything else.
   * See Solomon, "Data Compression", 3.7 (fourth edition).
   */
  golomb(value: number, k: number): void {
    const above = ((value >> k) + 1) | 0;
    if ((value | 0) !== value || above < 1 || above >= 1 << maxDigits) {
      this.#escaped(value);
      return;
    }
    const digits = 31 - Math.clz32(above);
    const high = ((above << 1) - (1 << (digits + 1))) | 1;
    if (2 * digits + 1 + k <= maxBits) {
      this.bits((((value & ((1 << k) - 1)) << (digits + 1)) << digits) | (high << digits), 2 * digits + 1 + k);
    } else {
      this.bits(1 << digits, digits + 1);
      this.bits(above - (1 << digits), digits);
      this.bits(value & ((1 << k) - 1), k);
    }
  }

  /** Any 32 bits, unsigned. */
  word(value: number): void {
    this.bits(value & 0xffff, 16);
    this.bits(value >>> 16, 16);
  }

  #escaped(value: number): void {
    if (!(value >= 0 && value <= 0xffffffff && Number.isInteger(value))) throw new RangeError(`not an unsigned 32-bit integer: ${value}`);
    this.bits(1 << maxDigits, maxDigits + 1);
    this.word(value);
  }

  #store(word: number): void {
    if (this.#length + 4 > this.#view.byteLength) this.#grow();
    this.#view.setInt32(this.#length, word, true);
    this.#length += 4;
  }

  #grow(): void {
    const grown = new Uint8Array(this.#view.byteLength * 2);
    grown.set(new Uint8Array(this.#view.buffer));
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads what a `BitWriter` wrote. Past the end there are zeros; `end` checks for that. */
export class BitReader {
  readonly #view: DataView;
  readonly #length: number;
  /** Offset of the next bit. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#length = bytes.length;
  }

  /** Number of bits left; negative if more was read than there is. */
  get left(): number {
    return this.#length * 8 - this.#at;
  }

  /** Peeks at the next `maxBits` bits, as low bits. */
  peek(): number {
    const at = this.#at >>> 3;
    const word = at + 4 <= this.#length ? this.#view.getInt32(at, true) : this.#lastWord(at);
    return word >> (this.#at & 7);
  }

  skip(count: number): void {
    this.#at += count;
  }

  bits(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.#at += count;
    return value;
  }

  /** Reads what `BitWriter.golomb` wrote with the same `k`. Throws `CorruptBytesError` for an invalid code. */
  golomb(k: number): number {
    const next = this.peek();
    const digits = 31 - Math.clz32(next & -next);
    const size = 2 * digits + 1 + k;
    if (digits >= 0 && size <= maxBits) {
      this.#at += size;
      const above = ((next >>> (digits + 1)) & ((1 << digits) - 1)) + (1 << digits) - 1;
      return (above << k) | ((next >>> (2 * digits + 1)) & ((1 << k) - 1));
    }
    return this.#longGolomb(digits, k);
  }

  word(): number {
    const low = this.bits(16);
    return low + this.bits(16) * 0x10000;
  }

  /** Throws `CorruptBytesError` unless exactly everything was read. */
  end(): void {
    if (this.left < 0) throw new CorruptBytesError('the bytes end too early');
    if (this.left >= 8) throw new CorruptBytesError(`${this.left >>> 3} bytes follow the last chunk`);
    if (this.bits(this.left) !== 0) throw new CorruptBytesError('bits follow the last chunk');
  }

  #lastWord(at: number): number {
    let word = 0;
    for (let i = at; i < this.#length; i++) word |= this.#view.getUint8(i) << ((i - at) * 8);
    return word;
  }

  #longGolomb(digits: number, k: number): number {
    if (digits < 0 || digits > maxDigits) throw new CorruptBytesError('no number starts with so many zeros');
    this.skip(digits + 1);
    if (digits === maxDigits) return this.word();
    const above = this.bits(digits) + 2 ** digits - 1;
    return above * 2 ** k + this.bits(k);
  }
}
