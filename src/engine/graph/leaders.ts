/**
 * Which buckets lead communities and which join them, kept right while buckets come, change and go.
 *
 * Taken by size (in powers of two, largest first) and hash, a bucket joins the leader before it that it overlaps most, by more than
 * 65 % of the smaller one; where there is none it leads. So the leaders are the greedy maximal independent set under a fixed priority:
 * a function of the buckets, whatever the history. Repaired as one repairs such a set (cf. Censor-Hillel, Haramaty and Karnin, Optimal
 * dynamic distributed MIS, 2016): what has changed is decided anew in the order of priority, and only a bucket that begins or ceases to
 * lead makes those after it that share a chunk with it be decided anew.
 * Deviation from MeshRAG section 3.2, which merges pairs to a fixed point: that percolates, and depends on the order.
 * Cost: the keys of the chunks of every bucket that is decided anew.
 */

import { Heap } from '../algorithms/heap.ts';
import type { Pause } from '../retrieval/derivedCache.ts';
import type { Bucket } from './buckets.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';

/** Least share of the smaller bucket that two buckets of one community have in common. */
const minOverlap = 0.65;

/** Buckets decided between two pauses. */
const portion = 500;

/** Negative where `a` is decided before `b`. */
function inOrder(a: Bucket, b: Bucket): number {
  return b.level - a.level || a.high - b.high || a.low - b.low || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}

/** The buckets of one index: placed, withdrawn, and decided by `settle`. */
export class Leaders {
  /** Every bucket by the id of its key. */
  readonly #buckets: (Bucket | undefined)[] = [];
  readonly #all = new Set<Bucket>();
  readonly #keys: KeyTable;
  /** 1 where the bucket of a key leads. */
  #leads = new Uint8Array(0);
  #open = new Heap<Bucket>(inOrder);
  #touched = new Set<Bucket>();
  /** Whether nothing was decided before, so that all that comes later in the order is open anyhow. */
  #isFirst = true;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  /** The bucket of a key. */
  of(id: number): Bucket | undefined {
    return this.#buckets[id];
  }

  /** Every bucket, in no particular order. */
  all(): Iterable<Bucket> {
    return this.#all;
  }

  /** Takes a bucket out. Its members must be ids of the present reader, without those that are gone. */
  async withdraw(bucket: Bucket, chunkKeys: ChunkKeys): Promise<void> {
    this.#buckets[bucket.id] = undefined;
    this.#leads[bucket.id] = 0;
    this.#all.delete(bucket);
    if (bucket.leader === bucket) await this.#openAfter(bucket, chunkKeys);
    else this.#leave(bucket);
  }

  place(bucket: Bucket): void {
    this.#buckets[bucket.id] = bucket;
    this.#all.add(bucket);
    if (bucket.id >= this.#leads.length) this.#grow(bucket.id);
    this.#reopen(bucket);
  }

  /** Decides everything that is open. Returns the leaders whose community has got other buckets; some of them lead no more. */
  async settle(chunkKeys: ChunkKeys, pause: Pause): Promise<ReadonlySet<Bucket>> {
    for (let decided = 1; ; decided++) {
      const bucket = this.#open.pop();
      if (bucket === undefined) break;
      bucket.isOpen = false;
      if (decided % portion === 0) await pause();
      if (this.#buckets[bucket.id] === bucket) await this.#decide(bucket, chunkKeys);
    }
    this.#isFirst = false;
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** Whether the bucket is there and leads. */
  leads(bucket: Bucket): boolean {
    return bucket.leader === bucket && this.#buckets[bucket.id] === bucket;
  }

  async #decide(bucket: Bucket, chunkKeys: ChunkKeys): Promise<void> {
    await chunkKeys.load([bucket.members]);
    const before = bucket.leader;
    const now = this.#bestFor(bucket, chunkKeys) ?? bucket;
    if (before === now) return;
    if (before !== bucket) this.#leave(bucket);
    bucket.leader = now;
    this.#leads[bucket.id] = now === bucket ? 1 : 0;
    this.#touched.add(now).add(bucket);
    if (now !== bucket) {
      now.joined ??= new Set();
      now.joined.add(bucket);
    }
    if (!this.#isFirst && (now === bucket || before === bucket)) await this.#openAfter(bucket, chunkKeys);
  }

  #leave(bucket: Bucket): void {
    if (bucket.leader === undefined) return;
    bucket.leader.joined?.delete(bucket);
    this.#touched.add(bucket.leader);
  }

  #grow(id: number): void {
    const leads = this.#leads;
    this.#leads = new Uint8Array(Math.max(id + 1, this.#keys.sizes.length));
    this.#leads.set(leads);
  }

  #reopen(bucket: Bucket): void {
    if (bucket.isOpen) return;
    bucket.isOpen = true;
    this.#open.push(bucket);
  }

  /** Those after a bucket that share a chunk with it are decided anew. */
  async #openAfter(bucket: Bucket, chunkKeys: ChunkKeys): Promise<void> {
    await chunkKeys.load([bucket.members]);
    const { ids } = chunkKeys;
    for (let m = 0; m < bucket.members.length; m++) {
      const chunk = bucket.members[m] as number;
      const end = chunkKeys.endOf(chunk);
      for (let i = chunkKeys.startOf(chunk); i < end; i++) {
        const other = this.#buckets[ids[i] as number];
        if (other !== undefined && !other.isOpen && inOrder(bucket, other) < 0) this.#reopen(other);
      }
    }
  }

  #bestFor(bucket: Bucket, chunkKeys: ChunkKeys): Bucket | undefined {
    const { ids } = chunkKeys;
    const { counts, list: found } = this.#keys;
    let size = 0;
    for (let m = 0; m < bucket.members.length; m++) {
      const chunk = bucket.members[m] as number;
      const end = chunkKeys.endOf(chunk);
      for (let i = chunkKeys.startOf(chunk); i < end; i++) {
        const id = ids[i] as number;
        if (id >= this.#leads.length || this.#leads[id] === 0 || id === bucket.id) continue;
        const count = (counts[id] as number) + 1;
        counts[id] = count;
        if (count === 1) found[size++] = id;
      }
    }
    let best: Bucket | undefined;
    let maxOverlap: number = minOverlap;
    for (let i = 0; i < size; i++) {
      const id = found[i] as number;
      const leader = this.#buckets[id] as Bucket;
      const overlap = (counts[id] as number) / Math.min(bucket.members.length, leader.members.length);
      counts[id] = 0;
      if (overlap < maxOverlap || overlap <= minOverlap || inOrder(leader, bucket) > 0) continue;
      if (overlap === maxOverlap && best !== undefined && inOrder(best, leader) < 0) continue;
      best = leader;
      maxOverlap = overlap;
    }
    return best;
  }
}
