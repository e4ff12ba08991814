/**
 * The cosines of a question with the passages and modules of HugRAG's graph.
 *
 * Source: HugRAG appendix B.2 (the embedding of each node is that of its description), section 4.1 (modules are embedded by their summaries). A node is a
 * passage here: its cosine is that of its text, or that of the description of the entity that is its title if that is larger.
 * Cost: one multiplication per passage, module, entity and dimension and question; the vectors of modules are kept by index, embedder and enrichments.
 */

import { Role } from '../../engine/document.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot, type Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { readEnriched } from '../entities/entitySource.ts';
import { embedTexts } from '../entities/nearestTexts.ts';
import { nearPassages } from '../entities/nearPassages.ts';
import type { ModuleGraph } from './moduleGraph.ts';
import type { NodeCosines } from './nodeScores.ts';

/** `undefined` without an embedder or texts. */
export async function nodeCosines(question: string, graph: ModuleGraph, context: SearchContext): Promise<NodeCosines | undefined> {
  const { reader, sources, derived, signal, yieldThread } = context;
  const { embedder, texts } = sources;
  const passages = await nearPassages(question, undefined, context);
  if (embedder === undefined || passages === undefined) return undefined;
  const [asked = new Float32Array(0)] = await embedder.embed([maskSecrets(question).text], signal);
  const cosineWith = (vector: Float32Array | undefined): number => (vector === undefined ? 0 : Math.max(0, dot(asked, vector)));
  const chunks = Float64Array.from(graph.chunks, (chunk) => passages.scoreOf(chunk));
  const described = (await readEnriched(context))?.vectors?.descriptions;
  graph.chunks.forEach((chunk, node) => {
    for (const { id, roles } of graph.enriched?.keysOf.get(chunk) ?? [])
      if ((roles & Role.Title) !== 0) chunks[node] = Math.max(chunks[node] as number, cosineWith(described?.[id]));
  });
  const vectors = await derived.ofGeneration(moduleVectors(graph, embedder, sources.enrichment?.version), {
    reader,
    texts,
    signal,
    yieldThread,
  });
  return { chunks, modules: Float64Array.from(vectors, cosineWith) };
}

function moduleVectors({ summaryTexts }: ModuleGraph, embedder: Embedder, enrichment = ''): GenerationBuilder<readonly Float32Array[]> {
  return {
    id: 'module-vectors',
    isAskedOnly: true,
    hasOneVariant: true,
    variant: JSON.stringify([embedder.name, enrichment]),
    build: ({ yieldThread }) =>
      embedTexts({ count: summaryTexts.length, textOf: (i) => maskSecrets(summaryTexts[i] as string).text }, embedder, yieldThread),
    encode: (vectors) => new ColumnWriter().vectors(vectors).toBytes(),
    async decode(bytes) {
      const reader = new ColumnReader(bytes);
      const vectors = reader.vectors(summaryTexts.length);
      reader.end();
      return vectors;
    },
  };
}
