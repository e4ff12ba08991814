/**
 * The communities of folders: found when first asked for, repaired when asked for after a change, or when nothing else has happened for
 * a while.
 */

import { type Communities, CommunityGraph, findCommunities } from '../../engine/graph/communities.ts';
import { findTopics, type Topics } from '../../engine/graph/topics.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import { joinSnapshots } from '../../engine/index/snapshot.ts';
import type { Pause } from '../../engine/retrieval/derivedCache.ts';
import { placeOf } from '../ask/describe.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { CommunitiesAnswer, Community, CommunityDetail, CommunityMember } from '../results.ts';
import { giveTurn, untilAborted } from '../scheduling/timeSlices.ts';

/** Communities told between two turns. */
const portion = 1000;

/** How long a folder must have stayed as it is for its communities to be repaired without being asked for, in milliseconds. */
const idleMs = 3000;
/** How long after the largest communities were told the others are described, in milliseconds: first the picture is drawn. */
const restMs = 150;

export interface CommunitiesKeeper {
  /** The communities of a folder as it is now; `undefined` where it cannot be asked. */
  of(folder: FolderIndex, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined>;
  /** At least the `most` largest of them: what a picture needs, which the rest need not be described for. */
  largestOf(folder: FolderIndex, most: number, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined>;
  /** One of them; `undefined` where there is none of that id. */
  detailOf(folder: FolderIndex, id: string, signal?: AbortSignal): Promise<CommunityDetail | undefined>;
  /** To be called when a folder may have changed: what was found before is repaired once all is quiet. */
  touch(): void;
  close(): void;
}

interface Kept {
  readonly folder: FolderIndex;
  readonly graph: CommunityGraph;
  /** What is asked of the graph, one after the other. */
  queue: Promise<unknown>;
  generation: number;
  /** What the answer was made of. */
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

  async function update(one: Kept, signal?: AbortSignal, most?: number): Promise<CommunitiesAnswer | undefined> {
    signal?.throwIfAborted();
    const snapshot = one.folder.snapshot();
    if (snapshot === undefined) {
      kept.delete(one.folder);
      return undefined;
    }
    const known = snapshot.generation === one.generation ? one.reader : undefined;
    if (known === undefined || (most === undefined && one.answer.left !== undefined)) {
      const reader = known ?? joinSnapshots([snapshot], snapshot.lexicons);
      const pause = (): Promise<void> => giveTurn(signal);
      const found = await one.graph.update(reader, pause, most);
      const answer = await answerOf(found, one.folder.folder, pause);
      one.found = found;
      one.reader = reader;
      one.answer = answer;
      one.positions = new Map(answer.communities.map(({ id }, i) => [id, i]));
      one.generation = snapshot.generation;
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
      generation: -1,
      reader: undefined,
      found: { communities: [], coverage: 0, infos: [], left: { communities: 0, chunks: 0 } },
      answer: noCommunities(folder.folder),
      positions: new Map(),
    };
    kept.set(folder, one);
    return one;
  }

  /** Does something with the communities of a folder as it is now, after what was asked before. */
  function ask<T>(
    folder: FolderIndex,
    signal: AbortSignal | undefined,
    use: (one: Kept, answer: CommunitiesAnswer) => T | Promise<T>,
    most?: number,
  ): Promise<T | undefined> {
    const one = keptOf(folder);
    const result = one.queue.then(async () => {
      const answer = await update(one, signal, most);
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
    async largestOf(folder, most, signal) {
      const answer = await ask(folder, signal, (_, largest) => largest, most);
      // Whoever looks at the largest will look into one of them, which tells whom it overlaps.
      const one = keptOf(folder);
      clearTimeout(one.restTimer);
      if (answer?.left !== undefined) one.restTimer = setTimeout(() => of(folder).catch(() => undefined), restMs).unref();
      return answer;
    },
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

/** The communities of an index of one folder, found anew. */
export async function communitiesIn(reader: IndexReader, folder: string): Promise<CommunitiesAnswer> {
  return answerOf(await findCommunities(reader), folder, async () => undefined);
}

export function noCommunities(folder: string): CommunitiesAnswer {
  return { folder, communities: [], coverage: 0 };
}

/** The first level: communities that lie in the same files. */
export function topicsOf({ communities }: CommunitiesAnswer): Topics {
  return findTopics(communities.map(({ id, labels, chunks }) => ({ id, labels, paths: chunks.map(({ path }) => path) })));
}

async function answerOf({ communities, coverage, infos, left }: Communities, folder: string, pause: Pause): Promise<CommunitiesAnswer> {
  const members: CommunityMember[] = new Array(infos.length);
  const memberOf = (chunk: number): CommunityMember => {
    const known = members[chunk];
    if (known !== undefined) return known;
    const info = infos[chunk] as ChunkInfo;
    const member = { ...placeOf(info, [folder]), title: info.title };
    members[chunk] = member;
    return member;
  };
  const told: Community[] = [];
  for (const [i, { id, name, labels, files, entities, chunks }] of communities.entries()) {
    if (i % portion === 0) await pause();
    told.push({ id, name, size: chunks.length, files, labels, entities, chunks: Array.from(chunks, memberOf) });
  }
  return { folder, coverage, communities: told, ...(left.communities > 0 ? { left } : {}) };
}

/** Which of the community's entities each chunk holds, in the community's order. */
async function sharedEntities(reader: IndexReader, chunks: readonly number[], entities: readonly string[]): Promise<string[][]> {
  const keysOf = await reader.chunkKeys(chunks);
  const ids = [...new Set(keysOf.flatMap((keys) => keys.map(({ id }) => id)))];
  const texts = await reader.keyTexts(ids);
  const nameOf = new Map(ids.map((id, i) => [id, (texts[i] as string).slice(2)]));
  return keysOf.map((keys) => {
    const held = new Set(keys.map(({ id }) => nameOf.get(id)));
    return entities.filter((entity) => held.has(entity));
  });
}
