/** The retrieval systems that a program offers, by id. A system is loaded when it is chosen. */

import { nearestFirst } from './nearestFirst.ts';
import type { ModelSource, RetrievalSystem } from './retrievalSystem.ts';
import { bm25 } from './systems/bm25.ts';
import { mesh } from './systems/mesh.ts';

/** What is known of a system before it is loaded. */
export interface SystemEntry {
  readonly id: string;
  /** Whether the editor offers it; the others are for comparison. */
  readonly isOffered?: boolean;
  /** The sources of models that it uses where they are given. */
  readonly uses?: readonly ModelSource[];
  load(): Promise<RetrievalSystem>;
}

export interface SystemRegistry {
  readonly entries: readonly SystemEntry[];
  /** Throws `RangeError` for an unknown id, listing the known ones, near names first. */
  entryOf(id: string): SystemEntry;
}

export const defaultSystem = mesh.id;

/** The systems of the engine, the default first. */
export const engineSystems: readonly SystemEntry[] = [
  { id: mesh.id, isOffered: true, uses: ['vectors'], load: async () => mesh },
  { id: bm25.id, isOffered: true, load: async () => bm25 },
];

export function createSystemRegistry(entries: readonly SystemEntry[]): SystemRegistry {
  return {
    entries,
    entryOf(id) {
      const entry = entries.find((one) => one.id === id);
      if (entry !== undefined) return entry;
      const known = nearestFirst(
        entries.map((one) => one.id),
        id,
      );
      throw new RangeError(`There is no system ${JSON.stringify(id)}; there are ${known.join(', ')}`);
    },
  };
}
