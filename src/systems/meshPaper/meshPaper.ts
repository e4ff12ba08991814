/**
 * `mesh-paper`: MeshRAG as published, for comparison.
 *
 * Source: MeshRAG section 3.4. The question is signed like a chunk; the Bloom filter decides whether communities are searched, which are those of
 * the m nearest prototypes by Hamming similarity; the 20 nearest chunks are anchors, from which links are followed k hops; all chunks found are
 * re-ranked by Hamming similarity. The paper returns the first five, this implementation `limit`.
 * Deviations: none intended; what the paper leaves open is an option (paper/options.ts). Evidence is the intersection of entity sets, never
 * guessed from a signature, so a chunk found by a chance collision has none.
 * Cost: building on the first question (paper/graph.ts), then the buckets of the question and of its anchors.
 */

import { hash64 } from '../../engine/hash/hash.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { Evidence } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { bm25, scoreTerms } from '../../engine/retrieval/systems/bm25.ts';
import { entityEvidence, findUnknownTerms, rankItems } from '../entities/entityAnswer.ts';
import { sharedEntities } from '../entities/entityGraph.ts';
import { explainCommunities, type SearchedCommunity } from './explain.ts';
import { type PaperGraph, paperGraphs, questionEntities } from './graph.ts';
import { anchors as anchorCount, type PaperOptions, paperPresets, withPreset } from './options.ts';
import { paperReport } from './report.ts';
import type { Signature } from './signatures.ts';

/** Items of the pool, each with the anchor that led to it; undefined for an anchor or a member of a community. */
type Pool = Map<number, number | undefined>;

/** The communities of the nearest prototypes, with the number of equal values of their signatures; their items are added to the pool. */
function searchCommunities(graph: PaperGraph, signature: Signature, count: number, pool: Pool): readonly SearchedCommunity[] {
  const ranked = graph.communities
    .map((community, position) => ({ community, position, equal: graph.signatures.equalRows(community.prototype, signature) }))
    .sort((a, b) => b.equal - a.equal || a.position - b.position);
  const searched = ranked.slice(0, count);
  for (const { community } of searched) for (const item of community.items) pool.set(item, undefined);
  return searched;
}

function followLinks(graph: PaperGraph, anchors: readonly number[], hops: number, pool: Pool): void {
  for (const anchor of anchors) pool.set(anchor, undefined);
  let border = anchors;
  const seen = new Set(anchors);
  for (let hop = 0; hop < hops; hop++) {
    const next: number[] = [];
    for (const item of border) {
      for (const other of graph.linkedTo(item)) {
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(other);
        if (!pool.has(other)) pool.set(other, item);
      }
    }
    border = next;
  }
}

function toEvidence(graph: PaperGraph, item: number, asked: Int32Array, via: number | undefined): readonly Evidence[] {
  const { sets } = graph;
  const direct = sharedEntities(sets.entities[item] as Int32Array, asked);
  if (direct.length > 0) return entityEvidence(sets, direct);
  if (via === undefined) return [];
  const chunk = sets.chunks[via] as number;
  return entityEvidence(sets, sharedEntities(sets.entities[item] as Int32Array, sets.entities[via] as Int32Array)).map((found) => ({
    ...found,
    via: chunk,
  }));
}

/** The score of an item of the pool. */
async function scorer(
  graph: PaperGraph,
  reader: IndexReader,
  question: string,
  signature: Signature,
  asked: { readonly known: Int32Array; readonly count: number },
  rerank: PaperOptions['rerank'],
): Promise<(item: number) => number> {
  const { sets, signatures } = graph;
  const shared = (item: number): number => sharedEntities(sets.entities[item] as Int32Array, asked.known).length;
  switch (rerank) {
    case 'hamming':
      return (item) => signatures.equalRows(signatures.of(item), signature) / signatures.length;
    case 'jaccard':
      return (item) => shared(item) / ((sets.entities[item] as Int32Array).length + asked.count - shared(item));
    case 'shared':
      return shared;
    case 'bm25': {
      const hits = await scoreTerms(reader, await termsTo(reader, question));
      return (item) => hits.scoreOf(sets.chunks[item] as number);
    }
  }
}

/**
 * An interpretation of the paper. Its searches count `questions` with an entity and `withoutEntities`, `bloomRejections` (the filter knows no
 * such prototype, so no community was searched), and `examined`, the share of the chunks in the pool, 0 to 1.
 */
function paperSystem(id: string, preset: Partial<PaperOptions>): RetrievalSystem<PaperOptions, PaperGraph> {
  return {
    id,
    options: withPreset(preset),
    isSynonymAware: true,
    builder: (options, { synonyms }) => paperGraphs(id, options, synonyms),
    async search(question, graph, context) {
      const { reader, options, sources } = context;
      const keys = questionEntities(question, options, sources);
      if (keys.length === 0) {
        const counts = { withoutEntities: 1 };
        if (options.withoutEntities === 'bm25') return { ...(await bm25.search(question, undefined, context)), counts };
        const reason = { code: 'noEntityAsked', arguments: [id] };
        return { results: [], unknownTerms: await findUnknownTerms(reader, question), counts, reason };
      }
      const signature = graph.signatures.sign(keys.map((key) => hash64(key)));
      const known = graph.sets.known(keys);
      const isRejected = options.bloomFilter && !graph.filter.has(signature.words);
      const pool: Pool = new Map();
      const searched = isRejected ? [] : searchCommunities(graph, signature, options.communities, pool);
      const bucketIds = graph.buckets.ofSignature((row) => graph.signatures.rowOf(signature, row));
      const anchors = graph.findNearest(signature, bucketIds, anchorCount).map(({ item }) => item);
      followLinks(graph, anchors, options.hops, pool);
      const score = await scorer(graph, reader, question, signature, { known, count: keys.length }, options.rerank);
      const scores = new Map([...pool.keys()].map((item) => [item, score(item)]));
      const results = await rankItems(reader, graph.sets, scores, known, context, (item) => toEvidence(graph, item, known, pool.get(item)));
      const counts = { questions: 1, bloomRejections: isRejected ? 1 : 0, examined: pool.size / Math.max(1, reader.liveCount) };
      const explained = context.isExplained ? { explanation: await explainCommunities(graph, searched, results, context) } : {};
      return { results, ...explained, unknownTerms: await findUnknownTerms(reader, question), counts };
    },
    report: (graph, { reader, sources }) => paperReport(reader, graph, { texts: sources.texts }),
  };
}

/** The default interpretation. */
export const meshPaper = paperSystem('mesh-paper', {});

/** All named interpretations. */
export const meshPaperSystems: readonly RetrievalSystem<PaperOptions, PaperGraph>[] = [
  meshPaper,
  ...Object.entries(paperPresets).map(([id, preset]) => paperSystem(id, preset)),
];
