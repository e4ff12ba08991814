/** All retrieval systems, loaded. */

import { bind } from '../../src/engine/retrieval/bind.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import type { RetrievalSystem, Sources } from '../../src/engine/retrieval/retrievalSystem.ts';
import { registry } from '../../src/systems/registry.ts';

export const systems: readonly RetrievalSystem[] = await Promise.all(registry.entries.map((entry) => entry.load()));

/** The systems that need nothing but an index, each with its defaults, by id. */
export const retrievers: ReadonlyMap<string, Retriever> = new Map(
  systems.filter(({ needs }) => needs === undefined).map((system) => [system.id, bind(system)]),
);

/** Throws as `bind` and the registry do. */
export function createRetriever(id: string, settings: Readonly<Record<string, string>>, sources: Sources = {}): Retriever {
  const { id: known } = registry.entryOf(id);
  return bind(systems.find((system) => system.id === known) as RetrievalSystem, settings, sources);
}
