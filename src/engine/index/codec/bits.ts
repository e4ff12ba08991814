/** Numbers of any width in a row of bits, low bits first; what documents are stored in. */

import { CorruptBytesError } from './bytes.ts';

/** The most bits that are written or read in one step. */
export const maxBits = 25;
/** A number with so many digits above its fixed ones is written as 32 bits. */
const maxDigits = 24;

/** Writes into a buffer that grows; one writer may be used for many documents. */
export class BitWriter {
  #view = new DataView(new ArrayBuffer(1 << 14));
  #length = 0;
  /** Bits that make no whole word yet, and how many. */
  #rest = 0;
  #restBits = 0;

  /** Forgets what was written and keeps the memory; the first bytes are left to the caller. */
  reset(before = 0): void {
    this.#length = before;
    this.#rest = 0;
    this.#restBits = 0;
  }

  /** What was written, to be read before the next call; the last byte is filled up with zeros. Nothing can be written any more. */
  end(): Uint8Array<ArrayBuffer> {
    const end = this.#length + ((this.#restBits + 7) >>> 3);
    this.#store(this.#rest);
    return new Uint8Array(this.#view.buffer, 0, end);
  }

  /** The low bits of a number that has no others; at most `maxBits`. */
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
   * An integer in [0, 2^32) that is mostly not far from 2^k: an exponential Golomb code of order k, 0 to 20. Throws RangeError for anything
   * else. See Solomon, "Data Compression", 3.7 (fourth edition).
   */
  golomb(value: number, k: number): void {
    const above = ((value >> k) + 1) | 0;
    if ((value | 0) !== value || above < 1 || above >= 1 << maxDigits) {
      this.#rare(value);
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

  #rare(value: number): void {
    if (!(value >= 0 && value <= 0xffffffff && Number.isInteger(value))) throw new RangeError(`no unsigned 32-bit integer: ${value}`);
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

/** Reads what a `BitWriter` wrote. Past the end there are zeros: `end` tells whether it was reached. */
export class BitReader {
  readonly #view: DataView;
  readonly #length: number;
  /** The next bit. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#length = bytes.length;
  }

  /** How many bits are left; below zero where more was read than there is. */
  get left(): number {
    return this.#length * 8 - this.#at;
  }

  /** The next `maxBits` bits in the low bits, without moving on. */
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

  /** What `BitWriter.golomb` wrote with the same `k`. Throws `CorruptBytesError` where no number begins so. */
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

  /** Throws `CorruptBytesError` where not all was read, or more. */
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
    if (digits < 0 || digits > maxDigits) throw new CorruptBytesError('no number begins with so many zeros');
    this.skip(digits + 1);
    if (digits === maxDigits) return this.word();
    const above = this.bits(digits) + 2 ** digits - 1;
    return above * 2 ** k + this.bits(k);
  }
}
