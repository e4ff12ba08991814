/**
 * The communities of folders: found when first asked for, repaired when asked for after a change, or when nothing else has happened for
 * a while.
 */

import { type Communities, CommunityGraph, findCommunities } from '../core/graph/communities.ts';
import { findTopics, type TopicMember } from '../core/graph/topics.ts';
import type { ChunkInfo, IndexReader } from '../core/retrieve/reader.ts';
import type { Lexicons } from '../index/lexicon.ts';
import { joinSnapshots } from '../index/snapshot.ts';
import { placeOf } from './describe.ts';
import type { FolderIndex } from './folderIndex.ts';
import type { CommunitiesAnswer, Community, CommunityMember } from './results.ts';
import { giveTurn, untilAborted } from './turns.ts';

/** How long a folder must have stayed as it is for its communities to be repaired without being asked for, in milliseconds. */
const idleMs = 3000;

export interface CommunitiesKeeper {
  /** The communities of a folder as it is now; `undefined` where it cannot be asked. */
  of(folder: FolderIndex, signal?: AbortSignal): Promise<CommunitiesAnswer | undefined>;
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
  answer: CommunitiesAnswer;
}

export function createCommunitiesKeeper(lexicons: Lexicons): CommunitiesKeeper {
  const kept = new Map<FolderIndex, Kept>();
  let timer: NodeJS.Timeout | undefined;

  async function update(one: Kept, signal: AbortSignal): Promise<CommunitiesAnswer | undefined> {
    signal.throwIfAborted();
    const snapshot = one.folder.snapshot();
    if (snapshot === undefined) {
      kept.delete(one.folder);
      return undefined;
    }
    if (snapshot.generation !== one.generation) {
      const reader = joinSnapshots([snapshot], lexicons);
      const found = await one.graph.update(reader, () => giveTurn(signal));
      one.answer = await answerOf(found, reader, one.folder.folder);
      one.generation = snapshot.generation;
    }
    return one.answer;
  }

  function of(folder: FolderIndex, signal: AbortSignal = new AbortController().signal): Promise<CommunitiesAnswer | undefined> {
    const one = kept.get(folder) ?? {
      folder,
      graph: new CommunityGraph(),
      queue: Promise.resolve(),
      generation: -1,
      answer: noCommunities(folder.folder),
    };
    kept.set(folder, one);
    const result = one.queue.then(() => update(one, signal));
    one.queue = result.catch(() => undefined);
    return untilAborted(result, signal);
  }

  return {
    of,
    touch() {
      clearTimeout(timer);
      if (kept.size === 0) return;
      timer = setTimeout(() => {
        for (const { folder } of kept.values()) if (folder.progress() === undefined) of(folder).catch(() => undefined);
      }, idleMs).unref();
    },
    close() {
      clearTimeout(timer);
      kept.clear();
    },
  };
}

/** The communities of an index of one folder, found anew. */
export async function communitiesIn(reader: IndexReader, folder: string): Promise<CommunitiesAnswer> {
  return answerOf(await findCommunities(reader), reader, folder);
}

export function noCommunities(folder: string): CommunitiesAnswer {
  return { folder, communities: [], coverage: 0, topics: [], apart: [] };
}

/** What is told of the members of a community, by its entities, which stay the same object as long as it does not change. */
const membersOf = new WeakMap<readonly string[], readonly CommunityMember[]>();

async function answerOf({ communities, coverage }: Communities, reader: IndexReader, folder: string): Promise<CommunitiesAnswer> {
  const described: Community[] = [];
  const told: TopicMember[] = [];
  for (const { id, name, labels, entities, chunks } of communities) {
    let members = membersOf.get(entities);
    if (members === undefined) {
      members = await describeMembers(reader, [...chunks], entities, folder);
      membersOf.set(entities, members);
    }
    described.push({ id, name, size: chunks.length, entities, chunks: members });
    told.push({ id, labels, paths: members.map(({ path }) => path) });
  }
  return { folder, communities: described, coverage, ...findTopics(told) };
}

async function describeMembers(
  reader: IndexReader,
  chunks: readonly number[],
  entities: readonly string[],
  folder: string,
): Promise<readonly CommunityMember[]> {
  const infos = await reader.chunkInfo(chunks);
  const shared = await sharedEntities(reader, chunks, entities);
  return infos.map((info: ChunkInfo, i) => ({ ...placeOf(info, [folder]), title: info.title, entities: shared[i] }));
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
