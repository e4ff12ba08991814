/** Chunks from the beginning of an index: what a small workspace is about where nothing that is searched for stands in it. */

import { Trait } from '../../engine/index/reader.ts';
import type { View } from '../folder/view.ts';
import type { SearchResult } from '../results.ts';
import { placeOf } from './describe.ts';

const most = 200;

/** A chunk's place, title and kind. */
export type Beginning = Pick<SearchResult, 'path' | 'folder' | 'startLine' | 'endLine' | 'title' | 'kind'>;

/** At most 200 chunks that belong to no test, example or fixture, in the order of the index. */
export async function beginningsOf({ reader, folders }: View): Promise<Beginning[]> {
  const ids = (await reader.liveChunks()).filter((chunk) => ((reader.traits[chunk] as number) & Trait.Test) === 0).subarray(0, most);
  const infos = await reader.chunkInfo([...ids]);
  const paths = folders.map(({ folder }) => folder);
  return infos.map((info) => ({ ...placeOf(info, paths), title: info.title, kind: info.kind }));
}
