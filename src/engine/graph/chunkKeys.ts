/** The keys of a reader's chunks that can make buckets, fetched once; those of a chunk are in [`startOf`, `endOf`). */

import type { IndexReader } from '../index/reader.ts';
import { grown } from '../util/growArray.ts';
import type { KeyTable } from './keyTable.ts';

/** Keys and roles of the loaded chunks, as columns. */
export class ChunkKeys {
  ids = new Int32Array(1024);
  roles = new Uint8Array(1024);
  readonly #reader: IndexReader;
  readonly #keys: KeyTable;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #size = 0;

  /** @param keys must have the current sizes before anything is loaded. */
  constructor(reader: IndexReader, keys: KeyTable) {
    this.#reader = reader;
    this.#keys = keys;
    this.#starts = new Int32Array(reader.chunkCount).fill(-1);
    this.#ends = new Int32Array(reader.chunkCount);
  }

  /** Bits of `Trait` of each chunk. */
  get traits(): Uint8Array {
    return this.#reader.traits;
  }

  /** Fetches the keys of all chunks in the lists that are not loaded yet. */
  async load(lists: Iterable<ArrayLike<number>>): Promise<void> {
    const missing: number[] = [];
    for (const chunks of lists) {
      for (let i = 0; i < chunks.length; i++) {
        const chunk = chunks[i] as number;
        if (this.#starts[chunk] !== -1) continue;
        this.#starts[chunk] = 0;
        missing.push(chunk);
      }
    }
    if (missing.length > 0) await this.#fetch(missing);
  }

  startOf(chunk: number): number {
    return this.#starts[chunk] as number;
  }

  endOf(chunk: number): number {
    return this.#ends[chunk] as number;
  }

  async #fetch(missing: readonly number[]): Promise<void> {
    const { offsets, ids, roles } = await this.#reader.chunkKeyColumns(missing);
    const { sizes } = this.#keys;
    if (this.#size + ids.length > this.ids.length) this.#grow(this.#size + ids.length);
    let size = this.#size;
    for (let m = 0; m < missing.length; m++) {
      this.#starts[missing[m] as number] = size;
      const end = offsets[m + 1] as number;
      for (let i = offsets[m] as number; i < end; i++) {
        const id = ids[i] as number;
        if (id >= sizes.length || sizes[id] === 0) continue;
        this.ids[size] = id;
        this.roles[size++] = roles[i] as number;
      }
      this.#ends[missing[m] as number] = size;
    }
    this.#size = size;
  }

  #grow(min: number): void {
    this.ids = grown(this.ids, Math.max(min, this.ids.length * 2));
    this.roles = grown(this.roles, this.ids.length);
  }
}
