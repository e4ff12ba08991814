/** All retrieval systems: those of the engine and those of this package, which is loaded when one of them is chosen. */

import type { RetrievalSystem } from '../engine/retrieval/retrievalSystem.ts';
import { createSystemRegistry, engineSystems, type SystemEntry } from '../engine/retrieval/systemRegistry.ts';

const published: readonly Omit<SystemEntry, 'load'>[] = [
  ...[{ id: 'tfidf' }, { id: 'hippo' }, { id: 'minhash' }, { id: 'vector' }],
  { id: 'unweaver', isOffered: true, uses: ['enrichment', 'embedder'] },
  { id: 'unweaver-ppr', uses: ['enrichment', 'embedder'] },
  { id: 'multi-semantic', isOffered: true, uses: ['enrichment', 'embedder', 'vectors', 'judge'] },
  { id: 'hug', isOffered: true, uses: ['enrichment', 'embedder', 'vectors', 'gates', 'judge'] },
  { id: 'topo', isOffered: true, uses: ['enrichment', 'embedder', 'vectors', 'judge'] },
  { id: 'mesh-paper', isOffered: true, uses: ['enrichment'] },
  ...[{ id: 'mesh-paper-ints' }, { id: 'mesh-paper-unfiltered' }, { id: 'mesh-paper-kmeans' }, { id: 'mesh-paper-dbscan' }],
];

export const registry = createSystemRegistry([
  ...engineSystems,
  ...published.map((entry) => ({
    ...entry,
    load: async () => {
      const { publishedSystems } = await import('./index.ts');
      const system = publishedSystems.find(({ id }): boolean => id === entry.id);
      if (system === undefined) throw new Error(`publishedSystems of src/systems/index.ts lacks ${entry.id}`);
      return system as RetrievalSystem;
    },
  })),
]);
