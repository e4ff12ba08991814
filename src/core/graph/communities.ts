/**
 * Overlapping communities of chunks: the map of a workspace.
 *
 * A bucket is all chunks that hold one key. Buckets of 3 to 64 chunks are kept where a second, independent key is in several of them;
 * taken by size (in powers of two) and hash, a bucket that overlaps no leader by two thirds of the smaller one leads a
 * community, every other joins the leader it overlaps most. Communities overlap, as a chunk is in many buckets.
 *
 * Source: MeshRAG section 3.2. Deviations: a bucket is one entity, not a band of a signature (bands of short sketches give random
 * sets); the second key stands in for the information criterion; leaders are a maximal independent set under a fixed priority in place
 * of merging pairs to a fixed point, which percolates and depends on order. The result is a pure function of the buckets.
 * Cost: the keys of the members of all kept buckets.
 */

import { Role, Space } from '../document.ts';
import { byHash, hashHex } from '../hash/hash.ts';
import { rarity } from '../retrieve/meshSeeds.ts';
import type { ChunkInfo, IndexReader, KeyOfChunk, Postings } from '../retrieve/reader.ts';
import { byPlace } from '../retrieve/select.ts';
import { isTelling } from '../retrieve/telling.ts';
import { termsOf } from '../text/terms.ts';
import { nameCommunities } from './names.ts';

export const communityLimits = { fewestChunks: 3, mostChunks: 64, secondKeyShare: 0.15, overlap: 0.65, entities: 12 } as const;

export interface FoundCommunity {
  /** Stable while its leading key leads. */
  readonly id: string;
  readonly name: string;
  /** Key texts, most characteristic first. */
  readonly entities: readonly string[];
  /** Chunk ids, ordered by place. */
  readonly chunks: readonly number[];
}

export interface Communities {
  /** Largest first, then by name. */
  readonly communities: readonly FoundCommunity[];
  /** Share of the live chunks that are in some community, 0 to 1. */
  readonly coverage: number;
}

interface Bucket {
  readonly key: string;
  readonly members: Postings['chunks'];
}

function independent(a: string, b: string): boolean {
  const x = ` ${a.slice(2).toLowerCase()} `;
  const y = ` ${b.slice(2).toLowerCase()} `;
  return !x.includes(y) && !y.includes(x);
}

/** Keys of every chunk that matters, by chunk. */
type KeysByChunk = ReadonlyMap<number, readonly KeyOfChunk[]>;

function hasSecondKey(bucket: Bucket, id: number, keysOf: KeysByChunk, textOf: (id: number) => string): boolean {
  const needed = Math.max(2, Math.ceil(bucket.members.length * communityLimits.secondKeyShare));
  const counts = new Map<number, number>();
  for (const chunk of bucket.members) {
    for (const key of keysOf.get(chunk) ?? []) {
      if (key.id === id || key.roles === Role.Title) continue;
      const count = (counts.get(key.id) ?? 0) + 1;
      counts.set(key.id, count);
      if (count === needed && textOf(key.id)[0] !== Space.Path && independent(textOf(key.id), bucket.key)) return true;
    }
  }
  return false;
}

interface Group {
  readonly leader: Bucket;
  readonly members: Set<number>;
}

/** Leaders and who joins them, in the fixed order of priority. */
function consolidate(buckets: readonly Bucket[]): readonly Group[] {
  const level = (bucket: Bucket): number => 31 - Math.clz32(bucket.members.length);
  const ordered = [...buckets].sort((a, b) => level(b) - level(a) || byHash(a.key, b.key));
  const groups: Group[] = [];
  const leadersOf = new Map<number, number[]>();
  for (const bucket of ordered) {
    const joins = bestLeader(bucket, groups, leadersOf);
    if (joins !== undefined) {
      for (const chunk of bucket.members) joins.members.add(chunk);
      continue;
    }
    for (const chunk of bucket.members) leadersOf.set(chunk, [...(leadersOf.get(chunk) ?? []), groups.length]);
    groups.push({ leader: bucket, members: new Set(bucket.members) });
  }
  return groups;
}

function bestLeader(bucket: Bucket, groups: readonly Group[], leadersOf: ReadonlyMap<number, readonly number[]>): Group | undefined {
  const shared = new Map<number, number>();
  for (const chunk of bucket.members) for (const leader of leadersOf.get(chunk) ?? []) shared.set(leader, (shared.get(leader) ?? 0) + 1);
  let best: Group | undefined;
  let bestOverlap: number = communityLimits.overlap;
  for (const [leader, count] of [...shared].sort((a, b) => a[0] - b[0])) {
    const group = groups[leader] as Group;
    const overlap = count / Math.min(bucket.members.length, group.leader.members.length);
    if (overlap > bestOverlap) {
      best = group;
      bestOverlap = overlap;
    }
  }
  return best;
}

interface Buckets {
  readonly buckets: readonly Bucket[];
  readonly keysOf: KeysByChunk;
  readonly textOf: (id: number) => string;
  readonly common: ReadonlySet<string>;
}

/**
 * Names of one word that most chunks write as a common word, which name no community ("Note", "See", which begin sentences): those that at least twice as many
 * chunks hold as a term as hold them as a name.
 */
async function commonWords(reader: IndexReader, keys: readonly string[], postings: readonly Postings[]): Promise<ReadonlySet<string>> {
  const single = keys.flatMap((key, i) =>
    key[0] === Space.Name && !key.includes(' ') ? [{ key, size: (postings[i] as Postings).size }] : [],
  );
  const terms = await reader.termPostings(single.map(({ key }) => termsOf(key.slice(2), 0)[0] ?? ''));
  return new Set(single.filter(({ size }, i) => (terms[i] as Postings).size >= 2 * size).map(({ key }) => key));
}

async function findBuckets(reader: IndexReader, signal: AbortSignal | undefined): Promise<Buckets> {
  const ids = await reader.keysBySize(communityLimits.fewestChunks, communityLimits.mostChunks);
  const texts = await reader.keyTexts(ids);
  const postings = await reader.keyPostings(ids);
  const chunks = [...new Set(postings.flatMap((list) => [...list.chunks]))];
  const keyLists = await reader.chunkKeys(chunks);
  const keysOf = new Map(chunks.map((chunk, i) => [chunk, keyLists[i] as readonly KeyOfChunk[]]));
  const known = new Map(ids.map((id, i) => [id, texts[i] as string]));
  const textOf = (id: number): string => known.get(id) ?? `${Space.Path}:`;
  const buckets: Bucket[] = [];
  const common = await commonWords(reader, texts, postings);
  ids.forEach((id, i) => {
    if (i % 1000 === 0) signal?.throwIfAborted();
    const bucket = { key: texts[i] as string, members: (postings[i] as Postings).chunks };
    if (isTelling(bucket.key) && hasSecondKey(bucket, id, keysOf, textOf)) buckets.push(bucket);
  });
  return { buckets, keysOf, textOf, common };
}

/** The keys of a group by how much they tell it from the rest: share of the members times squared rarity. */
function characteristic(
  members: readonly number[],
  { keysOf, textOf, common }: Buckets,
  sizeOf: (id: number) => number,
  count: number,
): readonly string[] {
  const counts = new Map<number, number>();
  for (const chunk of members) for (const { id } of keysOf.get(chunk) ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  const weighed: { key: string; weight: number }[] = [];
  for (const [id, inside] of counts) {
    const key = textOf(id);
    if (inside < 2 || !isTelling(key) || common.has(key)) continue;
    weighed.push({ key, weight: (inside / members.length) * rarity(sizeOf(id), count) ** 2 });
  }
  weighed.sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
  return weighed.slice(0, communityLimits.entities).map(({ key }) => key);
}

/** Finds, names and orders the communities of an index. */
export async function findCommunities(reader: IndexReader, signal?: AbortSignal): Promise<Communities> {
  const found = await findBuckets(reader, signal);
  const { buckets, keysOf } = found;
  const groups = consolidate(buckets);
  const used = [
    ...new Set(groups.flatMap(({ members }) => [...members].flatMap((chunk) => (keysOf.get(chunk) ?? []).map(({ id }) => id)))),
  ];
  const counts = await reader.keyCounts(used);
  const sizes = new Map(used.map((id, i) => [id, counts[i] as number]));
  const covered = new Set<number>();
  const described: { id: string; keys: readonly string[]; chunks: number[]; infos: readonly ChunkInfo[] }[] = [];
  for (const { leader, members } of groups) {
    signal?.throwIfAborted();
    const list = [...members];
    const infos = await reader.chunkInfo(list);
    const order = list.map((chunk, i) => ({ chunk, info: infos[i] as ChunkInfo })).sort((a, b) => byPlace(a.info, b.info));
    for (const chunk of list) covered.add(chunk);
    const keys = characteristic(list, found, (id) => sizes.get(id) as number, reader.liveCount);
    described.push({
      id: hashHex(leader.key),
      keys: keys.includes(leader.key) ? keys : [...keys.slice(0, -1), leader.key],
      chunks: order.map(({ chunk }) => chunk),
      infos: order.map(({ info }) => info),
    });
  }
  described.sort((a, b) => b.chunks.length - a.chunks.length || (a.id < b.id ? -1 : 1));
  const names = nameCommunities(described.map(({ keys, infos }) => ({ keys, paths: infos.map(({ path }) => path) })));
  const communities = described.map(({ id, keys, chunks }, i) => ({
    id,
    name: names[i] as string,
    entities: keys.map((key) => key.slice(2)),
    chunks,
  }));
  return { communities, coverage: reader.liveCount === 0 ? 0 : covered.size / reader.liveCount };
}
