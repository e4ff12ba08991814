/**
 * Step one of `mesh`: what each chunk is worth by itself, and which chunks are seeds.
 *
 * Worth = BM25 (scaled to 1) + the names that the question shares with it (titles, defined symbols, proper names, files) + the share
 * of the question that stands in one of its places; tests and examples keep a part of it where the question is not about them. Asked what
 * something is, and nothing else, the sections that introduce it count as named.
 * Cost: a pass over the postings of the named keys; coverage and test paths are looked at for the pool only.
 */

import { Role, Space } from '../document.ts';
import { everywhere } from '../text/places.ts';
import { firstHit, type Hits, nextHit, termOfHit } from './bm25.ts';
import { type MeshWeights, mostChunksOf } from './meshWeights.ts';
import type { Question } from './question.ts';
import type { EvidenceKind } from './ranking.ts';
import { type IndexReader, type Postings, Trait } from './reader.ts';
import { selectBest } from './select.ts';

/** A key that the question names and the index knows. */
export interface NamedKey {
  readonly id: number;
  readonly key: string;
  readonly kind: EvidenceKind;
  readonly postings: Postings;
  /** Chunks that bear or define it. */
  readonly holders: readonly number[];
}

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
  /** Best first. */
  readonly seeds: readonly number[];
}

/** The rarity of something that `size` of `count` chunks hold, 0 to 1: ln(1 + count / size) / ln(1 + count). */
export function rarity(size: number, count: number): number {
  return size <= 0 ? 1 : Math.log(1 + count / size) / Math.log(1 + count);
}

function holdersOf(postings: Postings, role: number): number[] {
  const holders: number[] = [];
  for (let i = 0; i < postings.size; i++) if ((postings.values[i] as number) & role) holders.push(postings.chunks[i] as number);
  return holders;
}

/** Leaves out names that lie within a longer one that was found. */
function maximal(found: readonly NamedKey[]): readonly NamedKey[] {
  const kept: NamedKey[] = [];
  for (const entry of found) {
    const inner = ` ${entry.key.slice(2)} `;
    if (!kept.some(({ key }) => ` ${key.slice(2)} `.includes(inner))) kept.push(entry);
  }
  return kept;
}

async function lookUp(reader: IndexReader, keys: readonly string[], kind: EvidenceKind, role: number): Promise<NamedKey[]> {
  const ids = await reader.keyIds(keys);
  const known = keys.flatMap((key, i) => ((ids[i] as number) >= 0 ? [{ key, id: ids[i] as number }] : []));
  const postings = await reader.keyPostings(known.map(({ id }) => id));
  return known
    .map(({ key, id }, i) => ({ id, key, kind, postings: postings[i] as Postings, holders: holdersOf(postings[i] as Postings, role) }))
    .filter((entry) => entry.postings.size > 0);
}

/** Words from which on a question is long. */
const longQuestion = 50;
/** A symbol with more definitions names none of them. */
const mostDefinitions = 5;
/** What a symbol is worth that is spelled as the thing that is asked for, beside one that is named. */
const thingShare = 0.6;
/** How much of its surprise a file's name must have in a long question, beside one that a single chunk bears, to count whole. */
const surpriseWanted = 0.6;

/** How long a question is, 0 to 1: in a long one a common word that happens to be a file's name says little. */
function lengthOf(question: Question): number {
  return Math.min(1, question.terms.length / longQuestion);
}

/** The key of what introduces the workspace, where no document is named like the thing. */
const readme = `${Space.Path}:readme`;

interface Introductions {
  readonly sections: readonly NamedKey[];
  /** Whether a whole document is about the thing. */
  readonly isWhole: boolean;
}

/**
 * The sections that introduce a thing: those that begin a document of its name; where there is none, those under a heading of its name and
 * those that begin a readme without a title and speak of it. Documents of one chunk are found by their titles anyhow.
 */
async function introductionsOf(reader: IndexReader, thing: string, hits: Hits): Promise<Introductions> {
  const isSection = (chunk: number): boolean => ((reader.traits[chunk] as number) & (Trait.Prose | Trait.Whole)) === Trait.Prose;
  const [headed, readmes] = [
    await lookUp(reader, [thing], 'title', Role.Title | Role.Heading),
    await lookUp(reader, [readme], 'path', Role.Title),
  ].map(([entry]) => entry && { ...entry, holders: entry.holders.filter(isSection) });
  const found: NamedKey[] = [];
  if (headed !== undefined) {
    const infos = await reader.chunkInfo(headed.holders);
    const openings = headed.holders.filter((_, i) => infos[i]?.startLine === 0 || !infos[i]?.title.includes(' › '));
    if (openings.length > 0) return { sections: [{ ...headed, holders: openings }], isWhole: true };
    found.push(headed);
  }
  if (readmes !== undefined) {
    const speaking = readmes.holders.filter((chunk) => (hits.scores[chunk] as number) > 0);
    const infos = await reader.chunkInfo(speaking);
    found.push({ ...readmes, holders: speaking.filter((_, i) => infos[i]?.title === '') });
  }
  return { sections: found, isWhole: found.some(({ kind, holders }) => kind === 'path' && holders.length > 0) };
}

interface Bonuses {
  readonly named: Map<number, NamedKey>;
  /** By chunk; valid as long as the hits are. */
  readonly bonus: Float64Array;
  readonly chunks: Set<number>;
  readonly namesTitle: boolean;
}

async function nameBonuses(reader: IndexReader, question: Question, hits: Hits, weights: MeshWeights): Promise<Bonuses> {
  const { bonus } = hits.scratch;
  const chunks = new Set<number>();
  const named = new Map<number, NamedKey>();
  const add = (chunk: number, value: number): void => {
    bonus[chunk] = (bonus[chunk] as number) + value;
    chunks.add(chunk);
  };
  const addRanked = async (titled: readonly number[], value: number): Promise<void> => {
    const ranked = await selectBest(reader, titled, (chunk) => hits.scores[chunk] as number, titled.length);
    ranked.forEach((chunk, rank) => {
      add(chunk, value * weights.titleDecay ** rank);
    });
  };
  const count = reader.liveCount;
  const most = mostChunksOf(weights, count);
  const rare = (entry: NamedKey): number => rarity(entry.postings.size, count);
  const names = await lookUp(reader, question.names, 'title', Role.Title);
  const titles = maximal(names.filter(({ holders }) => holders.length > 0 && holders.length <= most));
  for (const entry of titles) {
    named.set(entry.id, entry);
    // A section's heading counts as words do; only a document's title names it.
    const documents = entry.holders.filter((chunk) => (reader.traits[chunk] as number) & Trait.Whole);
    await addRanked(documents, weights.named * rare(entry));
  }
  const introduced = question.thing === undefined ? undefined : await introductionsOf(reader, question.thing, hits);
  for (const entry of introduced?.sections ?? []) {
    if (entry.holders.length === 0 || entry.holders.length > most) continue;
    named.set(entry.id, entry);
    await addRanked(entry.holders, weights.named * rarity(entry.holders.length, count));
  }
  for (const entry of maximal(names)) {
    if (!named.has(entry.id)) named.set(entry.id, { ...entry, kind: 'name' });
    if (entry.postings.size > most) continue;
    for (let i = 0; i < entry.postings.size; i++) {
      const chunk = entry.postings.chunks[i] as number;
      if ((hits.scores[chunk] as number) > 0 && !((entry.postings.values[i] as number) & Role.Title))
        add(chunk, weights.name * rare(entry) ** 2);
    }
  }
  const addDefined = ({ holders }: NamedKey, value: number): void => {
    if (holders.length > mostDefinitions) return;
    for (const chunk of holders) add(chunk, (value * rarity(holders.length, count)) / Math.sqrt(holders.length));
  };
  for (const entry of await lookUp(reader, question.symbols, 'symbol', Role.Defines)) {
    named.set(entry.id, entry);
    // A test of a symbol mentions it; it is not where it is defined.
    if (!question.aboutTests) addDefined(entry, weights.named);
  }
  // What a document is about is more than the code of that name.
  for (const entry of introduced?.isWhole ? [] : await lookUp(reader, question.thingSymbols, 'symbol', Role.Defines)) {
    if (named.has(entry.id) || entry.holders.length === 0 || entry.holders.length > mostDefinitions) continue;
    named.set(entry.id, entry);
    addDefined(entry, weights.named * thingShare);
  }
  await pathBonuses(reader, question, hits, weights, named, add);
  return { named, bonus, chunks, namesTitle: titles.length > 0 };
}

async function pathBonuses(
  reader: IndexReader,
  question: Question,
  hits: Hits,
  weights: MeshWeights,
  named: Map<number, NamedKey>,
  add: (chunk: number, value: number) => void,
): Promise<void> {
  const length = lengthOf(question);
  const count = reader.liveCount;
  for (const entry of await lookUp(reader, question.paths, 'path', Role.Title)) {
    const size = entry.holders.length;
    if (size === 0) continue;
    const surprise = Math.min(1, Math.log(1 + count / size) / (surpriseWanted * length * Math.log(1 + count)));
    const value = weights.file * rarity(size, count) * surprise;
    named.set(entry.id, entry);
    for (const chunk of entry.holders) if ((hits.scores[chunk] as number) > 0) add(chunk, value);
  }
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

/** What tests and lists of changes keep of their worth for this question. */
export function asideFactor(reader: IndexReader, chunk: number, question: Question, weights: MeshWeights): number {
  const traits = reader.traits[chunk] as number;
  const ofTest = traits & Trait.Test && !question.aboutTests ? weights.test : 1;
  return traits & Trait.ChangeLog && !question.aboutChanges ? ofTest * weights.changeLog : ofTest;
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
  const { named, bonus, chunks, namesTitle } = await nameBonuses(reader, question, hits, weights);
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
    const isSnippet = ((reader.traits[chunk] as number) & (Trait.Loose | Trait.Prose)) === Trait.Loose;
    const covered = weights.coverage * (isSnippet ? (hits.scores[chunk] as number) * scale : coverageOf(hits, chunk, mass));
    worth.set(chunk, (plain(chunk) + covered) * asideFactor(reader, chunk, question, weights));
  }
  if (weights.siblings > 0) await supportSiblings(reader, list, plain, worth, weights.siblings);
  const worthOf = (chunk: number): number => worth.get(chunk) ?? plain(chunk);
  const seeds = await selectBest(reader, list, worthOf, weights.seeds);
  return { named, namesTitle, bonused: chunks, pool: list, worthOf, seeds };
}
