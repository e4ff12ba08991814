/** The first chunks of an index: what a small workspace is about if no search finds anything. */

import { Trait } from '../../engine/index/reader.ts';
import type { View } from '../folder/view.ts';
import type { LeadingChunk } from '../types/results.ts';
import { placeOf } from './describe.ts';

const maxChunks = 200;

/** At most 200 chunks in index order, without tests, examples and fixtures. */
export async function findLeadingChunks({ reader, folders }: View): Promise<LeadingChunk[]> {
  const ids = (await reader.liveChunks())
    .filter((chunk) => ((reader.traits[chunk] as number) & Trait.Auxiliary) === 0)
    .subarray(0, maxChunks);
  const infos = await reader.chunkInfo([...ids]);
  return infos.map((info) => ({ ...placeOf(info, folders), title: info.title, kind: info.kind }));
}
