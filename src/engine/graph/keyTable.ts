/** The keys whose size is in the range of buckets, by id, as columns: it is read millions of times and allocates nothing. */

import { Space } from '../document.ts';
import { isVague } from '../naming/vague.ts';
import { grown } from '../util/growArray.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';

/** Weight of a key as a sign of the subject of its chunks, by whether one of them is about it: powers of two, or 0. */
interface KeyWeight {
  readonly mention: number;
  readonly subject: number;
}

const unknown = 255;

/** Sizes, texts and weights by key id; the columns are as long as the largest id requires. */
export class KeyTable {
  /** Number of chunks of the key; 0 if out of range. */
  sizes = new Uint8Array(1024);
  /** Scratch: all 0 between uses. */
  counts = new Int32Array(1024);
  /** Scratch: all 0 between uses. */
  roles = new Uint8Array(1024);
  /** Scratch: all 0 between uses. */
  definers = new Int32Array(1024);
  /** Scratch: ids, each at most once. */
  list = new Int32Array(1024);
  /** Index into `keyWeights`. */
  #weightClasses = new Uint8Array(1024).fill(unknown);
  #texts: (string | undefined)[] = new Array(1024);
  readonly #displayTexts = new Map<number, string>();

  /** Adds a key with `count` chunks; its text never changes. */
  add(id: number, text: string, count: number): void {
    if (id >= this.sizes.length) this.#grow(id);
    this.#texts[id] = text;
    this.sizes[id] = count;
  }

  /** Updates the number of chunks of a key. */
  resize(id: number, count: number): void {
    if (id < this.sizes.length) this.sizes[id] = isBucketSize(count) ? count : 0;
  }

  /** Number of chunks of the key; 0 if out of range. */
  sizeOf(id: number): number {
    return this.sizes[id] ?? 0;
  }

  /** Whether the key was added. */
  has(id: number): boolean {
    return this.#texts[id] !== undefined;
  }

  /** The text of a key that was added. */
  textOf(id: number): string {
    return this.#texts[id] as string;
  }

  /** The text without the letter of its space. */
  displayText(id: number): string {
    const known = this.#displayTexts.get(id);
    if (known !== undefined) return known;
    const text = this.textOf(id).slice(2);
    this.#displayTexts.set(id, text);
    return text;
  }

  /** Weight of the key as a sign of the subject of its chunks, by whether one of them is about it and defines it as a type; 0 for none. */
  weightOf(id: number, isSubject: boolean, isType: boolean): number {
    if (isType) return 1;
    let weightClass = this.#weightClasses[id] as number;
    if (weightClass === unknown) this.#weightClasses[id] = weightClass = weightClassOf(this.textOf(id));
    const { mention, subject } = keyWeights[weightClass] as KeyWeight;
    return isSubject ? subject : mention;
  }

  #grow(id: number): void {
    const length = Math.max(id + 1, this.sizes.length * 2);
    const [known, texts] = [this.#weightClasses.length, this.#texts];
    this.sizes = grown(this.sizes, length);
    this.#weightClasses = grown(this.#weightClasses, length).fill(unknown, known);
    this.counts = new Int32Array(length);
    this.roles = new Uint8Array(length);
    this.definers = new Int32Array(length);
    this.list = new Int32Array(length);
    this.#texts = new Array(length);
    for (let i = 0; i < texts.length; i++) this.#texts[i] = texts[i];
  }
}

/** Whether a key of so many chunks can make a bucket. */
export function isBucketSize(count: number): boolean {
  return count >= bucketLimits.minChunks && count <= bucketLimits.maxChunks;
}

const keyWeights: readonly KeyWeight[] = [
  { mention: 0, subject: 0 },
  { mention: 1 / 64, subject: 1 / 64 },
  { mention: 1 / 4, subject: 1 },
  { mention: 1 / 16, subject: 1 / 16 },
  { mention: 1 / 16, subject: 1 },
  { mention: 1 / 8, subject: 1 / 8 },
];

function weightClassOf(text: string): number {
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

/** Range of a bucket's chunk count, and the minimum share of them with a second key. */
export const bucketLimits = { minChunks: 3, maxChunks: 64, secondKeyShare: 0.15 } as const;
