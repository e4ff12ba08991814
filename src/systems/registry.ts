/** All retrieval systems: those of the engine and those of this package, each loaded when it is chosen. */

import type { RetrievalSystem } from '../engine/retrieval/retrievalSystem.ts';
import { createSystemRegistry, engineSystems, type SystemEntry } from '../engine/retrieval/systemRegistry.ts';

/** The first has the defaults, the others `paperPresets`. */
const meshPapers = ['mesh-paper', 'mesh-paper-ints', 'mesh-paper-unfiltered', 'mesh-paper-kmeans', 'mesh-paper-dbscan'];

export const registry = createSystemRegistry([
  ...engineSystems,
  { id: 'tfidf', load: async () => (await import('./baselines/tfidf.ts')).tfidf },
  { id: 'hippo', load: async () => (await import('./baselines/hippo.ts')).hippo },
  { id: 'minhash', load: async () => (await import('./baselines/minhash.ts')).minhash },
  { id: 'vector', load: async () => (await import('./baselines/vector.ts')).vector },
  {
    id: 'unweaver',
    isOffered: true,
    uses: ['enrichment', 'embedder'],
    load: async () => (await import('./unweaver/unweaver.ts')).unweaver,
  },
  { id: 'unweaver-ppr', uses: ['enrichment', 'embedder'], load: async () => (await import('./unweaver/unweaverPpr.ts')).unweaverPpr },
  {
    id: 'multi-semantic',
    isOffered: true,
    uses: ['enrichment', 'embedder', 'judge'],
    load: async () => (await import('./multiSemantic/multiSemantic.ts')).multiSemantic,
  },
  { id: 'hug', isOffered: true, uses: ['gates', 'judge'], load: async () => (await import('./hug/hug.ts')).hug },
  { id: 'topo', isOffered: true, uses: ['enrichment', 'embedder', 'judge'], load: async () => (await import('./topo/topo.ts')).topo },
  ...meshPapers.map(
    (id, i): SystemEntry => ({
      id,
      isOffered: i === 0,
      load: async () => (await import('./meshPaper/meshPaper.ts')).meshPaperSystems.find((system) => system.id === id) as RetrievalSystem,
    }),
  ),
]);
