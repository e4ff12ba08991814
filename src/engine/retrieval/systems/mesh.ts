/**
 * `mesh`: multi-hop retrieval over shared entities, without a model. Seed, link, cover, order.
 *
 * The question's best chunks by words and names are the seeds. From each seed the links to chunks whose title or symbols it mentions,
 * or with which it shares rare names, are followed; a linked chunk scores its seed, the strength of the link, and what it covers of the
 * question beyond the seed.
 *
 * Source: MeshRAG sections 3.3 and 3.4 (anchors, hops over links annotated with shared entities, re-ranking), with the paper's
 * signatures, Bloom filter and communities replaced by exact entity buckets: measured, the paper's own pool loses half of the gold
 * passages, because a second hop shares no entity with the question (bench/README.md).
 * Cost: BM25, then the postings of the rare keys of some ten chunks; no text is read.
 */

import { type IndexReader, Trait } from '../../index/reader.ts';
import type { Evidence, Ranked } from '../ranking.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { type Link, type LinkContext, linksOf } from '../steps/links.ts';
import { findSeeds, questionMass, type Seeds } from '../steps/seeds.ts';
import { selectBest, sortByScore } from '../steps/select.ts';
import { type MeshWeights, maxChunksOf, meshWeights } from '../steps/weights.ts';
import { questionTo } from '../steps/wordPostings.ts';
import { firstHit, type Hits, nextHit, releaseHits, scoreTerms, termEvidence } from './bm25.ts';

/** The path by which a chunk got its score: from a seed over a link. */
interface Path {
  readonly seed: number;
  readonly link: Link;
}

interface Board {
  readonly scores: Map<number, number>;
  readonly paths: Map<number, Path>;
}

/** Each term's part of the score of a chunk, scaled like the chunk's own score. */
function coverOf(hits: Hits, chunk: number): Float64Array {
  const cover = new Float64Array(hits.terms.length);
  const scale = hits.best > 0 ? 1 / hits.best : 0;
  for (let hit = firstHit(hits, chunk); hit >= 0; hit = nextHit(hits, hit)) {
    cover[hits.termOf[hit] as number] = (hits.parts[hit] as number) * scale;
  }
  return cover;
}

/** What `chunk` covers of the question beyond `covered`. */
function gainOf(hits: Hits, chunk: number, covered: Float64Array): number {
  const scale = hits.best > 0 ? 1 / hits.best : 0;
  let gain = 0;
  for (let hit = firstHit(hits, chunk); hit >= 0; hit = nextHit(hits, hit)) {
    const more = (hits.parts[hit] as number) * scale - (covered[hits.termOf[hit] as number] as number);
    if (more > 0) gain += more;
  }
  return gain;
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
  const linked = await linksOf(context, seeds.seeds);
  const pairs = seeds.seeds.map((seed, i) => follow(board, context, seeds, seed, linked[i] as readonly Link[]));
  seeds.seeds.forEach((seed, i) => {
    const lifted = seeds.scoreOf(seed) + context.weights.lift * (pairs[i] as number);
    if (lifted > (board.scores.get(seed) ?? 0)) board.scores.set(seed, lifted);
  });
}

/** Demotes linked chunks of kinds that are not asked for, and what repeats the first chunk. */
async function demote(reader: IndexReader, hits: Hits, seeds: Seeds, board: Board, weights: MeshWeights): Promise<void> {
  const linked = [...board.paths.keys()];
  const pool = new Set(seeds.pool);
  for (const chunk of linked) {
    if (!pool.has(chunk)) board.scores.set(chunk, (board.scores.get(chunk) as number) * seeds.demotionOf(chunk));
  }
  if (!seeds.namesTitle) return;
  const [first] = await selectBest(reader, [...board.scores.keys()], (chunk) => board.scores.get(chunk) as number, 1);
  if (first === undefined) return;
  const covered = coverOf(hits, first);
  for (const [chunk, score] of board.scores) {
    if (chunk === first) continue;
    let repeated = 0;
    coverOf(hits, chunk).forEach((part, t) => {
      repeated += Math.min(part, covered[t] as number);
    });
    board.scores.set(chunk, score - weights.redundancy * repeated);
  }
}

/** Demotes further chunks of a source file, by `keep` for each better one. */
async function demoteFurther(reader: IndexReader, { scores }: Board, keep: number): Promise<void> {
  const several = [...scores.keys()].filter((chunk) => !((reader.traits[chunk] as number) & (Trait.Whole | Trait.Prose | Trait.NoPath)));
  const infos = await reader.chunkInfo(several);
  const fileOf = new Map(several.map((chunk, i) => [chunk, `${infos[i]?.folder} ${infos[i]?.path}`]));
  const before = new Map<string, number>();
  for (const chunk of await sortByScore(reader, several, (one) => scores.get(one) as number)) {
    const file = fileOf.get(chunk) as string;
    const better = before.get(file) ?? 0;
    before.set(file, better + 1);
    scores.set(chunk, (scores.get(chunk) as number) * keep ** better);
  }
}

/** The evidence of each chunk. */
async function explain(
  reader: IndexReader,
  hits: Hits,
  seeds: Seeds,
  paths: ReadonlyMap<number, Path>,
  chunks: readonly number[],
): Promise<Evidence[][]> {
  const followed = [...new Set(chunks.flatMap((chunk) => paths.get(chunk)?.link.keys ?? []))];
  const texts = await reader.keyTexts(followed);
  const counts = await reader.keyCounts(followed);
  const known = new Map(followed.map((id, i) => [id, { text: (texts[i] as string).slice(2), count: counts[i] as number }]));
  const evidence = new Map<number, Evidence[]>(chunks.map((chunk) => [chunk, []]));
  for (const [chunk, list] of evidence) {
    const matched = termEvidence(hits, chunk);
    if (matched !== undefined) list.push(matched);
  }
  for (const { kind, key, holders, postings } of seeds.named.values()) {
    for (const chunk of kind === 'name' ? postings.chunks : holders) evidence.get(chunk)?.push({ kind, keys: [key.slice(2)] });
  }
  for (const [chunk, list] of evidence) {
    const path = paths.get(chunk);
    if (path === undefined) continue;
    const keys = path.link.keys.map((id) => known.get(id) as { text: string; count: number });
    keys.sort((a, b) => a.count - b.count || (a.text < b.text ? -1 : 1));
    list.push({ kind: path.link.kind, keys: keys.map(({ text }) => text), via: path.seed });
  }
  return chunks.map((chunk) => evidence.get(chunk) as Evidence[]);
}

/** The default system. Its stages are `pool`, `seeds` and `links`. */
export const mesh: RetrievalSystem<MeshWeights> = {
  id: 'mesh',
  isOffered: true,
  options: meshWeights,
  async search(text, _, { reader, options: weights, onStage, ...options }) {
    const question = await questionTo(reader, text);
    const hits = await scoreTerms(reader, question.terms, weights.forms);
    const seeds = await findSeeds(reader, question, hits, weights, options.accept);
    options.signal?.throwIfAborted();
    const board: Board = { scores: new Map(seeds.pool.map((chunk) => [chunk, seeds.scoreOf(chunk)])), paths: new Map() };
    const context: LinkContext = {
      reader,
      hits,
      weights,
      named: seeds.named,
      mass: questionMass(hits),
      max: maxChunksOf(weights, reader.liveCount),
    };
    await spread(context, seeds, board);
    onStage?.('pool', seeds.pool);
    onStage?.('seeds', seeds.seeds);
    onStage?.('links', [...board.scores.keys()]);
    await demote(reader, hits, seeds, board, weights);
    if (weights.further < 1) await demoteFurther(reader, board, weights.further);
    options.signal?.throwIfAborted();
    const rest = options.accept !== undefined || options.limit > board.scores.size ? hits.touched : [];
    const min = Math.min(0, ...board.scores.values());
    const scoreOf = (chunk: number): number => board.scores.get(chunk) ?? min - 2 + (hits.scores[chunk] as number) / (hits.best || 1);
    const all = [...new Set([...board.scores.keys(), ...rest])].filter(options.accept ?? (() => true));
    const chosen = await selectBest(reader, all, scoreOf, options.limit);
    const evidence = await explain(reader, hits, seeds, board.paths, chosen);
    const results: Ranked[] = chosen.map((chunk, i) => ({ chunk, score: scoreOf(chunk), evidence: evidence[i] as Evidence[] }));
    releaseHits(hits, seeds.withBonus);
    return { results, unknownTerms: hits.unknownTerms };
  },
};
