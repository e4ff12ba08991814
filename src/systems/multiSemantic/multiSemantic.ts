/**
 * `multi-semantic`: the entities, relations and passages that are nearest to a question, and what is near them, vote for chunks; the first few are
 * ordered again.
 *
 * Source: MS-RAG section 3 and algorithm 1; the numbers are those of section 4.4. Without a model, entities are stored keys with the places that
 * hold them as descriptions (steps/descriptions.ts), relations places that name several (steps/relations), passages are found by BM25 where there is no
 * embedder (`nearPassages.ts`), and the first `finalists` are ordered by the share of the question in one place of each. In an enriched index entities, relations and summaries are
 * what a model has read out of the passages (enriched/entitySource.ts); with a judge, a model orders the first (steps/rerank.ts).
 * Deviations: in the paper each passage gets one vote of each element (`votes` is `plain`), which without a model is far worse than BM25
 * (bench/systems.md). Weighted, an element's vote is 1 / rank, times its rarity and the decay of its hop, for a relation and what it names times the
 * share of the question in it; a vote for a chunk that has the entity as its title or definition is whole, one for a mention `mention` of it,
 * one of passage recall `passageVote`. With `walk`, personalised PageRank over entities
 * and chunks stands for the vote and its hops (table 7). Table 11 has re-ranking change R@5, which an order of five passages cannot; its
 * figure without is that of table 5, where the vote is left out too. A question that is near no entity gets BM25's ranking.
 * Cost: as `unweaver`, and the keys of the pool and of the chunks of twenty entities a hop. Nothing is built but for `walk`.
 */

import { elect } from '../../engine/algorithms/elections.ts';
import { Role } from '../../engine/document.ts';
import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { Evidence, Ranked, Ranking } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem, SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { flag, integer, oneOf, type ValuesOf } from '../../engine/retrieval/systemOptions.ts';
import { type Hits, scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';
import { rankByWalk } from '../baselines/hippo.ts';
import { pool } from '../entities/descriptions.ts';
import type { EntityGraph } from '../entities/entityGraph.ts';
import { type EntitySource, readEntitySource } from '../entities/entitySource.ts';
import { nearPassages } from '../entities/nearPassages.ts';
import { entityGraphs } from '../entities/readEntities.ts';
import { explainVotes, type Vote } from './explain.ts';
import { nearbyEntities, type Origin } from './nearby.ts';
import { rerank } from './rerank.ts';

const options = {
  /** How many of each are nearest; 0 leaves a recall out. */
  entities: integer(5),
  relations: integer(10),
  passages: integer(10),
  hops: integer(4),
  votes: oneOf('weighted', ['weighted', 'plain', 'walk']),
  rerank: flag(true),
  /** How many are ordered again. */
  finalists: integer(5),
  aliases: flag(true),
};

export type MultiSemanticOptions = ValuesOf<typeof options>;

/** The vote of an entity for a chunk that mentions it, and of passage recall, from that of an entity for its own chunk. */
const mention = 0.15;
const passageVote = 2;
/** Names of more chunks are no entities to begin with. */
const maxHolders = 1000;

const bearing = Role.Title | Role.Defines;
const maxNames = 6;

export const multiSemantic: RetrievalSystem<MultiSemanticOptions, EntityGraph | undefined> = {
  id: 'multi-semantic',
  options,
  builder: ({ votes }, { enrichment }) => (votes === 'walk' && enrichment === undefined ? entityGraphs : undefined),
  async search(question, built, context) {
    const { reader, options, accept = () => true } = context;
    const terms = await termsTo(reader, question);
    const hits = await scoreTerms(reader, terms);
    const source = await readEntitySource(question, terms, hits, context);
    const weigh = (rank: number): number => (options.votes === 'plain' ? 1 : 1 / (1 + rank));

    const wordPool = await selectBest(reader, hits.top(pool), hits.scoreOf, pool);
    const { classes } = await source.nearest({ classes: options.entities, maxHolders });
    const relations = await source.relations(wordPool, options.relations);
    const near = options.passages === 0 ? hits : await nearPassages(question, hits, context);
    const passages = await selectBest(reader, near.top(options.passages, accept), near.scoreOf, options.passages);
    const origins: Origin[] = [
      ...classes.map(({ id, key }, rank) => ({ id, key, weight: weigh(rank) })),
      ...(options.hops === 0 ? [] : relations).flatMap(({ chunk, entities, share }, rank) =>
        (source.leads(chunk) ? entities : []).map(({ id, text }) => ({ id, key: text, weight: share * weigh(rank), via: chunk })),
      ),
    ];
    const recalled: Vote[] = [
      ...relations.map(({ chunk, share }, rank): Vote => ({ weight: share * weigh(rank), approved: [chunk], source: 'relation' })),
      ...passages.map((chunk, rank): Vote => ({ weight: passageVote * weigh(rank), approved: [chunk], source: 'passage' })),
    ];
    const walked = built ?? (options.votes === 'walk' ? source.graph : undefined);
    const { results, explanation } =
      walked === undefined
        ? await rankByVotes(hits, source, origins, recalled, new Set(classes.map(({ id }) => id)), context)
        : await rankByOrigins(question, walked, origins, recalled, context);
    const summed = results.map((one) => withSummary(one, source));
    const ranked = options.rerank ? await rerank(question, hits, summed, options.finalists, context) : summed;
    return { results: ranked, unknownTerms: hits.unknownTerms, ...(explanation === undefined ? {} : { explanation }) };
  },
};

/** Summaries are a reference for the model that answers (section 3.2.2). */
function withSummary(one: Ranked, source: EntitySource): Ranked {
  const summary = source.summaryOf(one.chunk);
  return summary === '' ? one : { ...one, summary };
}

/** The ranking by votes; `nearest` are the entities that are nearest to the question. */
async function rankByVotes(
  hits: Hits,
  source: EntitySource,
  origins: readonly Origin[],
  recalled: readonly Vote[],
  nearest: ReadonlySet<number>,
  { options, limit, accept, onStage, isExplained }: SearchContext<MultiSemanticOptions>,
): Promise<Pick<Ranking, 'results' | 'explanation'>> {
  const near = await nearbyEntities(source, origins, options);
  const ofEntities = near.flatMap(({ id, key, via, weight, postings }): Vote[] => {
    const vote = { key, via, source: nearest.has(id) ? ('entity' as const) : ('nearby' as const) };
    const bears = (i: number): boolean => ((postings.values[i] as number) & bearing) !== 0;
    return [
      { ...vote, weight, approved: postings.chunks.filter((_, i) => bears(i)) },
      { ...vote, weight: weight * mention, approved: postings.chunks.filter((_, i) => !bears(i)) },
    ];
  });
  const ballots = [...recalled, ...ofEntities].map((vote) => (options.votes === 'plain' ? { ...vote, weight: 1 } : vote));
  onStage?.('candidates', [...new Set(ballots.flatMap(({ approved }) => Array.from(approved)))]);
  const elected = elect(ballots, 'votes', limit, hits.scoreOf, accept);
  const evidence = explain(hits, ballots, new Set(elected.map(({ candidate }) => candidate)));
  const results = elected.map(({ candidate: chunk, gain }) => ({ chunk, score: gain, evidence: evidence.get(chunk) ?? [] }));
  return isExplained ? { results, explanation: explainVotes(ballots, results) } : { results };
}

/** The ranking by a walk that begins at entities and recalled chunks. */
function rankByOrigins(
  question: string,
  graph: EntityGraph,
  origins: readonly Origin[],
  recalled: readonly Vote[],
  context: SearchContext<MultiSemanticOptions>,
): Promise<Ranking> {
  const reset = new Float64Array(graph.count + graph.keys.length);
  const known: number[] = [];
  for (const { key, weight } of origins) {
    const id = graph.idOf(key);
    if (id === undefined) continue;
    known.push(id);
    reset[graph.count + id] = Math.max(reset[graph.count + id] as number, weight);
  }
  for (const { weight, approved } of recalled) {
    const item = graph.itemOf[approved[0] as number] as number;
    if (item >= 0) reset[item] = (reset[item] as number) + weight;
  }
  const entities = Int32Array.from(new Set(known)).sort();
  return rankByWalk(question, graph, reset, entities, context);
}

/** The words of the question in each chunk, the sources that recalled it, and the entities that voted for it, by weight. */
function explain(hits: Hits, ballots: readonly Vote[], chunks: ReadonlySet<number>): ReadonlyMap<number, readonly Evidence[]> {
  const votesFor = new Map<number, Vote[]>([...chunks].map((chunk) => [chunk, []]));
  for (const vote of ballots) for (let i = 0; i < vote.approved.length; i++) votesFor.get(vote.approved[i] as number)?.push(vote);
  return new Map([...votesFor].map(([chunk, list]) => [chunk, toEvidence(hits, chunk, list)]));
}

function toEvidence(hits: Hits, chunk: number, list: readonly Vote[]): readonly Evidence[] {
  const sources = { kind: 'votes', label: 'votes of', keys: [...new Set(list.map(({ source }) => source))] };
  const named = list.filter(({ key }) => key !== undefined).sort((a, b) => b.weight - a.weight);
  const direct = named.filter(({ source }) => source === 'entity').slice(0, maxNames);
  const near = named.filter(({ source, via }) => source === 'nearby' && via !== undefined && via !== chunk).slice(0, maxNames);
  const linked = near.filter(({ via }) => via === near[0]?.via);
  return [
    ...termEvidence(hits, chunk),
    sources,
    ...evidenceOfKeys(direct.map(({ key }) => key as string)),
    ...evidenceOfKeys(linked.map(({ key }) => key as string)).map((one) => ({ ...one, via: near[0]?.via as number })),
  ];
}
