/** The keys of a size that matters, by their id, in columns: millions of questions are put to it, and none makes an object. */

import { Space } from '../document.ts';
import { isVague } from '../naming/vague.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';

/** What a key says of what chunks are about that hold it, by whether one of them is its subject: powers of two, or 0. */
interface Worth {
  readonly mention: number;
  readonly subject: number;
}

const unknown = 255;

/** Sizes, texts and worths by key id; the columns are as long as the largest id needs. */
export class KeyTable {
  /** Chunks that hold the key; 0 where they are too few or too many. */
  sizes = new Uint8Array(1024);
  /** Scratch: 0 between two uses. */
  counts = new Int32Array(1024);
  /** Scratch: 0 between two uses. */
  roles = new Uint8Array(1024);
  /** Scratch: ids, each at most once. */
  list = new Int32Array(1024);
  /** Position among `worths`. */
  #worths = new Uint8Array(1024).fill(unknown);
  #texts: (string | undefined)[] = new Array(1024);
  readonly #shown = new Map<number, string>();

  /** Notes a key that `count` chunks hold; its text is known for good. */
  add(id: number, text: string, count: number): void {
    if (id >= this.sizes.length) this.#grow(id);
    this.#texts[id] = text;
    this.sizes[id] = count;
  }

  /** Notes that so many chunks hold a key that was added before. */
  resize(id: number, count: number): void {
    if (id < this.sizes.length) this.sizes[id] = isSized(count) ? count : 0;
  }

  /** Chunks that hold the key; 0 where they are too few or too many. */
  sizeOf(id: number): number {
    return this.sizes[id] ?? 0;
  }

  /** Whether the key was added. */
  knows(id: number): boolean {
    return this.#texts[id] !== undefined;
  }

  /** The text of a key that was added. */
  textOf(id: number): string {
    return this.#texts[id] as string;
  }

  /** The text without the letter of its space. */
  shownText(id: number): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const text = this.textOf(id).slice(2);
    this.#shown.set(id, text);
    return text;
  }

  /** How much the key says of what chunks are about, one of which is its subject or not; 0 where it tells nothing. */
  worthOf(id: number, isSubject: boolean): number {
    let place = this.#worths[id] as number;
    if (place === unknown) this.#worths[id] = place = placeOfWorth(this.textOf(id));
    const { mention, subject } = worths[place] as Worth;
    return isSubject ? subject : mention;
  }

  #grow(id: number): void {
    const length = Math.max(id + 1, this.sizes.length * 2);
    const [sizes, known, texts] = [this.sizes, this.#worths, this.#texts];
    this.sizes = new Uint8Array(length);
    this.sizes.set(sizes);
    this.#worths = new Uint8Array(length).fill(unknown);
    this.#worths.set(known);
    this.counts = new Int32Array(length);
    this.roles = new Uint8Array(length);
    this.list = new Int32Array(length);
    this.#texts = new Array(length);
    for (let i = 0; i < texts.length; i++) this.#texts[i] = texts[i];
  }
}

/** Whether so many chunks can make a bucket. */
export function isSized(count: number): boolean {
  return count >= bucketLimits.minChunks && count <= bucketLimits.maxChunks;
}

const worths: readonly Worth[] = [
  { mention: 0, subject: 0 },
  { mention: 1 / 64, subject: 1 / 64 },
  { mention: 1 / 4, subject: 1 },
  { mention: 1 / 16, subject: 1 / 16 },
  { mention: 1 / 16, subject: 1 },
  { mention: 1 / 8, subject: 1 / 8 },
];

function placeOfWorth(text: string): number {
  if (!isSubjectKey(text)) return 0;
  if (isVague(text)) return 1;
  switch (text[0]) {
    case Space.Symbol:
      return 2;
    case Space.Name:
      if (/\d/.test(text)) return 3;
      return text.includes(' ') ? 2 : 4;
    default:
      return 5;
  }
}

/** Chunks that a bucket has, and the least share of them that a second key holds. */
export const bucketLimits = { minChunks: 3, maxChunks: 64, secondKeyShare: 0.15 } as const;
