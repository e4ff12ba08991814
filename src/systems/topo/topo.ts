/**
 * `topo`: the entities nearest to the question whose graph has a bounded diameter, and the chunks that hold them.
 *
 * Source: TopoRAG sections 3.3 and 3.4 (algorithms/boundedDiameter.ts has the search). Without a model, entities are stored keys and their nearness
 * to the question that of their descriptions; a chunk's title, and what code defines, is linked to what the chunk names (topo/nameGraph.ts). In
 * an enriched index entities, descriptions and links are those that a model has extracted from the passages (topo/entities.ts). Co-occurrence links all names
 * of a chunk. The question is divided into sub-questions, by a model where there is one (topo/subQuestions.ts).
 * Deviations: without vectors the walk follows the graph itself, from the nearest entity; the paper unites the chunks of entities and of passages
 * without an order: here the votes of a chunk's entities (similarity times rarity) and its words are added, each relative to the best. k, k', R
 * and D are not given in the paper.
 * Cost: the entity sets on the first question; then BM25, and the postings of the entities that are walked past.
 */

import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { idf, scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';
import { type DiameterOf, inducedDiameter, inFilter, postFilter, wholeDiameter } from '../algorithms/boundedDiameter.ts';
import { type EntityOptions, enrichedEntities, type SearchedEntities, storedEntities } from './entities.ts';
import { type TopoGraph, topoGraphs } from './nameGraph.ts';
import { type DivisionOptions, divide, type Part } from './subQuestions.ts';

export interface TopoOptions extends EntityOptions, DivisionOptions {
  readonly filter: 'in' | 'post';
  /** k: entities wanted of each sub-question. */
  readonly size: number;
  /** D: max diameter of their graph. */
  readonly diameter: number;
  /** Whether the diameter is that of the graph they induce, or of their distances in the whole graph. */
  readonly distance: 'induced' | 'whole';
  /** k': entities compared by the post-filter, or visited by the walk. */
  readonly candidates: number;
  /** R: centres that prune the walk by radius; 0 for no pruning. */
  readonly centres: number;
  /** Entities from which the walk may begin, if the one before leads to fewer than k. */
  readonly starts: number;
  /** Number of top chunks by words to add; may be 0. */
  readonly passages: number;
  /** Weight of a chunk's words relative to its votes, 0 or more. */
  readonly words: number;
  /** If the index has more chunks, only a part is searched. */
  readonly maxChunks: number;
}

const choices = { filter: ['in', 'post'], distance: ['induced', 'whole'] } as const;

export const topo: RetrievalSystem<TopoOptions, TopoGraph | undefined> = {
  id: 'topo',
  options: {
    ...{ filter: 'in', size: 20, diameter: 2, distance: 'induced', candidates: 100, centres: 1, starts: 3 },
    ...{
      cooccurrence: true,
      together: 1,
      decomposition: true,
      clauses: false,
      passages: 20,
      words: 0.3,
      pool: 100,
      maxHolders: 100,
      maxChunks: 100_000,
    },
  },
  validate(options) {
    const refuse = (name: keyof TopoOptions, wanted: string): never => {
      throw new RangeError(`Cannot ask topo: its option ${name} is "${options[name]}"; it must be ${wanted}`);
    };
    for (const name of ['filter', 'distance'] as const)
      if (!(choices[name] as readonly string[]).includes(options[name])) refuse(name, `one of ${choices[name].join(', ')}`);
    for (const name of ['size', 'candidates', 'starts', 'together', 'pool', 'maxHolders', 'maxChunks'] as const)
      if (!(Number.isInteger(options[name]) && options[name] > 0)) refuse(name, 'a positive integer');
    for (const name of ['diameter', 'centres', 'passages'] as const)
      if (!(Number.isInteger(options[name]) && options[name] >= 0)) refuse(name, 'a whole number, 0 or more');
    if (!(options.words >= 0)) refuse('words', '0 or more');
  },
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
    const wordScore = (chunk: number): number => hits.scoreOf(chunk) / (hits.best || 1);
    const passages = new Set(hits.top(options.passages));
    const scoreOf = (chunk: number): number =>
      (votes.get(chunk) ?? 0) / strongest + (options.passages > 0 ? options.words * wordScore(chunk) : 0);
    const found = [...new Set([...votes.keys(), ...passages])].filter((chunk) => accept?.(chunk) ?? true);
    const tooFew = missing === 0 ? [] : [{ kind: 'found', label: 'names found', keys: [`${wanted - missing} of ${wanted}`] }];
    const results = (await selectBest(reader, found, scoreOf, limit)).map((chunk, rank) => {
      const words = termEvidence(hits, chunk);
      const held = [...entities.heldBy(chunk)].filter((id) => chosen.has(id));
      held.sort((a, b) => entities.sizeOf(a) - entities.sizeOf(b) || a - b);
      const names = evidenceOfKeys(held.map((id) => entities.keys[id] as string));
      return { chunk, score: scoreOf(chunk), evidence: [words, names, rank === 0 ? tooFew : []].flat() };
    });
    const own = new Set((await termsTo(reader, question)).map(({ term }) => term));
    return {
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
    const nearest = comparison.nearest(options.filter === 'post' ? options.candidates : options.starts);
    if (nearest.length === 0) continue;
    const graph = { neighboursOf, ...(walkedFrom === undefined ? {} : { walkedFrom }), relevanceOf: comparison.relevanceOf };
    const members =
      options.filter === 'post'
        ? postFilter(nearest, diameterOf, options)
        : await inFilter(nearest, graph, diameterOf, { ...options, visits: options.candidates });
    missing += options.size - members.length;
    wanted += options.size;
    const relevance = await comparison.relevanceOf(members);
    for (const [i, id] of members.entries()) chosen.set(id, Math.max(chosen.get(id) ?? 0, relevance[i] as number));
  }
  return { chosen, wanted, missing };
}
