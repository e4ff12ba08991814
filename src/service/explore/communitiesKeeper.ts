/**
 * The communities of folders: computed on first use, then repaired on use after a change, or when idle. Over a published index they are those
 * of its commit, without the passages of files that differ here.
 */

import { type Communities, CommunityGraph, findCommunities } from '../../engine/graph/communityGraph.ts';
import { communitiesAt } from '../../engine/graph/placedCommunities.ts';
import { findTopics, type Topics } from '../../engine/graph/topics.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type ReadCommunities, readCommunities } from '../../storage/postgres/communityColumns.ts';
import type { PublishedIndex } from '../../storage/postgres/publishedReaders.ts';
import { placeOf } from '../ask/describe.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { CommunitiesAnswer, Community, CommunityDetail, CommunityMember } from '../types/results.ts';

/** Communities described between two yields. */
const portion = 1000;

/** How long a folder must be unchanged before its communities are repaired unasked, in milliseconds. */
const idleMs = 3000;
/** Delay before the remaining communities are described after the largest, in milliseconds: the map is drawn first. */
const restMs = 150;

export interface CommunitiesKeeper {
  /** The current communities of a folder; `undefined` if it cannot be queried. */
  of(folder: FolderIndex, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined>;
  /** At least the `max` largest of them: enough for the map, without describing the rest. */
  largestOf(folder: FolderIndex, max: number, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined>;
  /** The chunks of each, with the index that they are of; `undefined` if it cannot be queried. */
  groupsOf(folder: FolderIndex, signal?: AbortSignal): Promise<CommunityGroups | undefined>;
  /** One of them; `undefined` if there is none of that id. */
  detailOf(folder: FolderIndex, id: string, signal?: AbortSignal): Promise<CommunityDetail | undefined>;
  /** Call when a folder may have changed: its communities are repaired once it is quiet. */
  touch(): void;
  close(): void;
}

export interface CommunityGroups {
  readonly reader: IndexReader;
  readonly groups: readonly (Pick<Community, 'id' | 'name' | 'entities'> & { readonly chunks: Int32Array })[];
}

interface Kept {
  readonly folder: FolderIndex;
  readonly graph: CommunityGraph;
  /** Serialises work on the graph. */
  queue: Promise<unknown>;
  /** Those of the published commit that was read last. */
  placed?: ReadCommunities & { readonly of: PublishedIndex };
  /** What the answer was computed from. */
  reader: IndexReader | undefined;
  found: Communities;
  answer: CommunitiesAnswer;
  /** Of each community, by its id. */
  positions: ReadonlyMap<string, number>;
  restTimer?: NodeJS.Timeout;
}

export function createCommunitiesKeeper(): CommunitiesKeeper {
  const kept = new Map<FolderIndex, Kept>();
  let timer: NodeJS.Timeout | undefined;

  async function update(one: Kept, signal?: AbortSignal, max?: number): Promise<CommunitiesAnswer | undefined> {
    signal?.throwIfAborted();
    const reader = one.folder.reader();
    if (reader === undefined) {
      kept.delete(one.folder);
      return undefined;
    }
    if (one.reader !== reader || one.placed?.isCurrent === false || (max === undefined && one.answer.left !== undefined)) {
      const yieldThread = (): Promise<void> => yieldToEventLoop(signal);
      const { overlay } = one.folder.contents;
      const published = overlay?.published;
      if (published === undefined) delete one.placed;
      else if (one.placed?.of !== published || !one.placed.isCurrent) one.placed = { of: published, ...(await readCommunities(published)) };
      const { placed } = one;
      const hidden = new Set(placed === undefined ? [] : [...placed.others, ...(overlay?.hidden() ?? [])]);
      const differs = placed !== undefined && (!placed.isCurrent || hidden.size > 0 || overlay?.chunks !== reader.liveCount);
      const found =
        placed === undefined ? await one.graph.update(reader, yieldThread, max) : await communitiesAt(reader, placed.communities, hidden);
      const answer = {
        ...(await describeCommunities(found, one.folder.folder, yieldThread)),
        ...(differs ? { isOfCommit: true as const } : {}),
      };
      one.found = found;
      one.reader = reader;
      one.answer = answer;
      one.positions = new Map(answer.communities.map(({ id }, i) => [id, i]));
    }
    return one.answer;
  }

  function keptOf(folder: FolderIndex): Kept {
    const known = kept.get(folder);
    if (known !== undefined) return known;
    const one: Kept = {
      folder,
      graph: new CommunityGraph(),
      queue: Promise.resolve(),
      reader: undefined,
      found: { communities: [], coverage: 0, infos: [], left: { communities: 0, chunks: 0 } },
      answer: noCommunities(folder.folder),
      positions: new Map(),
    };
    kept.set(folder, one);
    return one;
  }

  /** Runs work on the current communities of a folder, after earlier requests. */
  function ask<T>(
    folder: FolderIndex,
    signal: AbortSignal | undefined,
    use: (one: Kept, answer: CommunitiesAnswer) => T | Promise<T>,
    max?: number,
  ): Promise<T | undefined> {
    const one = keptOf(folder);
    const result = one.queue.then(async () => {
      const answer = await update(one, signal, max);
      return answer && use(one, answer);
    });
    one.queue = result.catch(() => undefined);
    return untilAborted(result, signal);
  }

  function of(folder: FolderIndex, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined> {
    return ask(folder, signal, (_, answer) => answer);
  }

  return {
    of,
    async largestOf(folder, max, signal) {
      const answer = await ask(folder, signal, (_, largest) => largest, max);
      // The user will open one of the largest, which shows its overlaps.
      const one = keptOf(folder);
      clearTimeout(one.restTimer);
      if (answer?.left !== undefined) one.restTimer = setTimeout(() => of(folder).catch(() => undefined), restMs).unref();
      return answer;
    },
    groupsOf: (folder, signal) =>
      ask(folder, signal, ({ found, reader }) => (reader === undefined ? undefined : { reader, groups: found.communities })),
    detailOf: (folder, id, signal) =>
      ask(folder, signal, async ({ found, reader, positions }, answer) => {
        const at = positions.get(id) ?? -1;
        const [community, ids] = [answer.communities[at], found.communities[at]?.chunks];
        if (community === undefined || ids === undefined || reader === undefined) return undefined;
        return { answer, community, shared: await sharedEntities(reader, [...ids], community.entities) };
      }),
    touch() {
      clearTimeout(timer);
      if (kept.size === 0) return;
      timer = setTimeout(() => {
        for (const { folder } of kept.values()) if (folder.progress() === undefined) of(folder).catch(() => undefined);
      }, idleMs).unref();
    },
    close() {
      clearTimeout(timer);
      for (const { restTimer } of kept.values()) clearTimeout(restTimer);
      kept.clear();
    },
  };
}

/** Computes the communities of an index with one folder from scratch. */
export async function communitiesIn(reader: IndexReader, folder: string): Promise<CommunitiesAnswer> {
  return describeCommunities(await findCommunities(reader), folder, async () => undefined);
}

export function noCommunities(folder: string): CommunitiesAnswer {
  return { folder, communities: [], coverage: 0 };
}

/** The first level: groups of communities that share files. */
export function topicsOf({ communities }: CommunitiesAnswer): Topics {
  return findTopics(communities.map(({ id, labels, chunks }) => ({ id, labels, paths: chunks.map(({ path }) => path) })));
}

async function describeCommunities(
  { communities, coverage, infos, left }: Communities,
  folder: string,
  yieldThread: Yield,
): Promise<CommunitiesAnswer> {
  const members: CommunityMember[] = new Array(infos.length);
  const memberOf = (chunk: number): CommunityMember => {
    const known = members[chunk];
    if (known !== undefined) return known;
    const info = infos[chunk] as ChunkInfo;
    const member = { ...placeOf(info, [{ folder }]), title: info.title, kind: info.kind };
    members[chunk] = member;
    return member;
  };
  const described: Community[] = [];
  for (const [i, { id, name, labels, files, entities, chunks }] of communities.entries()) {
    if (i % portion === 0) await yieldThread();
    described.push({ id, name, size: chunks.length, files, labels, entities, chunks: Array.from(chunks, memberOf) });
  }
  return { folder, coverage, communities: described, ...(left.communities > 0 ? { left } : {}) };
}

/** For each chunk, the community's entities that it holds, in the community's order. */
async function sharedEntities(reader: IndexReader, chunks: readonly number[], entities: readonly string[]): Promise<string[][]> {
  const keysOf = await reader.chunkKeys(chunks);
  return keysOf.map((keys) => {
    const held = new Set(keys.map(({ text }) => text.slice(2)));
    return entities.filter((entity) => held.has(entity));
  });
}
