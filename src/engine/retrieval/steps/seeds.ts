/**
 * Step one of `mesh`: what each chunk is worth by itself, and which chunks are seeds.
 *
 * Worth = BM25 (scaled to 1) + the names that the question shares with it (`names.ts`) + the share of the question that stands in one of
 * its places, and what a heading says of it; what is of a kind that the question is not about (tests, lists of changes, code, documents) keeps
 * a part of it.
 * Cost: a pass over the postings of the named keys; coverage and traits are looked at for the pool only.
 */

import { type IndexReader, Trait } from '../../index/reader.ts';
import type { Question } from '../../question/question.ts';
import { everywhere } from '../../text/names/places.ts';
import { firstHit, type Hits, nextHit, termOfHit } from '../systems/bm25.ts';
import { headingShares } from './headings.ts';
import type { NamedKey } from './namedKeys.ts';
import { type NameBonuses, nameBonuses } from './names.ts';
import { selectBest } from './select.ts';
import type { MeshWeights } from './weights.ts';

export interface Seeds {
  /** Keys of the question by id. */
  readonly named: ReadonlyMap<number, NamedKey>;
  /** Whether the question names a title. */
  readonly namesTitle: boolean;
  /** Chunks with a bonus for names. */
  readonly bonused: ReadonlySet<number>;
  /** The pool, in no particular order. */
  readonly pool: readonly number[];
  /** Worth of a chunk before the demotion of tests, for any chunk. */
  readonly worthOf: (chunk: number) => number;
  /** What a chunk keeps of its worth, being of its kind. */
  readonly keepOf: (chunk: number) => number;
  /** Best first. */
  readonly seeds: readonly number[];
}

/** The largest share of the question's idf mass that stands in one place of the chunk; words of its name field stand everywhere. */
function coverageOf(hits: Hits, chunk: number, mass: number): number {
  const places = new Float64Array(32);
  let all = 0;
  for (let hit = firstHit(hits, chunk); hit >= 0; hit = nextHit(hits, hit)) {
    const { idf } = termOfHit(hits, hit);
    const mask = hits.places[hit] as number;
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

/** What chunks of each kind keep of their worth for a question; passages that lie in no file are neither code nor documents. */
function keepsOf(
  { traits }: IndexReader,
  question: Question,
  { namesSymbol, namesFile }: Pick<NameBonuses, 'namesSymbol' | 'namesFile'>,
  weights: MeshWeights,
): (chunk: number) => number {
  const test = question.aboutTests ? 1 : weights.test;
  const changes = question.aboutChanges ? 1 : weights.changeLog;
  const code = question.asks && !question.asksWhere && question.symbols.length === 0 && !namesFile ? weights.code : 1;
  const docs = question.tellsOfCode || (question.asks && namesSymbol) ? weights.docs : 1;
  return (chunk) => {
    const trait = traits[chunk] as number;
    const ofKind = trait & Trait.NoPath ? 1 : trait & Trait.Prose ? docs : code;
    return (trait & Trait.Test ? test : 1) * (trait & Trait.ChangeLog ? changes : 1) * ofKind;
  };
}

/** A chunk gains a share of the best other chunk of its document: a file that speaks of the question twice is more likely meant. */
async function supportSiblings(
  reader: IndexReader,
  pool: readonly number[],
  plain: (chunk: number) => number,
  worth: Map<number, number>,
  share: number,
): Promise<void> {
  const several = pool.filter((chunk) => !((reader.traits[chunk] as number) & Trait.Whole));
  const infos = await reader.chunkInfo(several);
  const groups = new Map<string, number[]>();
  several.forEach((chunk, i) => {
    const name = `${infos[i]?.folder} ${infos[i]?.path}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [chunk]);
    else group.push(chunk);
  });
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const [best, second] = group.map(plain).sort((a, b) => b - a) as [number, number];
    for (const chunk of group) worth.set(chunk, (worth.get(chunk) as number) + share * (plain(chunk) === best ? second : best));
  }
}

/** Finds the seeds of a question among the chunks that `accept` admits. */
export async function findSeeds(
  reader: IndexReader,
  question: Question,
  hits: Hits,
  weights: MeshWeights,
  accept: ((chunk: number) => boolean) | undefined,
): Promise<Seeds> {
  const { named, bonus, chunks, namesTitle, namesSymbol, namesFile } = await nameBonuses(reader, question, hits, weights);
  const keepOf = keepsOf(reader, question, { namesSymbol, namesFile }, weights);
  const scale = hits.best > 0 ? 1 / hits.best : 0;
  const plain = (chunk: number): number => (hits.scores[chunk] as number) * scale + (bonus[chunk] as number);
  const touched = accept === undefined ? hits.touched : hits.touched.filter(accept);
  // Named chunks that no term hits come after those that are touched, so that each is there once.
  const untouched = [...chunks].filter((chunk) => firstHit(hits, chunk) < 0 && (accept?.(chunk) ?? true));
  const candidates = new Int32Array(touched.length + untouched.length);
  candidates.set(touched);
  candidates.set(untouched, touched.length);
  const pool = new Set([
    ...(await selectBest(reader, touched, (chunk) => hits.scores[chunk] as number, weights.pool)),
    ...(await selectBest(reader, candidates, plain, weights.pool)),
  ]);
  const mass = questionMass(hits);
  const worth = new Map<number, number>();
  const list = [...pool];
  for (const chunk of list) {
    // A loose snippet of code is one place; blocks of its lines are not said together.
    const isSnippet = ((reader.traits[chunk] as number) & (Trait.NoPath | Trait.Prose)) === Trait.NoPath;
    const covered = weights.coverage * (isSnippet ? (hits.scores[chunk] as number) * scale : coverageOf(hits, chunk, mass));
    worth.set(chunk, (plain(chunk) + covered) * keepOf(chunk));
  }
  const headed = await headingShares(reader, question, hits, list);
  for (const [chunk, share] of headed) worth.set(chunk, (worth.get(chunk) as number) + weights.heading * share);
  if (weights.siblings > 0) await supportSiblings(reader, list, plain, worth, weights.siblings);
  const worthOf = (chunk: number): number => worth.get(chunk) ?? plain(chunk);
  const seeds = await selectBest(reader, list, worthOf, weights.seeds);
  return { named, namesTitle, bonused: chunks, pool: list, worthOf, keepOf, seeds };
}
