/**
 * `mesh`: multi-hop retrieval over shared entities, without a model. Seed, link, cover, order.
 *
 * The question's best chunks by words and names are the seeds. From each seed the links to chunks whose title or symbols it mentions,
 * or with which it shares rare names, are followed; a linked chunk scores its seed, the strength of the link, and what it covers of the
 * question beyond the seed.
 *
 * Source: MeshRAG sections 3.3 and 3.4 (anchors, hops over links annotated with shared entities, re-ranking), with the paper's
 * signatures, Bloom filter and communities replaced by exact entity buckets: measured, the paper's own pool loses half of the gold
 * passages, because a second hop shares no entity with the question (bench/systems.md).
 * Cost: BM25, then the postings of the rare keys of some ten chunks; no text is read.
 */

import type { Evidence, Ranked } from '../ranking.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { coverOf, gainOf, overlapOf } from '../steps/mesh/cover.ts';
import { findLinks, type Link, type LinkContext } from '../steps/mesh/links.ts';
import { beginQuery, type MeshQuery } from '../steps/mesh/meshQuery.ts';
import { demoteRepeats } from '../steps/mesh/repeats.ts';
import { findSeeds, questionMass, type Seeds } from '../steps/mesh/seeds.ts';
import { maxSimilar, orderBySimilarity, similarTo } from '../steps/mesh/similar.ts';
import { type MeshWeights, meshOptions } from '../steps/mesh/weights.ts';
import { bestWithTies, selectBest } from '../steps/select.ts';
import { type Hits, termEvidence } from './bm25.ts';

/** The path by which a chunk got its score: from a seed over a link. */
interface Path {
  readonly seed: number;
  readonly link: Link;
}

interface Board {
  readonly scores: Map<number, number>;
  readonly paths: Map<number, Path>;
}

/** Follows the links of a seed, and returns the score of its best pair. */
function follow(board: Board, { hits, weights }: LinkContext, seeds: Seeds, seed: number, links: readonly Link[]): number {
  const seedScore = seeds.scoreOf(seed);
  const covered = coverOf(hits, seed);
  const strength = Math.min(seedScore, 2) ** weights.seedPower;
  let bestPair = 0;
  for (const link of links) {
    const own = seeds.scoreOf(link.chunk);
    const strengthOfLink = weights.linkTitle * link.title + weights.linkShared * link.shared + weights.linkBest * link.best;
    const isNameLink = link.title > 0 || link.mentionedBack || link.shared > 0;
    const pair = strength * strengthOfLink + weights.gain * gainOf(hits, link.chunk, covered);
    const byName = isNameLink ? weights.inherit * seedScore + pair + weights.ownShare * own : 0;
    const bySymbol = link.symbol > 0 ? own + weights.linkSymbol * seedScore * link.symbol : 0;
    if (isNameLink && pair > bestPair) bestPair = pair;
    const reached = Math.max(byName, bySymbol);
    if (reached > (board.scores.get(link.chunk) ?? own)) {
      board.scores.set(link.chunk, reached);
      board.paths.set(link.chunk, { seed, link });
    }
  }
  return bestPair;
}

async function spread(context: LinkContext, seeds: Seeds, board: Board): Promise<void> {
  const linked = await findLinks(context, seeds.seeds);
  const pairs = seeds.seeds.map((seed, i) => follow(board, context, seeds, seed, linked[i] as readonly Link[]));
  seeds.seeds.forEach((seed, i) => {
    const lifted = seeds.scoreOf(seed) + context.weights.lift * (pairs[i] as number);
    if (lifted > (board.scores.get(seed) ?? 0)) board.scores.set(seed, lifted);
  });
}

/** Demotes linked chunks of kinds that are not asked for, and what repeats the first chunk. */
async function demote({ infos, hits, weights }: MeshQuery, seeds: Seeds, board: Board): Promise<void> {
  const linked = [...board.paths.keys()];
  const pool = new Set(seeds.pool);
  for (const chunk of linked) {
    if (!pool.has(chunk)) board.scores.set(chunk, (board.scores.get(chunk) as number) * seeds.demotionOf(chunk));
  }
  if (!seeds.namesTitle) return;
  const [first] = await selectBest(infos, [...board.scores.keys()], (chunk) => board.scores.get(chunk) as number, 1);
  if (first === undefined) return;
  const covered = coverOf(hits, first);
  for (const [chunk, score] of board.scores) {
    if (chunk === first) continue;
    board.scores.set(chunk, score - weights.redundancy * overlapOf(hits, chunk, covered));
  }
}

function explain(hits: Hits, seeds: Seeds, paths: ReadonlyMap<number, Path>, chunks: readonly number[]): Evidence[][] {
  const evidence = new Map<number, Evidence[]>(chunks.map((chunk) => [chunk, [...termEvidence(hits, chunk)]]));
  for (const { kind, key, holders, postings } of seeds.named.values()) {
    for (const chunk of kind === 'name' ? postings.chunks : holders) evidence.get(chunk)?.push({ kind, keys: [key.slice(2)] });
  }
  for (const [chunk, list] of evidence) {
    const path = paths.get(chunk);
    if (path === undefined) continue;
    const keys = [...path.link.keys].sort((a, b) => a.postings.size - b.postings.size || (a.text < b.text ? -1 : 1));
    list.push({ kind: path.link.kind, keys: keys.map(({ text }) => text.slice(2)), via: path.seed });
  }
  return chunks.map((chunk) => evidence.get(chunk) as Evidence[]);
}

/** The default system. Its stages are `pool`, `seeds` and `links`. */
export const mesh: RetrievalSystem<MeshWeights> = {
  id: 'mesh',
  options: meshOptions,
  async search(text, _, { onStage, ...context }) {
    const { reader, options: weights, sources } = context;
    const isCompared = weights.vectors > 0 && sources.embedder !== undefined && sources.vectors !== undefined;
    const options = isCompared ? { ...context, limit: Math.max(context.limit, maxSimilar) } : context;
    const query = await beginQuery(reader, text, weights);
    const { hits, infos } = query;
    const seeds = await findSeeds(query, options);
    options.signal?.throwIfAborted();
    const board: Board = { scores: new Map(seeds.pool.map((chunk) => [chunk, seeds.scoreOf(chunk)])), paths: new Map() };
    await spread({ ...query, named: seeds.named, mass: questionMass(hits) }, seeds, board);
    onStage?.('pool', seeds.pool);
    onStage?.('seeds', seeds.seeds);
    onStage?.('links', [...board.scores.keys()]);
    // The pool has the best of the accepted chunks, so that more are wanted only by longer rankings.
    const accept = options.accept ?? (() => true);
    const further = options.limit > weights.pool ? hits.top(options.limit + board.scores.size, accept) : [];
    const rest = bestWithTies(
      further.filter((chunk) => !board.scores.has(chunk)),
      hits.scoreOf,
      options.limit,
    );
    await infos.chunkInfo([...board.scores.keys(), ...rest]);
    await demote(query, seeds, board);
    await demoteRepeats(query, board.scores, { limit: options.limit, accept });
    options.signal?.throwIfAborted();
    const min = Math.min(0, ...board.scores.values());
    const scoreOf = (chunk: number): number => board.scores.get(chunk) ?? min - 2 + hits.scoreOf(chunk) / (hits.best || 1);
    const chosen = await selectBest(infos, [...board.scores.keys()].filter(accept).concat(rest), scoreOf, options.limit);
    const evidence = explain(hits, seeds, board.paths, chosen);
    const results: Ranked[] = chosen.map((chunk, i) => ({ chunk, score: scoreOf(chunk), evidence: evidence[i] as Evidence[] }));
    const similar = isCompared ? await similarTo(text, chosen, context) : undefined;
    const ordered = similar === undefined ? results : orderBySimilarity(results, similar, weights.vectors);
    return { results: ordered.slice(0, context.limit), unknownTerms: hits.unknownTerms };
  },
};
