/**
 * Overlapping communities of chunks: the map of a workspace, and its incremental repair after a change.
 *
 * A community is the chunks of a leading bucket and of the buckets that join it (`buckets.ts`, `leaders.ts`), with characteristic keys and
 * a name. Communities overlap, since a chunk is in many buckets. The result is a pure function of the chunks and their keys, independent of
 * the history. A repair looks only at what a change can affect: the keys of removed and added chunks, keys whose size entered or left the
 * range of buckets, and what follows from them.
 * Source: MeshRAG section 3.2; the deviations are described in those files.
 * Cost: from scratch, three passes over the keys of all chunks, by column; a repair, the keys near the change and one pass over chunks and
 * communities.
 */

import type { ChunkInfo, IndexReader, Postings } from '../index/reader.ts';
import type { Yield } from '../util/steps.ts';
import { type Bucket, canLead, createBucket, hasSecondKey, levelOf, withoutChangeLogs } from './buckets.ts';
import { ChunkKeys } from './chunkKeys.ts';
import { CommunityViews } from './communityViews.ts';
import { collectChunks, type FoundCommunity } from './groups.ts';
import { type Holders, holdersFrom, invert } from './holders.ts';
import { diffIndexes, type IndexDiff, remapChunks } from './indexDiff.ts';
import { bucketLimits, isBucketSize, KeyTable } from './keyTable.ts';
import { Leaders } from './leaders.ts';

/** The result; see `CommunityGraph.update`. */
export interface Communities {
  /** Largest first, then by id. */
  readonly communities: readonly FoundCommunity[];
  /** Share of the live chunks that are in a community, 0 to 1. */
  readonly coverage: number;
  /** The displayed fields of each chunk in a community, by its id. */
  readonly infos: readonly (ChunkInfo | undefined)[];
  /** Number of smaller communities that were not requested, and of their chunks; not in `coverage`. */
  readonly left: { readonly communities: number; readonly chunks: number };
}

/** Keys processed between two yields. */
const batchSize = 1000;

/** Leaders not described yet. */
interface Pending {
  /** Largest first. */
  readonly leaders: readonly Bucket[];
  /** Number of their chunks, counted once per leader. */
  readonly chunks: number;
  readonly chunkKeys: ChunkKeys;
}

/** The communities of one index, updated incrementally. */
export class CommunityGraph {
  #reader: IndexReader | undefined;
  #found: Communities = { communities: [], coverage: 0, infos: [], left: { communities: 0, chunks: 0 } };
  #keys = new KeyTable();
  #leaders = new Leaders(this.#keys);
  #groups = new CommunityViews(this.#keys, 0);
  /** Leaders that are not described yet, with the data for it. */
  #pending: Pending | undefined;

  /**
   * The communities of the index as read by `reader`; only the `max` largest if that is less work. No concurrent calls; after a call that
   * fails or is cancelled, the next one starts from scratch.
   */
  async update(reader: IndexReader, yieldThread: Yield = async () => undefined, max = Number.POSITIVE_INFINITY): Promise<Communities> {
    const pending = this.#pending;
    if (this.#reader === reader && (pending === undefined || max <= this.#groups.size)) return this.#found;
    // A partial result is not repaired.
    const earlier = pending === undefined ? this.#reader : undefined;
    const isSame = this.#reader === reader;
    await yieldThread();
    this.#reader = undefined;
    this.#pending = undefined;
    if (pending !== undefined && isSame) await this.#groups.describe(reader, pending.leaders, pending.chunkKeys, yieldThread);
    else await this.#refresh(earlier, reader, yieldThread, max);
    this.#found = await this.#list(reader, yieldThread);
    this.#reader = reader;
    return this.#found;
  }

  async #refresh(earlier: IndexReader | undefined, reader: IndexReader, yieldThread: Yield, max: number): Promise<void> {
    const diff = earlier === undefined ? undefined : await diffIndexes(earlier, reader);
    if (earlier !== undefined && diff !== undefined) {
      const chunkKeys = new ChunkKeys(reader, this.#keys);
      const leaders = this.#leading(await this.#repair(earlier, reader, chunkKeys, diff, yieldThread));
      return this.#groups.describe(reader, leaders, chunkKeys, yieldThread);
    }
    this.#reset(reader.chunkCount);
    const chunkKeys = new ChunkKeys(reader, this.#keys);
    const leaders = this.#leading(await this.#rebuild(reader, chunkKeys, yieldThread));
    if (leaders.length <= max) return this.#groups.describe(reader, leaders, chunkKeys, yieldThread);
    const ordered = largestFirst(leaders);
    const largest = ordered.slice(0, max).map(({ leader }) => leader);
    await this.#groups.describe(reader, largest, chunkKeys, yieldThread);
    const pending = ordered.slice(max);
    const chunks = pending.reduce((sum, { size }) => sum + size, 0);
    this.#pending = { leaders: pending.map(({ leader }) => leader), chunks, chunkKeys };
  }

  #reset(chunkCount: number): void {
    this.#keys = new KeyTable();
    this.#leaders = new Leaders(this.#keys);
    this.#groups = new CommunityViews(this.#keys, chunkCount);
  }

  async #rebuild(reader: IndexReader, chunkKeys: ChunkKeys, yieldThread: Yield): Promise<ReadonlySet<Bucket>> {
    const ids = await reader.keysBySize(bucketLimits.minChunks, bucketLimits.maxChunks);
    for (let from = 0; from < ids.length; from += batchSize) {
      await yieldThread();
      const some = ids.slice(from, from + batchSize);
      await this.#resize(reader, some, await reader.keyCounts(some));
    }
    const live = await reader.liveChunks();
    for (let from = 0; from < live.length; from += batchSize) {
      await yieldThread();
      await chunkKeys.load([live.subarray(from, from + batchSize)]);
    }
    await yieldThread();
    await this.#updateBuckets(ids, invert(live, chunkKeys, this.#keys), chunkKeys, yieldThread);
    return this.#leaders.decideOpen(chunkKeys, yieldThread);
  }

  async #repair(
    earlier: IndexReader,
    reader: IndexReader,
    chunkKeys: ChunkKeys,
    diff: IndexDiff,
    yieldThread: Yield,
  ): Promise<ReadonlySet<Bucket>> {
    const { chunkIds, removed, added } = diff;
    const touched = new Set<number>();
    for (const id of (await earlier.chunkKeyColumns(removed)).ids) touched.add(id);
    for (const id of (await reader.chunkKeyColumns(added)).ids) touched.add(id);
    this.#remap(diff, touched, reader.chunkCount);
    const ids = [...touched];
    const counts = await reader.keyCounts(ids);
    const reweighted = new Set<number>();
    const crossing = new Set<number>();
    for (const [i, id] of ids.entries()) {
      const before = this.#keys.sizeOf(id);
      const after = isBucketSize(counts[i] as number) ? (counts[i] as number) : 0;
      if (before === 0 && after === 0) continue;
      if (before === 0 || after === 0) crossing.add(id);
      else if (levelOf(before) === levelOf(after)) continue;
      reweighted.add(id);
    }
    const near = await this.#findHolders([...reweighted], earlier, reader, chunkIds);
    await this.#resize(reader, ids, counts);
    await chunkKeys.load(near);
    // A key that becomes or ceases to be a second key affects buckets that share two chunks with it.
    let at = 0;
    for (const id of reweighted)
      if (crossing.has(id)) addKeysOfSeveral(near[at++] as readonly number[], chunkKeys, touched);
      else at++;
    const all = [...touched];
    const sized = all.filter((id) => this.#keys.sizeOf(id) > 0);
    const postings = await reader.keyPostings(sized);
    await chunkKeys.load(postings.map(({ chunks }) => chunks));
    await this.#updateBuckets(all, holdersFrom(sized, postings), chunkKeys, yieldThread);
    const changed = new Set(await this.#leaders.decideOpen(chunkKeys, yieldThread));
    // A key of another weight may change the characteristic keys of its chunks' communities.
    for (const chunk of new Set(near.flat())) {
      for (let i = chunkKeys.startOf(chunk); i < chunkKeys.endOf(chunk); i++) {
        const leader = this.#leaders.of(chunkKeys.ids[i] as number)?.leader;
        if (leader !== undefined) changed.add(leader);
      }
    }
    return changed;
  }

  /** The chunks of each key: now, if its size is in range, and those remaining of the ones before. */
  async #findHolders(ids: readonly number[], earlier: IndexReader, reader: IndexReader, chunkIds: Int32Array): Promise<number[][]> {
    const before = await earlier.keyPostings(ids);
    const sizes = await reader.keyCounts(ids);
    const after = await reader.keyPostings(ids.filter((_, i) => isBucketSize(sizes[i] as number)));
    let next = 0;
    return ids.map((id, i) => {
      const chunks = new Set<number>();
      const { chunks: old } = before[i] as Postings;
      if (this.#keys.sizeOf(id) > 0) for (const chunk of old) if ((chunkIds[chunk] as number) >= 0) chunks.add(chunkIds[chunk] as number);
      if (isBucketSize(sizes[i] as number)) for (const chunk of (after[next++] as Postings).chunks) chunks.add(chunk);
      return [...chunks];
    });
  }

  /** Replaces the ids of the earlier reader by current ones; `touched` includes the keys of removed chunks. */
  #remap(diff: IndexDiff, touched: ReadonlySet<number>, chunkCount: number): void {
    const { chunkIds, firstMoved } = diff;
    this.#groups.remap(diff, chunkCount);
    for (const bucket of this.#leaders.all()) {
      const { members } = bucket;
      if ((members[members.length - 1] as number) >= firstMoved || touched.has(bucket.id)) bucket.members = remapChunks(members, chunkIds);
    }
  }

  /** Updates the sizes of some keys. */
  async #resize(reader: IndexReader, ids: readonly number[], counts: Int32Array): Promise<void> {
    const fresh: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const [id, count] = [ids[i] as number, counts[i] as number];
      if (this.#keys.has(id)) this.#keys.resize(id, count);
      else if (isBucketSize(count)) fresh.push(i);
    }
    const texts = await reader.keyTexts(fresh.map((i) => ids[i] as number));
    for (const [at, i] of fresh.entries()) this.#keys.add(ids[i] as number, texts[at] as string, counts[i] as number);
  }

  /** Replaces the buckets of some keys by those that they make now. */
  async #updateBuckets(ids: readonly number[], holders: Holders, chunkKeys: ChunkKeys, yieldThread: Yield): Promise<void> {
    const fresh = new Map<number, Bucket>();
    for (const [i, id] of ids.entries()) {
      if (i % batchSize === 0) await yieldThread();
      if (this.#keys.sizeOf(id) === 0) continue;
      const text = this.#keys.textOf(id);
      const members = holders.chunksOf(id);
      if (!canLead(text, holders.rolesOf(id), holders.definersOf(id), members.length)) continue;
      const sources = withoutChangeLogs(members, chunkKeys.traits);
      if (sources.length < bucketLimits.minChunks) continue;
      if (hasSecondKey(id, sources, chunkKeys, this.#keys)) fresh.set(id, createBucket(id, text, members));
    }
    const outdated: Bucket[] = [];
    for (const id of ids) {
      const known = this.#leaders.of(id);
      if (known === undefined) continue;
      const next = fresh.get(id);
      if (next !== undefined && known.size === next.size && isEqual(known.members, next.members)) fresh.delete(id);
      else outdated.push(known);
    }
    for (const bucket of outdated) await this.#leaders.remove(bucket, chunkKeys);
    for (const bucket of fresh.values()) this.#leaders.add(bucket);
    for (const bucket of outdated) this.#groups.drop(bucket);
  }

  /** The touched buckets that lead; drops what was described of any of them. */
  #leading(touched: ReadonlySet<Bucket>): readonly Bucket[] {
    const all = [...touched];
    for (const leader of all) this.#groups.drop(leader);
    return all.filter((leader) => this.#leaders.leads(leader));
  }

  async #list(reader: IndexReader, yieldThread: Yield): Promise<Communities> {
    await yieldThread();
    const communities = await this.#groups.list(yieldThread);
    const { covered, infos } = this.#groups;
    const left = { communities: this.#pending?.leaders.length ?? 0, chunks: this.#pending?.chunks ?? 0 };
    return { communities, coverage: reader.liveCount === 0 ? 0 : covered / reader.liveCount, infos, left };
  }
}

/** Leaders with the sizes of their communities, in output order: the id is the hash of the key. */
function largestFirst(leaders: readonly Bucket[]): readonly { readonly leader: Bucket; readonly size: number }[] {
  return leaders
    .map((leader) => ({ leader, size: collectChunks(leader).length }))
    .sort((a, b) => b.size - a.size || a.leader.high - b.leader.high || a.leader.low - b.leader.low);
}

/** Adds the keys of at least two of the chunks. */
function addKeysOfSeveral(chunks: readonly number[], chunkKeys: ChunkKeys, into: Set<number>): void {
  const seen = new Set<number>();
  for (const chunk of chunks) {
    for (let i = chunkKeys.startOf(chunk); i < chunkKeys.endOf(chunk); i++) {
      const id = chunkKeys.ids[i] as number;
      if (seen.has(id)) into.add(id);
      else seen.add(id);
    }
  }
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((chunk, i) => chunk === b[i]);
}

/** The communities of an index, from scratch. */
export function findCommunities(reader: IndexReader): Promise<Communities> {
  return new CommunityGraph().update(reader);
}
