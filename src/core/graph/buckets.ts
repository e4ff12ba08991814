/**
 * Buckets: all chunks that hold one key, where that says that they belong together.
 *
 * A bucket has 3 to 64 chunks, its key tells a subject, a symbol among them is defined there, and a second, independent key of that size
 * is in several of them. Source: MeshRAG section 3.2, where a bucket is a band of a signature and the information criterion judges it;
 * the second key stands in for the criterion. Whether a key makes a bucket depends on its chunks and on the sizes of their keys alone.
 * Cost: the keys of the chunks.
 */

import { Role, Space } from '../document.ts';
import { hash64 } from '../hash/hash.ts';
import type { IndexReader } from '../retrieve/reader.ts';
import { isTelling } from '../retrieve/telling.ts';
import { isCommonWord } from './vague.ts';

export const bucketLimits = { fewestChunks: 3, mostChunks: 64, secondKeyShare: 0.15 } as const;

/** A key that 3 to 64 chunks hold. */
export interface SizedKey {
  readonly id: number;
  readonly text: string;
  size: number;
}

export interface Bucket {
  readonly key: SizedKey;
  /** Ids of its chunks, ascending. */
  members: Int32Array;
  /** How many they were when it was made. */
  readonly size: number;
  /** The power of two of its size, and the hash of its key: its priority; see `leaders.ts`. */
  readonly level: number;
  readonly high: number;
  readonly low: number;
  /** The bucket whose community it is part of: itself where it leads one; undefined while that is open. */
  leader: Bucket | undefined;
  /** Scratch: the chunks it shares with the bucket that is being decided; 0 between two decisions. */
  shared: number;
  /** Those that join it where it leads. */
  readonly joined: Set<Bucket>;
}

export function isSized(count: number): boolean {
  return count >= bucketLimits.fewestChunks && count <= bucketLimits.mostChunks;
}

export function levelOf(count: number): number {
  return 31 - Math.clz32(count);
}

export function createBucket(key: SizedKey, members: Int32Array): Bucket {
  const { high, low } = hash64(key.text);
  return { key, members, size: members.length, level: levelOf(members.length), high, low, leader: undefined, shared: 0, joined: new Set() };
}

/** The keys of the chunks of one reader, fetched once: those of a chunk are in [`startOf`, `endOf`) of the columns. */
export class ChunkKeys {
  ids = new Int32Array(1024);
  roles = new Uint8Array(1024);
  readonly #reader: IndexReader;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #size = 0;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.#starts = new Int32Array(reader.chunkCount).fill(-1);
    this.#ends = new Int32Array(reader.chunkCount);
  }

  /** Fetches what is not known yet of some chunks. */
  async load(chunks: Iterable<number>): Promise<void> {
    const missing: number[] = [];
    for (const chunk of chunks) {
      if (this.#starts[chunk] !== -1) continue;
      this.#starts[chunk] = 0;
      missing.push(chunk);
    }
    if (missing.length === 0) return;
    const { offsets, ids, roles } = await this.#reader.chunkKeyColumns(missing);
    if (this.#size + ids.length > this.ids.length) this.#grow(this.#size + ids.length);
    this.ids.set(ids, this.#size);
    this.roles.set(roles, this.#size);
    for (const [i, chunk] of missing.entries()) {
      this.#starts[chunk] = this.#size + (offsets[i] as number);
      this.#ends[chunk] = this.#size + (offsets[i + 1] as number);
    }
    this.#size += ids.length;
  }

  startOf(chunk: number): number {
    return this.#starts[chunk] as number;
  }

  endOf(chunk: number): number {
    return this.#ends[chunk] as number;
  }

  #grow(least: number): void {
    const [ids, roles] = [this.ids, this.roles];
    this.ids = new Int32Array(Math.max(least, ids.length * 2));
    this.roles = new Uint8Array(this.ids.length);
    this.ids.set(ids);
    this.roles.set(roles);
  }
}

/** Keys by their id; only those of a size that matters. */
export type KeyTable = readonly (SizedKey | undefined)[];

/** Whether a key may hold a community together, by its text and by what its chunks do with it (bits of `Role`). */
export function mayLead(text: string, roles: number): boolean {
  if (!isTelling(text) || isCommonWord(text)) return false;
  // A symbol that is defined nowhere is a library's: what calls `forEach` or `setTimeout` has no subject in common.
  return text[0] !== Space.Symbol || (roles & (Role.Defines | Role.Title | Role.Heading)) !== 0;
}

/** Whether a second key, independent of the first, is in enough of its chunks. The chunks' keys must be loaded. */
export function hasSecondKey(key: SizedKey, members: Int32Array, chunkKeys: ChunkKeys, keys: KeyTable): boolean {
  const needed = Math.max(2, Math.ceil(members.length * bucketLimits.secondKeyShare));
  const counts = new Map<number, number>();
  const { ids, roles } = chunkKeys;
  for (let m = 0; m < members.length; m++) {
    const chunk = members[m] as number;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const id = ids[i] as number;
      const other = keys[id];
      if (other === undefined || other === key || roles[i] === Role.Title) continue;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count === needed && other.text[0] !== Space.Path && areIndependent(other.text, key.text)) return true;
    }
  }
  return false;
}

function areIndependent(a: string, b: string): boolean {
  const x = ` ${a.slice(2).toLowerCase()} `;
  const y = ` ${b.slice(2).toLowerCase()} `;
  return !x.includes(y) && !y.includes(x);
}
