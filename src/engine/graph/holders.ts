/** The chunks of each key whose size is in range, and their roles for it. */

import { Role } from '../document.ts';
import type { Postings } from '../index/reader.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';

/** Chunks by key. */
export interface Holders {
  /** Ids of the chunks, ascending; may be kept but not changed. */
  chunksOf(id: number): Int32Array;
  /** The union of their roles (bits of `Role`). */
  rolesOf(id: number): number;
  /** Number of chunks that define it. */
  definersOf(id: number): number;
}

/** The holders of some keys, from their posting lists. */
export function holdersFrom(ids: readonly number[], postings: readonly Postings[]): Holders {
  const known = new Map(ids.map((id, i) => [id, postings[i] as Postings]));
  return {
    chunksOf: (id) => new Int32Array((known.get(id) as Postings).chunks),
    rolesOf: (id) => {
      const { values } = known.get(id) as Postings;
      let roles = 0;
      for (let i = 0; i < values.length; i++) roles |= values[i] as number;
      return roles;
    },
    definersOf: (id) => {
      const { values } = known.get(id) as Postings;
      let definers = 0;
      for (let i = 0; i < values.length; i++) if (((values[i] as number) & Role.Defines) !== 0) definers++;
      return definers;
    },
  };
}

/** The holders of all keys, by inverting the loaded keys of all chunks (ascending). Cost: one pass over them. */
export function invert(chunks: Int32Array, chunkKeys: ChunkKeys, { sizes }: KeyTable): Holders {
  const starts = new Int32Array(sizes.length + 1);
  for (let id = 0; id < sizes.length; id++) starts[id + 1] = (starts[id] as number) + (sizes[id] as number);
  const next = starts.slice();
  const all = new Int32Array(starts[sizes.length] as number);
  const rolesByKey = new Uint8Array(sizes.length);
  const definers = new Int32Array(sizes.length);
  const { ids, roles } = chunkKeys;
  for (let c = 0; c < chunks.length; c++) {
    const chunk = chunks[c] as number;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const id = ids[i] as number;
      const at = next[id] as number;
      all[at] = chunk;
      next[id] = at + 1;
      rolesByKey[id] = (rolesByKey[id] as number) | (roles[i] as number);
      if (((roles[i] as number) & Role.Defines) !== 0) definers[id] = (definers[id] as number) + 1;
    }
  }
  return {
    chunksOf: (id) => all.subarray(starts[id], starts[id + 1]),
    rolesOf: (id) => rolesByKey[id] as number,
    definersOf: (id) => definers[id] as number,
  };
}
