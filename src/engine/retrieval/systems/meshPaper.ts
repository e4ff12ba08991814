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

import { hash64 } from '../../hash/hash.ts';
import type { IndexReader } from '../../index/reader.ts';
import { oncePerReader } from '../derivedCache.ts';
import type { Evidence, Ranking, RetrieveOptions, Retriever } from '../ranking.ts';
import { entityEvidence, rankItems, unknownTermsOf } from '../steps/entityAnswer.ts';
import { sharedEntities } from '../steps/entitySets.ts';
import type { SynonymAware } from '../steps/synonyms.ts';
import { questionTo } from '../steps/wordPostings.ts';
import { bm25, scoreTerms } from './bm25.ts';
import { buildPaperGraph, type PaperGraph, type PaperSources, questionEntities } from './paper/graph.ts';
import { type PaperOptions, paperOptions } from './paper/options.ts';
import { paperReport, type ReportOptions } from './paper/report.ts';
import type { Signature } from './paper/signatures.ts';

/** Counters since the retriever was created. */
export interface PaperCounters {
  /** Questions with an entity. */
  readonly questions: number;
  readonly withoutEntities: number;
  /** Questions whose signature the filter rejected as no prototype, so that no community was searched. */
  readonly bloomRejections: number;
  /** The share of the chunks in the pool, on average over the questions, 0 to 1. */
  readonly examined: number;
}

/** The paper's retriever, with its counters and report. */
export interface MeshPaper extends Retriever, SynonymAware {
  readonly options: PaperOptions;
  counters(): PaperCounters;
  /** The report of appendix C as text: neighbours with shared entities, and the communities. */
  report(reader: IndexReader, options?: ReportOptions): Promise<string>;
}

/** Items of the pool, each with the anchor that led to it; undefined for an anchor or a member of a community. */
type Pool = Map<number, number | undefined>;

function searchCommunities(graph: PaperGraph, signature: Signature, count: number, pool: Pool): void {
  const ranked = graph.communities
    .map((community, position) => ({ community, position, equal: graph.signatures.equalRows(community.prototype, signature) }))
    .sort((a, b) => b.equal - a.equal || a.position - b.position);
  for (const { community } of ranked.slice(0, count)) for (const item of community.items) pool.set(item, undefined);
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

function evidenceOf(graph: PaperGraph, item: number, asked: Int32Array, via: number | undefined): readonly Evidence[] {
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
      const { scores } = await scoreTerms(reader, (await questionTo(reader, question)).terms);
      return (item) => scores[sets.chunks[item] as number] as number;
    }
  }
}

/** Creates the retriever for an interpretation of the paper. Throws if an option is out of range. */
export function createMeshPaper(changes: Partial<PaperOptions> = {}, sources: PaperSources = {}, name = 'mesh-paper'): MeshPaper {
  const options = paperOptions(changes);
  const graphOf = oncePerReader((reader, pause) => buildPaperGraph(reader, options, sources, pause));
  const counts = { questions: 0, withoutEntities: 0, bloomRejections: 0, examined: 0 };

  const findPool = (graph: PaperGraph, signature: Signature): Pool => {
    const pool: Pool = new Map();
    if (options.bloomFilter && !graph.filter.has(signature.words)) counts.bloomRejections++;
    else searchCommunities(graph, signature, options.communities, pool);
    const bucketIds = graph.buckets.ofSignature((row) => graph.signatures.rowOf(signature, row));
    const anchors = graph.findNearest(signature, bucketIds, options.anchors).map(({ item }) => item);
    followLinks(graph, anchors, options.hops, pool);
    return pool;
  };

  const search = async (reader: IndexReader, question: string, wanted: RetrieveOptions): Promise<Ranking> => {
    const graph = await graphOf(reader, wanted);
    const keys = questionEntities(question, options, sources);
    if (keys.length === 0) {
      counts.withoutEntities++;
      if (options.withoutEntities === 'bm25') return bm25.search(reader, question, wanted);
      return { results: [], unknownTerms: await unknownTermsOf(reader, question) };
    }
    counts.questions++;
    const signature = graph.signatures.sign(keys.map((key) => hash64(key)));
    const known = Int32Array.from(keys.flatMap((key) => graph.sets.idOf(key) ?? [])).sort();
    const pool = findPool(graph, signature);
    counts.examined += pool.size / Math.max(1, reader.liveCount);
    const score = await scorer(graph, reader, question, signature, { known, count: keys.length }, options.rerank);
    const scores = new Map([...pool.keys()].map((item) => [item, score(item)]));
    const results = await rankItems(reader, graph.sets, scores, known, wanted, (item) => evidenceOf(graph, item, known, pool.get(item)));
    return { results, unknownTerms: await unknownTermsOf(reader, question) };
  };

  return {
    name,
    options,
    search,
    counters: () => ({ ...counts, examined: counts.examined / Math.max(1, counts.questions) }),
    report: async (reader, wanted = {}) => paperReport(reader, await graphOf(reader, wanted), wanted),
    unifying: (synonyms) => createMeshPaper(changes, { ...sources, synonyms }, name),
  };
}
