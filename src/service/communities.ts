/** The communities of folders, kept until a folder changes. */

import { findCommunities } from '../core/graph/communities.ts';
import type { ChunkInfo, IndexReader } from '../core/retrieve/reader.ts';
import type { Lexicons } from '../index/lexicon.ts';
import { joinSnapshots } from '../index/snapshot.ts';
import { placeOf } from './describe.ts';
import type { FolderIndex } from './folderIndex.ts';
import type { CommunitiesAnswer, Community } from './results.ts';

/** Gives the communities of a folder; `undefined` where it cannot be asked. A failed or cancelled attempt is not kept. */
export function createCommunitiesCache(
  lexicons: Lexicons,
): (folder: FolderIndex, signal?: AbortSignal) => Promise<CommunitiesAnswer | undefined> {
  const known = new WeakMap<FolderIndex, { readonly generation: number; readonly answer: CommunitiesAnswer }>();
  return async (folder, signal) => {
    const snapshot = folder.snapshot();
    if (snapshot === undefined) return undefined;
    const last = known.get(folder);
    if (last?.generation === snapshot.generation) return last.answer;
    const answer = await communitiesIn(joinSnapshots([snapshot], lexicons), folder.folder, signal);
    known.set(folder, { generation: snapshot.generation, answer });
    return answer;
  };
}

/** The communities of an index of one folder. */
export async function communitiesIn(reader: IndexReader, folder: string, signal?: AbortSignal): Promise<CommunitiesAnswer> {
  const { communities, coverage } = await findCommunities(reader, signal);
  const described: Community[] = [];
  for (const { id, name, entities, chunks } of communities) {
    const infos = await reader.chunkInfo(chunks);
    const shared = await sharedEntities(reader, chunks, entities);
    const places = infos.map((info: ChunkInfo, i) => ({ ...placeOf(info, [folder]), title: info.title, entities: shared[i] }));
    described.push({ id, name, size: chunks.length, entities, chunks: places });
  }
  return { folder, communities: described, coverage };
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
