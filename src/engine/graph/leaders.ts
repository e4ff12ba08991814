/**
 * Decides which buckets lead communities and which join them, incrementally as buckets are added, changed and removed.
 *
 * In the order of size (in powers of two, largest first) and hash, a bucket joins the preceding leader with the largest overlap, if that
 * exceeds 65 % of the smaller one; otherwise it leads. So the leaders are the greedy maximal independent set under a fixed priority: a
 * function of the buckets, independent of the history. It is repaired like such a set (cf. Censor-Hillel, Haramaty and Karnin, Optimal
 * dynamic distributed MIS, 2016): changed buckets are decided again in priority order, and only a bucket that starts or stops leading
 * reopens the later ones that share a chunk with it.
 * Deviation from MeshRAG section 3.2, which merges pairs to a fixed point: that percolates, and depends on the order.
 * Cost: the keys of the chunks of every bucket that is decided again.
 */

import { Heap } from '../algorithms/heap.ts';
import { grown } from '../util/growArray.ts';
import type { Yield } from '../util/steps.ts';
import type { Bucket } from './buckets.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';

/** Minimum overlap of two buckets of one community, as a share of the smaller one. */
const minOverlap = 0.65;

/** Buckets decided between two yields. */
const batchSize = 500;

/** Negative if `a` has priority over `b`. */
function byPriority(a: Bucket, b: Bucket): number {
  return b.level - a.level || a.high - b.high || a.low - b.low || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}

/** The buckets of one index: added, removed, and decided by `decideOpen`. */
export class Leaders {
  /** Buckets by the id of their key. */
  readonly #buckets: (Bucket | undefined)[] = [];
  readonly #all = new Set<Bucket>();
  readonly #keys: KeyTable;
  /** 1 if the bucket of a key leads. */
  #leads = new Uint8Array(0);
  #open = new Heap<Bucket>(byPriority);
  #touched = new Set<Bucket>();
  /** Whether nothing was decided before, so that everything of lower priority is open anyway. */
  #isFirst = true;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  /** The bucket of a key. */
  of(id: number): Bucket | undefined {
    return this.#buckets[id];
  }

  /** All buckets, in no particular order. */
  all(): Iterable<Bucket> {
    return this.#all;
  }

  /** Removes a bucket. Its members must be current ids, without removed chunks. */
  async remove(bucket: Bucket, chunkKeys: ChunkKeys): Promise<void> {
    this.#buckets[bucket.id] = undefined;
    this.#leads[bucket.id] = 0;
    this.#all.delete(bucket);
    if (bucket.leader === bucket) await this.#openAfter(bucket, chunkKeys);
    else this.#leave(bucket);
  }

  add(bucket: Bucket): void {
    this.#buckets[bucket.id] = bucket;
    this.#all.add(bucket);
    if (bucket.id >= this.#leads.length) this.#leads = grown(this.#leads, Math.max(bucket.id + 1, this.#keys.sizes.length));
    this.#reopen(bucket);
  }

  /** Decides all open buckets. Returns the buckets whose community changed; some of them do not lead any more. */
  async decideOpen(chunkKeys: ChunkKeys, yieldThread: Yield): Promise<ReadonlySet<Bucket>> {
    for (let decided = 1; ; decided++) {
      const bucket = this.#open.pop();
      if (bucket === undefined) break;
      bucket.isOpen = false;
      if (decided % batchSize === 0) await yieldThread();
      if (this.#buckets[bucket.id] === bucket) await this.#decide(bucket, chunkKeys);
    }
    this.#isFirst = false;
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** Whether the bucket is present and leads. */
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

  #reopen(bucket: Bucket): void {
    if (bucket.isOpen) return;
    bucket.isOpen = true;
    this.#open.push(bucket);
  }

  /** Reopens the buckets of lower priority that share a chunk with it. */
  async #openAfter(bucket: Bucket, chunkKeys: ChunkKeys): Promise<void> {
    await chunkKeys.load([bucket.members]);
    const { ids } = chunkKeys;
    for (let m = 0; m < bucket.members.length; m++) {
      const chunk = bucket.members[m] as number;
      const end = chunkKeys.endOf(chunk);
      for (let i = chunkKeys.startOf(chunk); i < end; i++) {
        const other = this.#buckets[ids[i] as number];
        if (other !== undefined && !other.isOpen && byPriority(bucket, other) < 0) this.#reopen(other);
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
      if (overlap < maxOverlap || overlap <= minOverlap || byPriority(leader, bucket) > 0) continue;
      if (overlap === maxOverlap && best !== undefined && byPriority(best, leader) < 0) continue;
      best = leader;
      maxOverlap = overlap;
    }
    return best;
  }
}
