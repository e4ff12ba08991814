/**
 * Communities by the places of their chunks instead of ids: of one index, for other readers of the same documents.
 *
 * Cost: one pass over the documents and the chunks of communities.
 */

import { type ChunkInfo, type IndexReader, Trait } from '../index/reader.ts';
import type { Communities } from './communityGraph.ts';
import { bySize, type FoundCommunity } from './groups.ts';

/** A chunk of a community. */
export interface PlacedChunk extends Omit<ChunkInfo, 'folder' | 'kind' | 'language'> {
  /** Its number in the document. */
  readonly ordinal: number;
}

/** A community whose chunks are positions in `PlacedCommunities.chunks`, in its order. */
export type PlacedCommunity = Omit<FoundCommunity, 'files'>;

export interface PlacedCommunities {
  /** The chunks that are in a community, each once. */
  readonly chunks: readonly PlacedChunk[];
  readonly communities: readonly PlacedCommunity[];
}

/** The communities that were found in the index of one folder. */
export async function placeCommunities(reader: IndexReader, { communities, infos }: Communities): Promise<PlacedCommunities> {
  const chunks: PlacedChunk[] = [];
  const positions = new Int32Array(infos.length);
  // By path, so that equal communities have equal places whatever the ids are.
  const documents = [...(await reader.documents())].sort((a, b) => (a.path < b.path ? -1 : 1));
  const isMember = new Uint8Array(infos.length);
  for (const { chunks: ids } of communities) for (const id of ids) isMember[id] = 1;
  for (const { firstChunk, chunksEnd } of documents) {
    for (let id = firstChunk; id < chunksEnd; id++) {
      if (isMember[id] !== 1) continue;
      const { folder, kind, language, ...place } = infos[id] as ChunkInfo;
      positions[id] = chunks.length;
      chunks.push({ ...place, ordinal: id - firstChunk });
    }
  }
  return {
    chunks,
    communities: communities.map(({ files, ...one }) => ({ ...one, chunks: one.chunks.map((id) => positions[id] as number) })),
  };
}

/**
 * The communities in a reader of one folder, without the chunks of some paths, and without those that have no others.
 *
 * @param hidden those that have other documents there, or none.
 */
export async function communitiesAt(reader: IndexReader, placed: PlacedCommunities, hidden: ReadonlySet<string>): Promise<Communities> {
  const documents = (await reader.documents()).filter(({ path }) => !hidden.has(path));
  const documentOf = new Map(documents.map((document) => [document.path, document]));
  const infos: (ChunkInfo | undefined)[] = new Array(reader.chunkCount);
  let covered = 0;
  const ids = Int32Array.from(placed.chunks, ({ ordinal, ...place }) => {
    const document = documentOf.get(place.path);
    if (document === undefined) return -1;
    const id = document.firstChunk + ordinal;
    infos[id] = { ...place, language: document.language, folder: 0, kind: (reader.traits[id] as number) & Trait.Prose ? 'doc' : 'code' };
    covered++;
    return id;
  });
  const communities = placed.communities.flatMap((one): FoundCommunity[] => {
    const chunks = one.chunks.map((position) => ids[position] as number).filter((id) => id >= 0);
    if (chunks.length === 0) return [];
    return [{ ...one, chunks, files: new Set(Array.from(chunks, (id) => infos[id]?.path)).size }];
  });
  communities.sort(bySize);
  return { communities, coverage: reader.liveCount === 0 ? 0 : covered / reader.liveCount, infos, left: { communities: 0, chunks: 0 } };
}
