/** The communities of folders, found in another thread: main work shares this one. */

import { type FoundCommunity, findCommunities } from '../../engine/graph/communities.ts';
import { readCommunityInput } from '../../engine/graph/communityInput.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { partFiles } from '../../engine/parts/findDivisions.ts';
import type { OtherThread } from '../../engine/retrieval/derived.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { placeOf } from '../ask/describe.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { CommunitiesAnswer, Community, CommunityDetail } from '../types/results.ts';
import { type AnswerKeeper, createAnswerKeeper } from './answerKeeper.ts';

export interface FolderCommunities {
  readonly answer: CommunitiesAnswer;
  /** What they were found in. */
  readonly reader: IndexReader;
  /** As in the answer. */
  readonly found: readonly FoundCommunity[];
}

export type CommunitiesKeeper = AnswerKeeper<FolderCommunities>;

export function createCommunitiesKeeper(otherThread: OtherThread): CommunitiesKeeper {
  return createAnswerKeeper(({ folder }: FolderIndex, reader, yieldThread) => communitiesIn(reader, folder, yieldThread, otherThread));
}

/** The communities of an index with one folder; found in this thread if there is no other. */
export async function communitiesIn(
  reader: IndexReader,
  folder: string,
  yieldThread: Yield,
  otherThread?: OtherThread,
): Promise<FolderCommunities> {
  const input = await readCommunityInput(reader, await partFiles(reader), yieldThread);
  const elsewhere = (await otherThread?.('communities', input, yieldThread)) as readonly FoundCommunity[] | undefined;
  const found = elsewhere ?? findCommunities(input);
  const communities: Community[] = [];
  let covered = 0;
  for (const { id, name, labels, entities, chunks, files } of found) {
    await yieldThread();
    const infos = await reader.chunkInfo(chunks);
    const members = infos.map((info) => ({ ...placeOf(info, [{ folder }]), title: info.title, kind: info.kind }));
    communities.push({ id, name, size: chunks.length, files, labels, entities, chunks: members });
    covered += chunks.length;
  }
  return { answer: { folder, communities, coverage: covered / Math.max(1, reader.liveCount) }, reader, found };
}

/** One of them, with its entities that each chunk holds; `undefined` if there is none of that id. */
export async function communityDetail({ answer, reader, found }: FolderCommunities, id: string): Promise<CommunityDetail | undefined> {
  const at = found.findIndex((one) => one.id === id);
  const community = answer.communities[at];
  if (community === undefined) return undefined;
  const keys = await reader.chunkKeys(found[at]?.chunks ?? []);
  const shared = keys.map((own) => {
    const held = new Set(own.map(({ text }) => text.slice(2)));
    return community.entities.filter((entity) => held.has(entity));
  });
  return { answer, community, shared };
}

export function noCommunities(folder: string): CommunitiesAnswer {
  return { folder, communities: [], coverage: 0 };
}
