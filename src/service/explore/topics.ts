/** The topics inside a part: those of modules where a question has had them built, otherwise those of communities. */

import { builtModules, type IndexReader, type NamedGroup, partTopics } from '../../engine/index.ts';
import { placeOf } from '../ask/describe.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { CommunityMember, Topic } from '../results.ts';
import type { CommunitiesKeeper } from './communities.ts';
import type { DerivedData } from './derivedData.ts';

const maxTopics = 24;

/** Groups of the chunks of a reader. */
interface Grouping {
  readonly reader: IndexReader;
  /** In the order of `ChunkInfo.folder`. */
  readonly folders: readonly FolderIndex[];
  readonly groups: readonly NamedGroup[];
}

export interface TopicSources {
  readonly communities: CommunitiesKeeper;
  readonly derived: DerivedData;
  /** The current folders as one index. */
  view(): View;
}

/** The topics of some files (relative paths) of a folder, largest first. */
export async function topicsIn(
  folder: FolderIndex,
  paths: ReadonlySet<string>,
  sources: TopicSources,
  signal?: AbortSignal,
): Promise<readonly Topic[]> {
  const grouping = (await modulesOf(folder, sources)) ?? (await communitiesOf(folder, sources, signal));
  if (grouping === undefined) return [];
  const { reader, folders, groups } = grouping;
  const at = folders.indexOf(folder);
  const documents = (await reader.documents()).filter((one) => one.folder === at && paths.has(one.path));
  const found: Topic[] = [];
  for (const { group, language, chunks, files } of await partTopics(reader, documents, groups, maxTopics)) {
    const infos = await reader.chunkInfo(chunks);
    const members = infos.map((info): CommunityMember => ({ ...placeOf(info, folders), title: info.title, kind: info.kind }));
    const { id, name, entities } = group;
    found.push({ id, name, entities, files, chunks: members, ...(language === undefined ? {} : { language }) });
  }
  return found;
}

async function communitiesOf(folder: FolderIndex, { communities }: TopicSources, signal?: AbortSignal): Promise<Grouping | undefined> {
  const found = await communities.groupsOf(folder, signal);
  return found && { ...found, folders: [folder] };
}

async function modulesOf(folder: FolderIndex, { derived, view }: TopicSources): Promise<Grouping | undefined> {
  const { reader, folders } = view();
  const groups = folders.includes(folder) ? await builtModules(derived.store, reader) : undefined;
  return groups && { reader, folders, groups };
}
