/**
 * Strings to dense ids, each string kept once. One lexicon each of terms, keys and titles serves all folders of a process, so an id means
 * the same in every segment. Ids only ever grow; nothing may depend on their order.
 *
 * The texts lie in one buffer, one byte a unit where all units are below 256 and two otherwise, found by open addressing on FNV-1a:
 * about 30 bytes for a short text, a third of what a map of strings takes, and a text that comes as bytes is looked up as it is.
 * The hash begins with a number drawn at load, so that no file can be made whose words all collide; ids do not depend on it.
 */

import { randomInt } from 'node:crypto';

const hashSeed = randomInt(2 ** 31);

export class Lexicon {
  /** Each text with a byte before it: 1 where its units take two bytes. */
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  /** Where each text begins; the entry after the last is where the next will. */
  #starts = new Uint32Array(1 << 8);
  #hashes = new Int32Array(1 << 8);
  /** Id plus one; 0 is free. Twice as many slots as texts at least. */
  #slots = new Int32Array(1 << 9);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#bytes.length + this.#starts.byteLength + this.#hashes.byteLength + this.#slots.byteLength;
  }

  /** The id of a string, a new one at first sight. */
  intern(text: string): number {
    const { bytes, isWide } = bytesOf(text);
    return this.internBytes(bytes, 0, bytes.length, isWide);
  }

  /** As `intern`, for the text whose units stand in `bytes` from `from` to `to`: two bytes a unit, low one first, where `isWide`. */
  internBytes(bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
    const hash = hashOf(bytes, from, to, isWide);
    const slot = this.#slotOf(hash, bytes, from, to, isWide);
    const known = (this.#slots[slot] as number) - 1;
    return known >= 0 ? known : this.#add(hash, slot, bytes, from, to, isWide);
  }

  /** The id of a string, or -1. */
  find(text: string): number {
    const { bytes, isWide } = bytesOf(text);
    const slot = this.#slotOf(hashOf(bytes, 0, bytes.length, isWide), bytes, 0, bytes.length, isWide);
    return (this.#slots[slot] as number) - 1;
  }

  /** The string of an id below `size`. */
  text(id: number): string {
    const start = this.#starts[id] as number;
    const end = this.#starts[id + 1] as number;
    return this.#bytes.toString(this.#bytes[start] === 1 ? 'utf16le' : 'latin1', start + 1, end);
  }

  /** The bytes of a text, a view to be read at once, and whether they are two a unit. */
  bytesOf(id: number): { readonly bytes: Uint8Array; readonly isWide: boolean } {
    const start = this.#starts[id] as number;
    return { bytes: this.#bytes.subarray(start + 1, this.#starts[id + 1] as number), isWide: this.#bytes[start] === 1 };
  }

  /** The slot that holds the text, or the free one where it would be. */
  #slotOf(hash: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0 || (this.#hashes[id] === hash && this.#isText(id, bytes, from, to, isWide))) return slot;
    }
  }

  #isText(id: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): boolean {
    const kept = this.#bytes;
    const start = (this.#starts[id] as number) + 1;
    if ((this.#starts[id + 1] as number) - start !== to - from || kept[start - 1] !== (isWide ? 1 : 0)) return false;
    for (let i = from, k = start; i < to; i++, k++) if (bytes[i] !== kept[k]) return false;
    return true;
  }

  #add(hash: number, slot: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
    const id = this.#size++;
    const start = this.#starts[id] as number;
    const end = start + 1 + to - from;
    if (end > this.#bytes.length) this.#growBytes(end);
    this.#bytes[start] = isWide ? 1 : 0;
    for (let i = from, k = start + 1; i < to; i++, k++) this.#bytes[k] = bytes[i] as number;
    if (id + 1 === this.#starts.length) this.#growIds();
    this.#starts[id + 1] = end;
    this.#hashes[id] = hash;
    this.#slots[slot] = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return id;
  }

  #growBytes(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(least, Math.ceil(this.#bytes.length * 1.5)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #growIds(): void {
    const size = Math.ceil(this.#starts.length * 1.5);
    const starts = new Uint32Array(size);
    starts.set(this.#starts);
    this.#starts = starts;
    const hashes = new Int32Array(size);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = (this.#hashes[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
  let hash = isWide ? ~hashSeed : hashSeed;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  // The low bits alone depend on few bits of the last bytes.
  return hash ^ (hash >>> 15);
}

function bytesOf(text: string): { readonly bytes: Uint8Array; readonly isWide: boolean } {
  let isWide = false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) isWide = true;
  return { bytes: Buffer.from(text, isWide ? 'utf16le' : 'latin1'), isWide };
}

/** The lexicons that segments of one process share. */
export interface Lexicons {
  readonly terms: Lexicon;
  readonly keys: Lexicon;
  readonly titles: Lexicon;
  /** The serial of the next chunk that is placed in a segment: no two chunks ever have the same. */
  readonly serials: { next: number };
}

export function createLexicons(): Lexicons {
  return { terms: new Lexicon(), keys: new Lexicon(), titles: new Lexicon(), serials: { next: 0 } };
}
