/**
 * `topo`: the entities nearest to the question whose graph has a bounded diameter, and the chunks that hold them.
 *
 * Source: TopoRAG sections 3.3 and 3.4 (algorithms/boundedDiameter.ts has the search). Without a model, entities are stored keys and their nearness
 * to the question that of their descriptions (steps/descriptions.ts); a chunk's title, and what code defines, is linked to what the chunk names, and
 * co-occurrence links all names of a chunk (topo/nameGraph.ts).
 * Deviations: without vectors the walk follows the graph itself, from the nearest entity; a sub-question is a name of the question, or of a clause,
 * with the words that belong to no other name; the paper unites the chunks of entities and of passages without an order: here the votes of a chunk's
 * entities (similarity times rarity) and its words are added, each relative to the best. k, k', R and D are not given in the paper.
 * Cost: the entity sets on the first question; then BM25, and the postings of the entities that are walked past.
 */

import { type DiameterOf, inducedDiameter, inFilter, postFilter, wholeDiameter } from '../../algorithms/boundedDiameter.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { describeKeys, type EntityClass, nearestClasses } from '../steps/descriptions.ts';
import { entityEvidence } from '../steps/entityAnswer.ts';
import { entitiesOfQuestion } from '../steps/entitySets.ts';
import { bestWithTies, selectBest } from '../steps/select.ts';
import { termsTo } from '../steps/wordPostings.ts';
import { type Hits, idf, releaseHits, scoreTerms, termEvidence } from './bm25.ts';
import { type LinkOptions, neighboursIn, type TopoGraph, topoGraphs } from './topo/nameGraph.ts';

export interface TopoOptions extends LinkOptions {
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
  /** Whether each name of the question is asked for by itself. */
  readonly decomposition: boolean;
  /** Whether each clause is: what stands between commas and the like, if it has two terms or more. */
  readonly clauses: boolean;
  /** Number of top chunks by words that are added, 0 for none. */
  readonly passages: number;
  /** Weight of a chunk's words beside its votes, 0 or more. */
  readonly words: number;
  /** Number of top chunks by words whose entities are compared first. */
  readonly pool: number;
  /** Of an index with more chunks, a part is searched. */
  readonly maxChunks: number;
}

const choices = { filter: ['in', 'post'], distance: ['induced', 'whole'] } as const;

export const topo: RetrievalSystem<TopoOptions, TopoGraph> = {
  id: 'topo',
  isOffered: true,
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
  builder: () => topoGraphs,
  async search(question, graph, context) {
    const { reader, options, limit, accept, signal } = context;
    const { sets, holders } = graph;
    const hits = await scoreTerms(reader, await termsTo(reader, question));
    const classes = await nearestClasses(reader, hits, { ...options, classes: Number.POSITIVE_INFINITY });
    const meanLength = classes.reduce((sum, { length }) => sum + length, 0) / Math.max(1, classes.length);
    const described = new Map<number, EntityClass>();
    const describeAll = async (ids: readonly number[]): Promise<void> => {
      signal?.throwIfAborted();
      const missing = ids.filter((id) => !described.has(id));
      const found = await reader.findKeys(missing.map((id) => sets.keys[id] as string));
      const keys = found.map(({ id, postings }, i) => ({ id, key: sets.keys[missing[i] as number] as string, postings }));
      for (const [i, one] of describeKeys(hits, keys, meanLength).entries()) described.set(missing[i] as number, one);
    };
    const near = classes.flatMap(({ key }) => sets.idOf(key) ?? []).filter((id) => (sets.sizes[id] as number) <= options.maxHolders);
    await describeAll(near);
    const neighboursOf = neighboursIn(graph, options);
    const diameterOf: DiameterOf =
      options.distance === 'induced' ? inducedDiameter(neighboursOf) : wholeDiameter(neighboursOf, options.diameter);
    const chosen = new Map<number, number>();
    let missing = 0;
    let wanted = 0;
    const parts = await subQuestions(question, hits, context);
    for (const part of parts) {
      const relevance = (id: number): number => similarityTo(described.get(id) as EntityClass, hits, part);
      const candidates = near.filter((id) => relevance(id) > 0).sort((a, b) => relevance(b) - relevance(a) || a - b);
      if (candidates.length === 0) continue;
      const relevanceOf = async (ids: readonly number[]): Promise<readonly number[]> => {
        await describeAll(ids);
        return ids.map(relevance);
      };
      const members =
        options.filter === 'post'
          ? postFilter(candidates.slice(0, options.candidates), diameterOf, options)
          : await inFilter(candidates.slice(0, options.starts), { neighboursOf, relevanceOf }, diameterOf, {
              ...options,
              visits: options.candidates,
            });
      missing += options.size - members.length;
      wanted += options.size;
      for (const id of members) chosen.set(id, Math.max(chosen.get(id) ?? 0, relevance(id)));
    }
    const votes = new Map<number, number>();
    for (const [id, similarity] of chosen) {
      const vote = similarity * idf(sets.sizes[id] as number, reader.liveCount);
      for (const item of holders[id] as Int32Array)
        votes.set(sets.chunks[item] as number, (votes.get(sets.chunks[item] as number) ?? 0) + vote);
    }
    const strongest = Math.max(0, ...votes.values()) || 1;
    const wordScore = (chunk: number): number => (hits.scores[chunk] as number) / (hits.best || 1);
    const passages = new Set(bestWithTies(hits.touched, wordScore, options.passages));
    const scoreOf = (chunk: number): number =>
      (votes.get(chunk) ?? 0) / strongest + (options.passages > 0 ? options.words * wordScore(chunk) : 0);
    const found = [...new Set([...votes.keys(), ...passages])].filter((chunk) => accept?.(chunk) ?? true);
    const tooFew = missing === 0 ? [] : [{ kind: 'found', label: 'names found', keys: [`${wanted - missing} of ${wanted}`] }];
    const results = (await selectBest(reader, found, scoreOf, limit)).map((chunk, rank) => {
      const words = termEvidence(hits, chunk) ?? [];
      const item = sets.itemOf[chunk] as number;
      const held = item < 0 ? [] : [...(sets.entities[item] as Int32Array)].filter((id) => chosen.has(id));
      return { chunk, score: scoreOf(chunk), evidence: [words, entityEvidence(sets, held), rank === 0 ? tooFew : []].flat() };
    });
    releaseHits(hits);
    return {
      results,
      unknownTerms: hits.unknownTerms,
      counts: { entities: chosen.size, missing, incomplete: missing > 0 ? 1 : 0, parts: parts.length },
    };
  },
};

/** V'q over some of the terms. */
function similarityTo({ vector }: EntityClass, { terms }: Hits, part: readonly boolean[]): number {
  return terms.reduce((sum, term, t) => (part[t] ? sum + (vector[t] as number) * term.weight * term.idf : sum), 0);
}

/** For each sub-question, which terms belong to it; the whole question if nothing divides it. */
async function subQuestions(
  question: string,
  { terms }: Hits,
  { reader, options: { clauses, decomposition } }: Parameters<typeof topo.search>[2],
): Promise<readonly (readonly boolean[])[]> {
  const termsIn = async (text: string): Promise<ReadonlySet<string>> => new Set((await termsTo(reader, text)).map(({ term }) => term));
  const pieces = clauses ? await Promise.all(question.split(betweenClauses).map(termsIn)) : [];
  const known = pieces.map((piece) => terms.filter(({ term }) => piece.has(term)).length);
  const long = pieces.filter((_, i) => (known[i] as number) > 1);
  const names = decomposition ? await Promise.all([...entitiesOfQuestion(question)].map((key) => termsIn(key.slice(2)))) : [];
  return (long.length < 2 ? [undefined] : long).flatMap((piece) => {
    const own = terms.map(({ term }) => (piece?.has(term) === false ? undefined : term));
    return byNames(own, piece === undefined ? names : names.filter((name) => own.some((term) => term !== undefined && name.has(term))));
  });
}

const betweenClauses = /[,;:.?!()]\s|\s[-–—]\s/;

/** A part for each name in some terms that holds no other, without the terms of the other names; undefined terms belong to no part. */
function byNames(terms: readonly (string | undefined)[], all: readonly ReadonlySet<string>[]): readonly (readonly boolean[])[] {
  const holds = (name: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    other.size < name.size && [...other].every((term) => name.has(term));
  const names = all.filter((name) => !all.some((other) => holds(name, other)));
  if (names.length < 2) return [terms.map((term) => term !== undefined)];
  return names.map((own) => terms.map((term) => term !== undefined && (own.has(term) || !names.some((other) => other.has(term)))));
}
