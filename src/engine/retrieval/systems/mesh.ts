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

import { type ChunkInfo, Trait } from '../../index/reader.ts';
import type { Evidence, Ranked } from '../ranking.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { type Link, type LinkContext, linksOf } from '../steps/links.ts';
import { beginQuery, type MeshQuery } from '../steps/meshQuery.ts';
import { findSeeds, questionMass, type Seeds } from '../steps/seeds.ts';
import { bestWithTies, selectBest, sortByScore } from '../steps/select.ts';
import { type MeshWeights, meshWeights } from '../steps/weights.ts';
import { firstHit, type Hits, nextHit, releaseHits, termEvidence } from './bm25.ts';

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
    let repeated = 0;
    coverOf(hits, chunk).forEach((part, t) => {
      repeated += Math.min(part, covered[t] as number);
    });
    board.scores.set(chunk, score - weights.redundancy * repeated);
  }
}

/** The share of what two chunks match of the question that both match. */
function sharedCover(hits: Hits, a: number, b: number): number {
  const other = coverOf(hits, b);
  let [both, any] = [0, 0];
  coverOf(hits, a).forEach((part, t) => {
    both += Math.min(part, other[t] as number);
    any += Math.max(part, other[t] as number);
  });
  return any === 0 ? 0 : both / any;
}

/** The files of the same name in folders beside: the path with one of its folders left open, for each of them. */
function familiesOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, i) => names.with(i, '*').join('/'));
}

/** Chunks that match the same are variants of each other, if their files are of one family: translations, versions of an API, examples. */
const variantShare = 0.7;

/** Demotes further chunks of a source file, by `further` for each better one, and variants of better chunks of other files. */
async function demoteFurther({ reader, hits, infos, weights: { further, variant } }: MeshQuery, { scores }: Board): Promise<void> {
  const chunks = [...scores.keys()].filter((chunk) => !((reader.traits[chunk] as number) & Trait.NoPath));
  const described = await infos.chunkInfo(chunks);
  const infoOf = new Map(chunks.map((chunk, i) => [chunk, described[i] as ChunkInfo]));
  const before = new Map<string, number[]>();
  for (const chunk of await sortByScore(infos, chunks, (one) => scores.get(one) as number)) {
    const { folder, path } = infoOf.get(chunk) as ChunkInfo;
    const [file = [], ...families] = [path, ...familiesOf(path)].map((name) => {
      const key = `${folder} ${name}`;
      const better = before.get(key) ?? [];
      before.set(key, [...better, chunk]);
      return better;
    });
    const isSource = ((reader.traits[chunk] as number) & (Trait.Whole | Trait.Prose)) === 0;
    const isVariant = families.some((family) =>
      family.some((better) => infoOf.get(better)?.path !== path && sharedCover(hits, better, chunk) >= variantShare),
    );
    scores.set(chunk, (scores.get(chunk) as number) * (isSource ? further ** file.length : 1) * (isVariant ? variant : 1));
  }
}

/** The evidence of each chunk. */
function explain(hits: Hits, seeds: Seeds, paths: ReadonlyMap<number, Path>, chunks: readonly number[]): Evidence[][] {
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
    const keys = [...path.link.keys].sort((a, b) => a.postings.size - b.postings.size || (a.text < b.text ? -1 : 1));
    list.push({ kind: path.link.kind, keys: keys.map(({ text }) => text.slice(2)), via: path.seed });
  }
  return chunks.map((chunk) => evidence.get(chunk) as Evidence[]);
}

/** The default system. Its stages are `pool`, `seeds` and `links`. */
export const mesh: RetrievalSystem<MeshWeights> = {
  id: 'mesh',
  isOffered: true,
  options: meshWeights,
  async search(text, _, { reader, options: weights, onStage, ...options }) {
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
    const further = options.limit > weights.pool ? hits.touched.filter((chunk) => accept(chunk) && !board.scores.has(chunk)) : [];
    const rest = bestWithTies(further, (chunk) => hits.scores[chunk] as number, options.limit);
    await infos.chunkInfo([...board.scores.keys(), ...rest]);
    await demote(query, seeds, board);
    await demoteFurther(query, board);
    options.signal?.throwIfAborted();
    const min = Math.min(0, ...board.scores.values());
    const scoreOf = (chunk: number): number => board.scores.get(chunk) ?? min - 2 + (hits.scores[chunk] as number) / (hits.best || 1);
    const chosen = await selectBest(infos, [...board.scores.keys()].filter(accept).concat(rest), scoreOf, options.limit);
    const evidence = explain(hits, seeds, board.paths, chosen);
    const results: Ranked[] = chosen.map((chunk, i) => ({ chunk, score: scoreOf(chunk), evidence: evidence[i] as Evidence[] }));
    releaseHits(hits, seeds.withBonus);
    return { results, unknownTerms: hits.unknownTerms };
  },
};
