/**
 * Step one of `mesh`: the score of each chunk by itself, and which chunks are seeds.
 *
 * Score = BM25 (scaled to 1) + shared names (`namedChunks.ts`) and their other spellings (`counterparts.ts`) + the share of the question that occurs
 * in one position; kinds of text that the question is not about (tests, change logs, code, documents) are demoted.
 * Cost: a pass over the postings of the named keys; coverage and traits are computed for the pool only.
 */

import { Trait } from '../../../index/reader.ts';
import { everywhere } from '../../../text/names/places.ts';
import { pushTo } from '../../../util/pushTo.ts';
import type { RetrieveOptions } from '../../ranking.ts';
import type { Hits } from '../../systems/bm25.ts';
import { bestWithTies, selectBest } from '../select.ts';
import { counterpartCandidates, findCounterparts } from './counterparts.ts';
import { scaleOf } from './cover.ts';
import type { MeshQuery } from './meshQuery.ts';
import { type NameBonuses, nameBonuses } from './namedChunks.ts';
import type { NamedKey } from './namedKeys.ts';

export interface Seeds {
  /** Keys of the question by id. */
  readonly named: ReadonlyMap<number, NamedKey>;
  /** Whether the question names a title. */
  readonly namesTitle: boolean;
  /** The pool, in no particular order. */
  readonly pool: readonly number[];
  /** The score of any chunk; those of the pool with coverage and demotion. */
  readonly scoreOf: (chunk: number) => number;
  /** The factor for a chunk's kind, 0 to 1. */
  readonly demotionOf: (chunk: number) => number;
  /** Best first. */
  readonly seeds: readonly number[];
}

/** The largest share of the question's idf mass in one position of the chunk; words of its name field count in every position. */
export function coverageOf(hits: Hits, chunk: number, mass: number): number {
  const places = new Float64Array(32);
  let all = 0;
  for (const {
    term: { idf },
    places: mask,
  } of hits.of(chunk)) {
    if (mask === everywhere) all += idf;
    else
      for (let rest = mask; rest !== 0; rest &= rest - 1)
        places[31 - Math.clz32(rest & -rest)] = (places[31 - Math.clz32(rest & -rest)] as number) + idf;
  }
  let best = 0;
  for (const value of places) if (value > best) best = value;
  return mass === 0 ? 0 : (best + all) / mass;
}

/** The sum of the idf of the question's terms. */
export function questionMass(hits: Hits): number {
  return hits.terms.reduce((sum, { idf }) => sum + idf, 0);
}

/** The factor for each kind of chunk; passages without a path are neither code nor documents. */
function demotionsFor(
  { reader: { traits }, question, weights }: MeshQuery,
  { namesSymbol, namesFile }: Pick<NameBonuses, 'namesSymbol' | 'namesFile'>,
): (chunk: number) => number {
  const test = question.aboutTests ? 1 : weights.test;
  const changes = question.aboutChanges ? 1 : weights.changeLog;
  const isAboutCode = question.asksWhere || question.asksAboutDefinitions || question.symbols.length > 0 || namesFile;
  const code = question.asks && !isAboutCode ? weights.code : 1;
  const docs = question.isAboutCode || question.asksForCode || (question.asks && namesSymbol) ? weights.docs : 1;
  return (chunk) => {
    const trait = traits[chunk] as number;
    const ofKind = trait & Trait.NoPath ? 1 : trait & Trait.Prose ? docs : code;
    return (trait & Trait.Auxiliary ? test : 1) * (trait & Trait.ChangeLog ? changes : 1) * ofKind;
  };
}

/** A chunk gains a share of the best other chunk of its document: a file that matches twice is more likely meant. */
async function supportSiblings(
  { reader, infos, weights }: MeshQuery,
  pool: readonly number[],
  plain: (chunk: number) => number,
  scores: Map<number, number>,
): Promise<void> {
  const several = pool.filter((chunk) => !((reader.traits[chunk] as number) & Trait.Whole));
  const described = await infos.chunkInfo(several);
  const groups = new Map<string, number[]>();
  several.forEach((chunk, i) => {
    const name = `${described[i]?.folder} ${described[i]?.path}`;
    pushTo(groups, name, chunk);
  });
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const [best, second] = group.map(plain).sort((a, b) => b - a) as [number, number];
    for (const chunk of group)
      scores.set(chunk, (scores.get(chunk) as number) + weights.siblings * (plain(chunk) === best ? second : best));
  }
}

/** Finds the seeds of a question among the chunks that `accept` admits. One round trip: the pool is described at once. */
export async function findSeeds(query: MeshQuery, { accept, near = new Map() }: Pick<RetrieveOptions, 'accept' | 'near'>): Promise<Seeds> {
  const { reader, infos, hits, weights } = query;
  const { named, bonus: nameBonus, namesTitle, namesSymbol, namesFile } = await nameBonuses(query, near);
  const bonus = new Map(nameBonus);
  const demotionOf = demotionsFor(query, { namesSymbol, namesFile });
  const best = hits.top(weights.pool, accept);
  const scale = scaleOf(hits);
  const plain = (chunk: number): number => hits.scoreOf(chunk) * scale + (bonus.get(chunk) ?? 0);
  // A bonus only adds, so without one no other chunk comes before the best.
  const candidates = best.filter((chunk) => !bonus.has(chunk));
  for (const chunk of bonus.keys()) if (accept === undefined || accept(chunk)) candidates.push(chunk);
  const lists = [best, bestWithTies(candidates, plain, weights.pool)] as const;
  const spelledLike = counterpartCandidates(query);
  await infos.chunkInfo([...new Set([...lists.flat(), ...spelledLike.flatMap(({ chunks }) => chunks)])]);
  const counterparts = (await findCounterparts(infos, spelledLike)).filter((chunk) => accept?.(chunk) ?? true);
  for (const chunk of counterparts) bonus.set(chunk, (bonus.get(chunk) ?? 0) + weights.named);
  const pool = new Set([
    ...(await selectBest(infos, lists[0], hits.scoreOf, weights.pool)),
    ...(await selectBest(infos, [...new Set([...lists[1], ...counterparts])], plain, weights.pool)),
  ]);
  const mass = questionMass(hits);
  const scores = new Map<number, number>();
  const list = [...pool];
  for (const chunk of list) {
    // A code snippet without a path is one position: its lines are no sentences.
    const isSnippet = ((reader.traits[chunk] as number) & (Trait.NoPath | Trait.Prose)) === Trait.NoPath;
    const covered = weights.coverage * (isSnippet ? hits.scoreOf(chunk) * scale : coverageOf(hits, chunk, mass));
    scores.set(chunk, (plain(chunk) + covered) * demotionOf(chunk));
  }
  if (weights.siblings > 0) await supportSiblings(query, list, plain, scores);
  const scoreOf = (chunk: number): number => scores.get(chunk) ?? plain(chunk);
  const seeds = await selectBest(infos, list, scoreOf, weights.seeds);
  return { named, namesTitle, pool: list, scoreOf, demotionOf, seeds };
}
