/**
 * A dictionary that interns strings as dense ids. One lexicon each for terms, keys and titles serves all folders of a process, so an id means
 * the same in every segment. Strings are never dropped while the
 * process runs; nothing may depend on the order of ids.
 *
 * The texts lie in one buffer, one byte per unit if all units are below 256 and two otherwise, found by open addressing on FNV-1a: some 26
 * bytes for a short text, a third of what a map of strings takes; a text given as bytes is looked up without decoding.
 * The hash is seeded with a random number, saved with the index, so that no file can be crafted whose words all collide; ids do not depend on it.
 * Cost: some ten nanoseconds plus two per unit; no allocation for a known string.
 */

import { grown } from '../../util/growArray.ts';
import { hashBasis, hashFactor, mixed } from './wordHash.ts';

const slotBytes = 4;
const minSlots = 1 << 9;
/** Code units that are decoded at once. */
const block = 1024;

/** Bytes that may be packed: [from, to) of `space` is valid once unpacked. */
export interface Packed {
  readonly space: Uint8Array<ArrayBuffer>;
  /** Unpacks a range, by default everything. */
  unpack(from?: number, to?: number): void;
}

/** The memory image of a lexicon; see the fields of `Lexicon`. */
export interface LexiconImage<Bytes> {
  readonly seed: number;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly bytes: Bytes;
  /** As bytes. */
  readonly slots: Bytes;
}

export class Lexicon {
  #seed: number;
  /** Each text with a flag byte before it: 1 if its units take two bytes. */
  #bytes = new Uint8Array(1 << 12);
  /** Start of each text; the entry after the last is the start of the next one. */
  #starts = new Uint32Array(1 << 8);
  /** Id plus one; 0 is free. At least twice as many slots as texts. */
  #slots = new Int32Array(minSlots);
  #size = 0;
  /** Set while parts of the bytes and slots may still be packed. */
  #packed: Pick<LexiconImage<Packed>, 'bytes' | 'slots'> | undefined;

  /** @param seed of the hash, any 32 bits. */
  constructor(seed = hashBasis) {
    this.#seed = seed | 0;
  }

  get size(): number {
    return this.#size;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#bytes.length + this.#starts.byteLength + this.#slots.byteLength;
  }

  /** A snapshot for the `adopt` of another lexicon; it does not change when this one grows. */
  image(): LexiconImage<Uint8Array<ArrayBuffer>> {
    this.#unpack();
    const bytes = this.#bytes.subarray(0, this.#starts[this.#size]);
    return { seed: this.#seed, starts: this.#starts.subarray(0, this.#size + 1), bytes, slots: new Uint8Array(this.#slots.slice().buffer) };
  }

  /**
   * Adds the texts of an image; returns their ids, in order, or undefined if these are 0, 1, and so on. An empty lexicon takes over the image and
   * unpacks it on demand.
   */
  adopt({ seed, starts, bytes, slots }: LexiconImage<Packed>): Int32Array | undefined {
    const count = starts.length - 1;
    if (this.#size === 0) {
      this.#seed = seed;
      this.#starts = starts;
      this.#bytes = bytes.space;
      this.#slots = new Int32Array(slots.space.buffer);
      this.#size = count;
      this.#packed = { bytes, slots };
      return undefined;
    }
    bytes.unpack();
    const ids = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const from = starts[i] as number;
      ids[i] = this.internBytes(bytes.space, from + 1, starts[i + 1] as number, bytes.space[from] === 1);
    }
    return ids;
  }

  /** A lexicon of these texts alone; the i-th gets the id i. The ids must be distinct. */
  of(ids: Int32Array): Lexicon {
    const own = new Lexicon(this.#seed);
    for (const id of ids) {
      const { bytes, from, to, isWide } = this.bytesOf(id);
      own.internBytes(bytes, from, to, isWide);
    }
    return own;
  }

  /** The id of a string after a prefix, added if new. */
  intern(text: string, head = ''): number {
    const isWide = encode(head, text);
    return this.internBytes(encoded, 0, (head.length + text.length) * (isWide ? 2 : 1), isWide);
  }

  /** As `intern`, for a text given as bytes in [from, to): two per unit, little-endian, if `isWide`. */
  internBytes(bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
    const hash = hashBytes(this.#seed, bytes, from, to, isWide);
    const slot = this.#slotOf(hash, bytes, from, to, isWide);
    const known = (this.#slots[slot] as number) - 1;
    if (known >= 0) return known;
    const start = this.#roomFor(to - from);
    for (let i = from, k = start; i < to; i++, k++) this.#bytes[k] = bytes[i] as number;
    return this.#add(slot, start + to - from, isWide);
  }

  /** The id of a string, or -1. */
  find(text: string): number {
    const isWide = encode('', text);
    const length = text.length * (isWide ? 2 : 1);
    const slot = this.#slotOf(hashBytes(this.#seed, encoded, 0, length, isWide), encoded, 0, length, isWide);
    return (this.#slots[slot] as number) - 1;
  }

  /** The string of an id below `size`. */
  text(id: number): string {
    const { bytes, from, to, isWide } = this.bytesOf(id);
    const units = isWide ? Uint16Array.from({ length: (to - from) / 2 }, (_, i) => unitAt(bytes, from + i * 2)) : bytes.subarray(from, to);
    if (units.length <= block) return String.fromCharCode.apply(null, units as unknown as number[]);
    let text = '';
    for (let at = 0; at < units.length; at += block) text += String.fromCharCode(...units.subarray(at, at + block));
    return text;
  }

  /** The bytes of a text, valid until the next change, and whether they are two per unit. */
  bytesOf(id: number): { readonly bytes: Uint8Array; readonly from: number; readonly to: number; readonly isWide: boolean } {
    const [start, to] = [this.#starts[id] as number, this.#starts[id + 1] as number];
    if (this.#packed !== undefined) this.#packed.bytes.unpack(start, to);
    return { bytes: this.#bytes, from: start + 1, to, isWide: this.#bytes[start] === 1 };
  }

  /** The slot of a text, or the free one where it would go. */
  #slotOf(hash: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask, left = slots.length; left > 0; left--, slot = (slot + 1) & mask) {
      if (this.#packed !== undefined) this.#unpackAt(slot);
      const id = (slots[slot] as number) - 1;
      if (id < 0 || this.#isText(id, bytes, from, to, isWide)) return slot;
    }
    // All slots are taken, which never happens in our tables: this one was adopted from a crafted file.
    this.#growSlots();
    return this.#slotOf(hash, bytes, from, to, isWide);
  }

  #isText(id: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): boolean {
    const kept = this.#bytes;
    const start = (this.#starts[id] as number) + 1;
    if ((this.#starts[id + 1] as number) - start !== to - from || kept[start - 1] !== (isWide ? 1 : 0)) return false;
    for (let i = from, k = start; i < to; i++, k++) if (bytes[i] !== kept[k]) return false;
    return true;
  }

  /** Unpacks a slot and the text whose id it holds. */
  #unpackAt(slot: number): void {
    const { slots, bytes } = this.#packed as LexiconImage<Packed>;
    slots.unpack(slot * slotBytes, (slot + 1) * slotBytes);
    const id = (this.#slots[slot] as number) - 1;
    if (id >= 0) bytes.unpack(this.#starts[id], this.#starts[id + 1]);
  }

  #unpack(): void {
    this.#packed?.bytes.unpack();
    this.#packed?.slots.unpack();
    this.#packed = undefined;
  }

  /** Makes room for a text of `size` bytes; returns where it goes. */
  #roomFor(size: number): number {
    if (this.#packed !== undefined) this.#unpack();
    const start = (this.#starts[this.#size] as number) + 1;
    if (start + size > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(start + size, this.#bytes.length * 1.5));
    if (this.#size + 1 === this.#starts.length) this.#starts = grown(this.#starts, this.#starts.length * 1.5);
    return start;
  }

  /** Commits the text whose bytes were written. Nothing has changed before, so a time limit may abort the work at any earlier step. */
  #add(slot: number, end: number, isWide: boolean): number {
    const id = this.#size;
    this.#bytes[this.#starts[id] as number] = isWide ? 1 : 0;
    this.#starts[id + 1] = end;
    this.#slots[slot] = id + 1;
    this.#size = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return id;
  }

  #growSlots(): void {
    this.#unpack();
    const starts = this.#starts.subarray(0, this.#size + 1);
    this.#slots = makeSlots({ seed: this.#seed, starts, bytes: this.#bytes }, this.#slots.length * 2);
  }
}

/** The slots of a lexicon: a power of two of them, by default the smallest that suffices. */
export function makeSlots(
  { seed, starts, bytes }: Omit<LexiconImage<Uint8Array>, 'slots'>,
  count = Math.max(minSlots, 2 ** Math.ceil(Math.log2(2 * starts.length))),
): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(count);
  const mask = count - 1;
  for (let id = 0; id + 1 < starts.length; id++) {
    const [start, to] = [starts[id] as number, starts[id + 1] as number];
    let slot = hashBytes(seed, bytes, start + 1, to, bytes[start] === 1) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
  return slots;
}

function hashBytes(seed: number, bytes: Uint8Array, from: number, to: number, isWide: boolean): number {
  let hash = isWide ? ~seed : seed;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), hashFactor);
  return mixed(hash);
}

function unitAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

/** Reused for each text. */
let encoded = new Uint8Array(1 << 9);

/** Puts the bytes of a text after a prefix, of which all units are below 256, in `encoded`; returns whether they are two per unit. */
function encode(head: string, text: string): boolean {
  const length = head.length + text.length;
  if (encoded.length < length * 2) encoded = new Uint8Array(length * 4);
  let size = 0;
  for (let i = 0; i < head.length; i++) encoded[size++] = head.charCodeAt(i);
  let units = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    encoded[size++] = unit;
    units |= unit;
  }
  if (units < 256) return false;
  const whole = head + text;
  for (let i = 0; i < length; i++) {
    const unit = whole.charCodeAt(i);
    encoded[i * 2] = unit & 255;
    encoded[i * 2 + 1] = unit >>> 8;
  }
  return true;
}

/** The lexicons shared by all segments of a process. */
export interface Lexicons {
  readonly terms: Lexicon;
  readonly keys: Lexicon;
  readonly titles: Lexicon;
}

/** Empty lexicons. `seed` is that of their hashes; a process that reads untrusted files should pass a random one. */
export function createLexicons(seed?: number): Lexicons {
  return { terms: new Lexicon(seed), keys: new Lexicon(seed), titles: new Lexicon(seed) };
}
