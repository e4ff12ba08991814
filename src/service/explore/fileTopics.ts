/** The topics inside a part: what lies in it of each community. */

import { partTopics } from '../../engine/parts/partTopics.ts';
import { placeOf } from '../ask/describe.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { CommunityMember, Topic } from '../types/results.ts';
import type { CommunitiesKeeper } from './communitiesKeeper.ts';

const maxTopics = 24;

/** The topics of some files (relative paths) of a folder, largest first. */
export async function topicsIn(
  folder: FolderIndex,
  paths: ReadonlySet<string>,
  communities: CommunitiesKeeper,
  signal?: AbortSignal,
): Promise<readonly Topic[]> {
  const grouping = await communities.groupsOf(folder, signal);
  if (grouping === undefined) return [];
  const { reader, groups } = grouping;
  const documents = (await reader.documents()).filter(({ path }) => paths.has(path));
  const found: Topic[] = [];
  for (const { group, language, chunks, files } of await partTopics(reader, documents, groups, maxTopics)) {
    const infos = await reader.chunkInfo(chunks);
    const members = infos.map((info): CommunityMember => ({ ...placeOf(info, [folder]), title: info.title, kind: info.kind }));
    const { id, name, entities } = group;
    found.push({ id, name, entities, files, chunks: members, ...(language === undefined ? {} : { language }) });
  }
  return found;
}
