/**
 * Overlapping communities of chunks: the map of a workspace, and its repair after a change.
 *
 * A community is the chunks of a leading bucket and of the buckets that join it (`buckets.ts`, `leaders.ts`), with the keys that
 * characterise it and a name. Communities overlap, as a chunk is in many buckets. The result is a pure function of the chunks and their
 * keys, whatever the history; a repair looks only at what a change can have touched: the keys of the chunks that went or came, keys
 * that grew or shrank into or out of the sizes that matter, and what follows from them.
 * Source: MeshRAG section 3.2, with the deviations told in those files.
 * Cost: anew, three passes over the keys of all chunks, in columns by key; a repair, those near the change, and one pass over chunks and communities.
 */

import type { ChunkInfo, IndexReader, Postings } from '../index/reader.ts';
import type { Pause } from '../retrieval/derivedCache.ts';
import { type Bucket, createBucket, hasSecondKey, levelOf, mayLead, withoutChangeLogs } from './buckets.ts';
import { type Change, carriedOver, changeBetween } from './carrying.ts';
import { ChunkKeys } from './chunkKeys.ts';
import { CommunityViews } from './communityViews.ts';
import { chunksOf, type FoundCommunity } from './groups.ts';
import { type Holders, holdersFrom, invert } from './holders.ts';
import { bucketLimits, isSized, KeyTable } from './keyTable.ts';
import { Leaders } from './leaders.ts';

/** What was found; see `CommunityGraph.update`. */
export interface Communities {
  /** Largest first, then by id. */
  readonly communities: readonly FoundCommunity[];
  /** Share of the live chunks that are in some community, 0 to 1. */
  readonly coverage: number;
  /** What is shown of each chunk that is in a community, by its id. */
  readonly infos: readonly (ChunkInfo | undefined)[];
  /** Smaller communities that were not asked for, and their chunks; coverage is without them. */
  readonly left: { readonly communities: number; readonly chunks: number };
}

/** Keys judged between two pauses. */
const portion = 1000;

/** What is left to be described. */
interface Rest {
  /** Largest first. */
  readonly leaders: readonly Bucket[];
  /** Theirs, each counted once for each. */
  readonly chunks: number;
  readonly chunkKeys: ChunkKeys;
}

/** The communities of one index, kept in step with it. */
export class CommunityGraph {
  #reader: IndexReader | undefined;
  #found: Communities = { communities: [], coverage: 0, infos: [], left: { communities: 0, chunks: 0 } };
  #keys = new KeyTable();
  #leaders = new Leaders(this.#keys);
  #groups = new CommunityViews(this.#keys, 0);
  /** Leaders that are not described yet, with what they need to be. */
  #rest: Rest | undefined;

  /**
   * The communities of the index as `reader` shows it; at least the `most` largest of them, where that is less work. One call at a time; one
   * that fails or is given up costs the next a fresh start.
   */
  async update(reader: IndexReader, pause: Pause = async () => undefined, max = Number.POSITIVE_INFINITY): Promise<Communities> {
    const rest = this.#rest;
    if (this.#reader === reader && (rest === undefined || max <= this.#groups.size)) return this.#found;
    // What was found in part is not repaired.
    const earlier = rest === undefined ? this.#reader : undefined;
    const isSame = this.#reader === reader;
    await pause();
    this.#reader = undefined;
    this.#rest = undefined;
    if (rest !== undefined && isSame) await this.#groups.describe(reader, rest.leaders, rest.chunkKeys, pause);
    else await this.#follow(earlier, reader, pause, max);
    this.#found = await this.#tell(reader, pause);
    this.#reader = reader;
    return this.#found;
  }

  async #follow(earlier: IndexReader | undefined, reader: IndexReader, pause: Pause, max: number): Promise<void> {
    const change = earlier === undefined ? undefined : await changeBetween(earlier, reader);
    if (earlier !== undefined && change !== undefined) {
      const chunkKeys = new ChunkKeys(reader, this.#keys);
      const leaders = this.#leading(await this.#repair(earlier, reader, chunkKeys, change, pause));
      return this.#groups.describe(reader, leaders, chunkKeys, pause);
    }
    this.#forget(reader.chunkCount);
    const chunkKeys = new ChunkKeys(reader, this.#keys);
    const leaders = this.#leading(await this.#startAnew(reader, chunkKeys, pause));
    if (leaders.length <= max) return this.#groups.describe(reader, leaders, chunkKeys, pause);
    const ordered = largestFirst(leaders);
    const largest = ordered.slice(0, max).map(({ leader }) => leader);
    await this.#groups.describe(reader, largest, chunkKeys, pause);
    const rest = ordered.slice(max);
    const chunks = rest.reduce((sum, { size }) => sum + size, 0);
    this.#rest = { leaders: rest.map(({ leader }) => leader), chunks, chunkKeys };
  }

  #forget(chunkCount: number): void {
    this.#keys = new KeyTable();
    this.#leaders = new Leaders(this.#keys);
    this.#groups = new CommunityViews(this.#keys, chunkCount);
  }

  async #startAnew(reader: IndexReader, chunkKeys: ChunkKeys, pause: Pause): Promise<ReadonlySet<Bucket>> {
    const ids = await reader.keysBySize(bucketLimits.minChunks, bucketLimits.maxChunks);
    for (let from = 0; from < ids.length; from += portion) {
      await pause();
      const some = ids.slice(from, from + portion);
      await this.#resize(reader, some, await reader.keyCounts(some));
    }
    const live = await reader.liveChunks();
    for (let from = 0; from < live.length; from += portion) {
      await pause();
      await chunkKeys.load([live.subarray(from, from + portion)]);
    }
    await pause();
    await this.#judge(ids, invert(live, chunkKeys, this.#keys), chunkKeys, pause);
    return this.#leaders.settle(chunkKeys, pause);
  }

  async #repair(
    earlier: IndexReader,
    reader: IndexReader,
    chunkKeys: ChunkKeys,
    change: Change,
    pause: Pause,
  ): Promise<ReadonlySet<Bucket>> {
    const { carried, gone, come } = change;
    const touched = new Set<number>();
    for (const id of (await earlier.chunkKeyColumns(gone)).ids) touched.add(id);
    for (const id of (await reader.chunkKeyColumns(come)).ids) touched.add(id);
    this.#carry(change, touched, reader.chunkCount);
    const ids = [...touched];
    const counts = await reader.keyCounts(ids);
    const reweighed = new Set<number>();
    const crossing = new Set<number>();
    for (const [i, id] of ids.entries()) {
      const before = this.#keys.sizeOf(id);
      const after = isSized(counts[i] as number) ? (counts[i] as number) : 0;
      if (before === 0 && after === 0) continue;
      if (before === 0 || after === 0) crossing.add(id);
      else if (levelOf(before) === levelOf(after)) continue;
      reweighed.add(id);
    }
    const near = await this.#holdersOf([...reweighed], earlier, reader, carried);
    await this.#resize(reader, ids, counts);
    await chunkKeys.load(near);
    // A key that counts as a second one from now on, or no more, matters to buckets that share two chunks with it.
    let at = 0;
    for (const id of reweighed)
      if (crossing.has(id)) addKeysOfSeveral(near[at++] as readonly number[], chunkKeys, touched);
      else at++;
    const all = [...touched];
    const sized = all.filter((id) => this.#keys.sizeOf(id) > 0);
    const postings = await reader.keyPostings(sized);
    await chunkKeys.load(postings.map(({ chunks }) => chunks));
    await this.#judge(all, holdersFrom(sized, postings), chunkKeys, pause);
    const changed = new Set(await this.#leaders.settle(chunkKeys, pause));
    // One that weighs otherwise may change what characterises the communities of its chunks.
    for (const chunk of new Set(near.flat())) {
      for (let i = chunkKeys.startOf(chunk); i < chunkKeys.endOf(chunk); i++) {
        const leader = this.#leaders.of(chunkKeys.ids[i] as number)?.leader;
        if (leader !== undefined) changed.add(leader);
      }
    }
    return changed;
  }

  /** The chunks that hold each key now, where it is of a size that matters, and those that are left of the ones that held it before. */
  async #holdersOf(ids: readonly number[], earlier: IndexReader, reader: IndexReader, carried: Int32Array): Promise<number[][]> {
    const before = await earlier.keyPostings(ids);
    const sizes = await reader.keyCounts(ids);
    const after = await reader.keyPostings(ids.filter((_, i) => isSized(sizes[i] as number)));
    let next = 0;
    return ids.map((id, i) => {
      const chunks = new Set<number>();
      const { chunks: old } = before[i] as Postings;
      if (this.#keys.sizeOf(id) > 0) for (const chunk of old) if ((carried[chunk] as number) >= 0) chunks.add(carried[chunk] as number);
      if (isSized(sizes[i] as number)) for (const chunk of (after[next++] as Postings).chunks) chunks.add(chunk);
      return [...chunks];
    });
  }

  /** Puts the ids of the present reader in the place of the earlier ones; `touched` are the keys of chunks that are gone, among others. */
  #carry(change: Change, touched: ReadonlySet<number>, chunkCount: number): void {
    const { carried, firstMoved } = change;
    this.#groups.carry(change, chunkCount);
    for (const bucket of this.#leaders.all()) {
      const { members } = bucket;
      if ((members[members.length - 1] as number) >= firstMoved || touched.has(bucket.id)) bucket.members = carriedOver(members, carried);
    }
  }

  /** Notes the sizes of some keys. */
  async #resize(reader: IndexReader, ids: readonly number[], counts: Int32Array): Promise<void> {
    const fresh: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const [id, count] = [ids[i] as number, counts[i] as number];
      if (this.#keys.knows(id)) this.#keys.resize(id, count);
      else if (isSized(count)) fresh.push(i);
    }
    const texts = await reader.keyTexts(fresh.map((i) => ids[i] as number));
    for (const [at, i] of fresh.entries()) this.#keys.add(ids[i] as number, texts[at] as string, counts[i] as number);
  }

  /** Takes out the buckets of some keys and places those that they make now. */
  async #judge(ids: readonly number[], holders: Holders, chunkKeys: ChunkKeys, pause: Pause): Promise<void> {
    const placed = new Map<number, Bucket>();
    for (const [i, id] of ids.entries()) {
      if (i % portion === 0) await pause();
      if (this.#keys.sizeOf(id) === 0) continue;
      const text = this.#keys.textOf(id);
      if (!mayLead(text, holders.rolesOf(id))) continue;
      const members = holders.chunksOf(id);
      const sources = withoutChangeLogs(members, chunkKeys.traits);
      if (sources.length < bucketLimits.minChunks) continue;
      if (hasSecondKey(id, sources, chunkKeys, this.#keys)) placed.set(id, createBucket(id, text, members));
    }
    const outdated: Bucket[] = [];
    for (const id of ids) {
      const known = this.#leaders.of(id);
      if (known === undefined) continue;
      const next = placed.get(id);
      if (next !== undefined && known.size === next.size && isEqual(known.members, next.members)) placed.delete(id);
      else outdated.push(known);
    }
    for (const bucket of outdated) await this.#leaders.withdraw(bucket, chunkKeys);
    for (const bucket of placed.values()) this.#leaders.place(bucket);
    for (const bucket of outdated) this.#groups.drop(bucket);
  }

  /** Those of the touched buckets that lead; what was known of any of them is forgotten. */
  #leading(touched: ReadonlySet<Bucket>): readonly Bucket[] {
    const all = [...touched];
    for (const leader of all) this.#groups.drop(leader);
    return all.filter((leader) => this.#leaders.leads(leader));
  }

  async #tell(reader: IndexReader, pause: Pause): Promise<Communities> {
    await pause();
    const communities = await this.#groups.tell(pause);
    const { covered, infos } = this.#groups;
    const left = { communities: this.#rest?.leaders.length ?? 0, chunks: this.#rest?.chunks ?? 0 };
    return { communities, coverage: reader.liveCount === 0 ? 0 : covered / reader.liveCount, infos, left };
  }
}

/** Leaders with the sizes of their communities, in the order in which these are told: the id is the hash of the key. */
function largestFirst(leaders: readonly Bucket[]): readonly { readonly leader: Bucket; readonly size: number }[] {
  return leaders
    .map((leader) => ({ leader, size: chunksOf(leader).length }))
    .sort((a, b) => b.size - a.size || a.leader.high - b.leader.high || a.leader.low - b.leader.low);
}

/** Adds the keys that at least two of the chunks hold. */
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

/** The communities of an index, found anew. */
export function findCommunities(reader: IndexReader, pause?: Pause): Promise<Communities> {
  return new CommunityGraph().update(reader, pause);
}
