/**
 * The keys that several chunks share, of which structural edges and relations are made.
 *
 * Cost: the keys of all chunks, as columns: much less than their posting lists, which are arrays of their own.
 */

import { Role, Space } from '../../engine/document.ts';
import type { IndexReader, KeyColumns } from '../../engine/index/reader.ts';
import { maxChunksOf, meshWeights } from '../../engine/retrieval/steps/mesh/weights.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { positionsBy, reordered, rowsIn } from '../algorithms/graph.ts';
import type { EnrichedGraph } from '../entities/enrichedGraph.ts';

/** A key of several chunks, with its roles in each. */
export interface SharedKey {
  readonly text: string;
  /** Ascending. */
  readonly chunks: Int32Array;
  readonly roles: Uint8Array;
}

/** The roles by which code uses a key: they make gates. */
export const useRoles = Role.Imports | Role.Calls | Role.Extends | Role.Throws;

/** Chunks between yields. */
const batch = 5000;
const anyRole = 0xff;

/** The names, symbols and files of several chunks, not of too many, that have one of the roles somewhere; ascending by text. */
export async function readSharedKeys(reader: IndexReader, yieldThread: Yield, wanted = anyRole): Promise<readonly SharedKey[]> {
  const parts: { readonly chunks: readonly number[]; readonly columns: KeyColumns }[] = [];
  const live = [...(await reader.liveChunks())];
  for (let from = 0; from < live.length; from += batch) {
    await yieldThread();
    const chunks = live.slice(from, from + batch);
    parts.push({ chunks, columns: await reader.chunkKeyColumns(chunks) });
  }
  let maxId = -1;
  for (const { columns } of parts) for (const id of columns.ids) if (id > maxId) maxId = id;
  const sizes = new Int32Array(maxId + 1);
  const rolesOf = new Uint8Array(maxId + 1);
  for (const { columns } of parts)
    for (let i = 0; i < columns.ids.length; i++) {
      const id = columns.ids[i] as number;
      sizes[id] = (sizes[id] as number) + 1;
      rolesOf[id] = (rolesOf[id] as number) | (columns.roles[i] as number);
    }
  await yieldThread();
  const max = maxChunksOf(meshWeights, reader.liveCount);
  const ids: number[] = [];
  sizes.forEach((size, id) => {
    if (size >= 2 && size <= max && (wanted === anyRole || ((rolesOf[id] as number) & wanted) !== 0)) ids.push(id);
  });
  const texts = await reader.keyTexts(ids);
  const named = ids.map((id, i) => ({ id, text: texts[i] as string })).filter(({ text }) => isName(text));
  named.sort((a, b) => (a.text < b.text ? -1 : 1));
  await yieldThread();
  const keyOf = new Int32Array(maxId + 1).fill(-1);
  for (const [k, { id }] of named.entries()) keyOf[id] = k;
  const size = named.reduce((sum, { id }) => sum + (sizes[id] as number), 0);
  const [keys, allChunks, allRoles] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)];
  let end = 0;
  for (const { chunks, columns } of parts)
    for (const [c, chunk] of chunks.entries())
      for (let i = columns.offsets[c] as number; i < (columns.offsets[c + 1] as number); i++) {
        const key = keyOf[columns.ids[i] as number] as number;
        if (key < 0) continue;
        keys[end] = key;
        allChunks[end] = chunk;
        allRoles[end++] = columns.roles[i] as number;
      }
  const { offsets, targets: order } = positionsBy(keys, named.length);
  const [chunks, roles] = [rowsIn(offsets, reordered(allChunks, order)), rowsIn(offsets, reordered(allRoles, order))];
  return named.map(({ text }, k) => ({ text, chunks: chunks[k] as Int32Array, roles: roles[k] as Uint8Array }));
}

/**
 * The same for an enriched index: the entities that passages name, as the model and the index have them, in place of stored names and symbols; files as
 * stored.
 */
export async function readSharedEntities(
  reader: IndexReader,
  { keys, holders }: Pick<EnrichedGraph, 'keys' | 'holders'>,
  yieldThread: Yield,
): Promise<readonly SharedKey[]> {
  const files = (await readSharedKeys(reader, yieldThread)).filter(({ text }) => text[0] === Space.Path);
  const max = maxChunksOf(meshWeights, reader.liveCount);
  const entities = keys.flatMap((text, id): SharedKey[] => {
    const { size, chunks, values } = holders[id] as EnrichedGraph['holders'][number];
    return size < 2 || size > max ? [] : [{ text, chunks: chunks as Int32Array, roles: values as Uint8Array }];
  });
  return [...files, ...entities].sort((a, b) => (a.text < b.text ? -1 : 1));
}

const isName = ([space]: string): boolean => space === Space.Name || space === Space.Symbol || space === Space.Path;
