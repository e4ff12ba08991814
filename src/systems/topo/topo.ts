/**
 * `topo`: the entities nearest to the question whose graph has a bounded diameter, and the chunks that hold them.
 *
 * Source: TopoRAG sections 3.3 and 3.4 (algorithms/boundedDiameter.ts has the search). Without a model, entities are stored keys and their nearness
 * to the question that of their descriptions; a chunk's title, and what code defines, is linked to what the chunk names (topo/nameGraph.ts). In
 * an enriched index entities, descriptions and links are those that a model has extracted from the passages (topo/entities.ts). Co-occurrence links all names
 * of a chunk. The question is divided into sub-questions, by a model where there is one (topo/subQuestions.ts).
 * Deviations: without vectors the walk follows the graph itself, from the nearest entity; the paper unites the chunks of entities and of passages
 * without an order: here the votes of a chunk's entities (similarity times rarity) and its words, or its cosine with the question, are added, each relative to the best. k, k', R
 * and D are not given in the paper.
 * Cost: the entity sets on the first question; then BM25, and the postings of the entities that are walked past.
 */

import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { flag, integer, oneOf, type ValuesOf } from '../../engine/retrieval/systemOptions.ts';
import { idf, scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';
import { type DiameterOf, inducedDiameter, inFilter, postFilter, wholeDiameter } from '../algorithms/boundedDiameter.ts';
import { cosineEvidence, nearPassages } from '../entities/nearPassages.ts';
import { enrichedEntities, type SearchedEntities, storedEntities } from './entities.ts';
import { explainNames } from './explain.ts';
import { type TopoGraph, topoGraphs } from './nameGraph.ts';
import { divide, type Part } from './subQuestions.ts';

const options = {
  filter: oneOf('in', ['in', 'post']),
  /** k: entities wanted of each sub-question. */
  size: integer(20, { min: 1 }),
  /** D: max diameter of their graph. */
  diameter: integer(2),
  /** Whether the diameter is that of the graph they induce, or of their distances in the whole graph. */
  distance: oneOf('induced', ['induced', 'whole']),
  /** R: centres that prune the walk by radius; 0 for no pruning. */
  centres: integer(1),
  /**
   * Entities from which the walk may begin, if the one before leads to fewer than k. With 20 nearly all sets are complete, but those of later starts are
   * further from the question and rank worse (bench/systems.md).
   */
  starts: integer(3, { min: 1 }),
  /** Whether names of one chunk are linked, if at least `together` chunks hold both. */
  cooccurrence: flag(true),
  together: integer(1, { min: 1 }),
  /** Whether the question is divided: by a model, else each name of the question is asked for by itself. */
  decomposition: flag(true),
  /** Without a model, whether each clause is: the text between commas and the like, if it has two terms or more. */
  clauses: flag(false),
  /** Number of nearest chunks to add, by vectors where there is an embedder; may be 0. */
  passages: integer(20),
  /** Names of more chunks are not nodes. */
  maxHolders: integer(100, { min: 1 }),
  /** If the index has more chunks, only a part is searched. */
  maxChunks: integer(100_000, { min: 1 }),
};

export type TopoOptions = ValuesOf<typeof options>;

/** k': entities compared by the post-filter, or visited by the walk. */
const candidates = 100;
/** Weight of how near a chunk is, by words or vectors, relative to its votes. */
const passageWeight = 0.3;

export const topo: RetrievalSystem<TopoOptions, TopoGraph | undefined> = {
  id: 'topo',
  options,
  maxChunks: ({ maxChunks }) => maxChunks,
  builder: (_, { enrichment }) => (enrichment === undefined ? topoGraphs : undefined),
  async search(question, stored, context) {
    const { reader, options, limit, accept, signal } = context;
    const divided = await divide(question, context);
    const hits = await scoreTerms(reader, divided.terms);
    const entities = await (stored === undefined ? enrichedEntities(divided.terms, hits, context) : storedEntities(stored, hits, context));
    const parts = divided.partsOf(hits);
    const { chosen, wanted, missing } = await chooseEntities(entities, parts, options, signal);
    const votes = new Map<number, number>();
    for (const [id, similarity] of chosen) {
      const vote = similarity * idf(entities.sizeOf(id), reader.liveCount);
      for (const chunk of entities.chunksOf(id)) votes.set(chunk, (votes.get(chunk) ?? 0) + vote);
    }
    const strongest = Math.max(0, ...votes.values()) || 1;
    const near = options.passages === 0 ? undefined : await nearPassages(question, hits, context);
    const passages = near?.top(options.passages) ?? [];
    const passageScore = (chunk: number): number => (near === undefined ? 0 : near.scoreOf(chunk) / (near.best || 1));
    const scoreOf = (chunk: number): number => (votes.get(chunk) ?? 0) / strongest + passageWeight * passageScore(chunk);
    const found = [...new Set([...votes.keys(), ...passages])].filter((chunk) => accept?.(chunk) ?? true);
    const tooFew = missing === 0 ? [] : [{ kind: 'found', label: 'names found', keys: [`${wanted - missing} of ${wanted}`] }];
    const results = (await selectBest(reader, found, scoreOf, limit)).map((chunk, rank) => {
      const words =
        near === undefined || near === hits ? termEvidence(hits, chunk) : [...termEvidence(hits, chunk), ...cosineEvidence(near, chunk)];
      const held = [...entities.heldBy(chunk)].filter((id) => chosen.has(id));
      held.sort((a, b) => entities.sizeOf(a) - entities.sizeOf(b) || a - b);
      const names = evidenceOfKeys(held.map((id) => entities.keys[id] as string));
      return { chunk, score: scoreOf(chunk), evidence: [words, names, rank === 0 ? tooFew : []].flat() };
    });
    const explained = context.isExplained
      ? {
          explanation: explainNames(
            entities,
            chosen,
            options.diameter,
            results.map(({ chunk }) => chunk),
          ),
        }
      : {};
    const own = new Set((await termsTo(reader, question)).map(({ term }) => term));
    return {
      ...explained,
      results,
      unknownTerms: hits.unknownTerms.filter((term) => own.has(term)),
      counts: { entities: chosen.size, missing, incomplete: missing > 0 ? 1 : 0, parts: parts.length },
    };
  },
};

interface Chosen {
  /** Entities with their relevance to the part that they are nearest to. */
  readonly chosen: ReadonlyMap<number, number>;
  /** Of all parts with an entity near them, and how many of these were not found. */
  readonly wanted: number;
  readonly missing: number;
}

/** For each part the entities near it whose graph is within the bound. */
async function chooseEntities(
  entities: SearchedEntities,
  parts: readonly Part[],
  options: TopoOptions,
  signal: AbortSignal | undefined,
): Promise<Chosen> {
  const { neighboursOf, walkedFrom } = entities;
  const diameterOf: DiameterOf =
    options.distance === 'induced' ? inducedDiameter(neighboursOf) : wholeDiameter(neighboursOf, options.diameter);
  const chosen = new Map<number, number>();
  let [wanted, missing] = [0, 0];
  for (const part of parts) {
    signal?.throwIfAborted();
    const comparison = await entities.compareWith(part);
    const nearest = comparison.nearest(options.filter === 'post' ? candidates : options.starts);
    if (nearest.length === 0) continue;
    const graph = { neighboursOf, ...(walkedFrom === undefined ? {} : { walkedFrom }), relevanceOf: comparison.relevanceOf };
    const members =
      options.filter === 'post'
        ? postFilter(nearest, diameterOf, options)
        : await inFilter(nearest, graph, diameterOf, { ...options, visits: candidates });
    missing += options.size - members.length;
    wanted += options.size;
    const relevance = await comparison.relevanceOf(members);
    for (const [i, id] of members.entries()) chosen.set(id, Math.max(chosen.get(id) ?? 0, relevance[i] as number));
  }
  return { chosen, wanted, missing };
}
