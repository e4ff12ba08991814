/**
 * An answer without a model: the sentences and lines of the best sources that cover the question, quoted to the letter.
 *
 * Statements are taken greedily: the next one is the one that adds most of the question's rare words and that a good source says, from
 * a source that has said less so far; at most six, at most 700 characters. Where the sources cover too little of the question nothing
 * is quoted.
 * Cost: one pass over the text of at most `mostSources` chunks, and one over their statements for each that is taken.
 */

import type { ChunkKind } from '../document.ts';
import { readQuestion } from '../retrieve/question.ts';
import { isDefinition, thingAskedFor } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { placeEnds } from '../text/places.ts';
import { overlap, type Span } from '../text/spans.ts';
import { statementsOf } from './statements.ts';

/** How long an answer gets, in statements and UTF-16 units, and how many of the ranked chunks it is taken from. */
export const answerLimits = { mostStatements: 6, mostCharacters: 700, mostSources: 8 } as const;

/** Least confidence with which something is said to be found; `answerFound` of `eval --answers` shows what it does to a set of questions. */
const leastConfidence = 0.5;

/** A ranked chunk with its text; `n` is its number in the answer. */
export interface AnswerSource {
  readonly n: number;
  readonly text: string;
  readonly kind: ChunkKind;
  readonly title: string;
  /** Stretches of the text that look like secrets; statements that hold one are not quoted. */
  readonly secrets?: readonly Span[];
}

/** A verbatim stretch of a source. */
export interface Quote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Code, or an example of it amid prose, as against words. */
  readonly isCode: boolean;
}

/** How rare each term of the question is in the index: its idf, the largest possible one where no chunk holds it. */
export type Rarity = (term: string) => number;

/** Terms of the question with their weights. */
type TermWeights = ReadonlyMap<string, number>;

/** What a statement is worth beside the words of the question that it adds. */
const weights = {
  /** Words of the question that were said already, and those of the source's title. */
  repeated: 0.4,
  titled: 0.2,
  /** A whole sentence; prose, which explains; the beginning of a source; what follows a chosen statement. */
  sentence: 0.15,
  prose: 0.1,
  first: 0.1,
  next: 0.1,
  /** What says what the thing is that the question asks for. */
  defines: 0.5,
  /** The best source, less with each rank below. */
  rank: 0.3,
  /** Each further statement of one source. */
  sameSource: 0.15,
  /** Statements worth less are left out. */
  least: 0.5,
} as const;

interface Candidate {
  readonly source: AnswerSource;
  /** Of the source, from 0. */
  readonly rank: number;
  /** Position within its source. */
  readonly position: number;
  readonly from: number;
  readonly to: number;
  readonly isCode: boolean;
  /** What it is worth by itself. */
  readonly base: number;
  /** The terms of the question that it holds. */
  readonly terms: TermWeights;
  /** All its terms: statements that say the same have the same. */
  readonly said: string;
}

/** The weight of those terms that are `counted`. */
function weightOf(terms: TermWeights, counted: (term: string) => boolean = () => true): number {
  let sum = 0;
  for (const [term, weight] of terms) if (counted(term)) sum += weight;
  return sum;
}

/** The statements of a source; weights of `question` sum to 1, `thing` is what it asks the nature of. */
function candidatesOf(source: AnswerSource, rank: number, question: TermWeights, thing: string | undefined): Candidate[] {
  const title = countTerms(source.title);
  const open = (statement: Span): boolean => !source.secrets?.some((secret) => overlap(secret, statement));
  const statements = statementsOf(source.text, source.kind).filter(open);
  return statements.map(({ from, to, form }, position) => {
    const said = countTerms(source.text.slice(from, to));
    const terms = new Map([...question].filter(([term]) => said.has(term)));
    const titled = weightOf(question, (term) => title.has(term) && !said.has(term));
    const base =
      weights.repeated * weightOf(terms) +
      weights.titled * titled +
      (form === 'sentence' ? weights.sentence : 0) +
      (source.kind === 'doc' ? weights.prose : 0) +
      (position === 0 ? weights.first : 0) +
      (thing !== undefined && isDefinition(source.text.slice(from, to), thing) ? weights.defines : 0) +
      weights.rank / (rank + 1);
    const isCode = source.kind === 'code' || form === 'example';
    return { source, rank, position, from, to, isCode, base, terms, said: [...said.keys()].sort().join(' ') };
  });
}

/** Takes statements one by one, each time the one that is worth most beside those taken. */
function choose(candidates: readonly Candidate[]): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const covered = new Set<string>();
  const left = new Set(candidates);
  let characters = 0;
  const worthOf = (candidate: Candidate): number => {
    const siblings = chosen.filter(({ rank }) => rank === candidate.rank);
    const follows = siblings.some(({ position }) => position + 1 === candidate.position);
    const fresh = weightOf(candidate.terms, (term) => !covered.has(term));
    return candidate.base + fresh + (follows ? weights.next : 0) - weights.sameSource * siblings.length;
  };
  while (chosen.length < answerLimits.mostStatements) {
    let best: Candidate | undefined;
    let bestWorth: number = weights.least;
    for (const candidate of left) {
      if (characters + candidate.to - candidate.from > answerLimits.mostCharacters) continue;
      const worth = worthOf(candidate);
      if (worth <= bestWorth) continue;
      best = candidate;
      bestWorth = worth;
    }
    if (best === undefined) return chosen;
    // A sentence that stands in several places is quoted from the best of them alone.
    for (const candidate of left) if (candidate.said === best.said) left.delete(candidate);
    chosen.push(best);
    characters += best.to - best.from;
    for (const term of best.terms.keys()) covered.add(term);
  }
  return chosen;
}

/** Words that ask rather than say what about, as terms; a text need not hold them to answer. */
const asking = new Set(
  `mani much often long far kind sort type way explain tell show list find give mean work make use us happen exactli actual possibl need want
look like get got good best differ exampl question answer`.split(/\s+/),
);

/** The terms of a question that say what it is about; all of them where there are no others. */
function subjectTerms(terms: readonly string[]): readonly string[] {
  const subject = terms.filter((term) => !asking.has(term));
  return subject.length > 0 ? subject : terms;
}

/** The share of the terms' weight that is `said`, 0 to 1. */
function shareOf(terms: TermWeights, said: (term: string) => boolean): number {
  const mass = weightOf(terms);
  return mass === 0 ? 0 : weightOf(terms, said) / mass;
}

/** The largest share of the question that one place of a source (a sentence, a block of lines) holds together with the title. */
function bestPlace(terms: TermWeights, source: AnswerSource): number {
  const title = countTerms(source.title);
  let best = 0;
  let from = 0;
  for (const end of placeEnds(source.text, source.kind)) {
    const said = countTerms(source.text.slice(from, end));
    const share = shareOf(terms, (term) => said.has(term) || title.has(term));
    best = Math.max(best, share);
    from = end;
  }
  return best;
}

/**
 * How well the sources speak of the question, 0 to 1: the mean of what the best two hold together (rare terms counted more) and what
 * the best single place holds. Terms that no chunk holds count fully against it.
 */
export function confidence(terms: TermWeights, sources: readonly AnswerSource[]): number {
  const said = sources.slice(0, 2).map((source) => new Set([...countTerms(source.text).keys(), ...countTerms(source.title).keys()]));
  const squared = new Map([...terms].map(([term, weight]) => [term, weight ** 2]));
  const together = shareOf(squared, (term) => said.some((set) => set.has(term)));
  const place = Math.max(0, ...sources.slice(0, 5).map((source) => bestPlace(terms, source)));
  return (together + place) / 2;
}

/**
 * What of ranked sources, best first, answers a question: in the order of the sources, of one source in that of its text. Empty where they
 * say too little of the question.
 */
export function quotesFor(question: string, ranked: readonly AnswerSource[], rarity: Rarity): readonly Quote[] {
  const sources = ranked.slice(0, answerLimits.mostSources);
  const terms = readQuestion(question).terms.map(({ term }) => term);
  const rarities = new Map(subjectTerms(terms).map((term) => [term, rarity(term)]));
  if (sources.length === 0 || confidence(rarities, sources) < leastConfidence) return [];
  const thing = thingAskedFor(question);
  const mass = weightOf(rarities) || 1;
  const shares = new Map([...rarities].map(([term, weight]) => [term, weight / mass]));
  const chosen = choose(sources.flatMap((source, rank) => candidatesOf(source, rank, shares, thing)));
  const ordered = [...chosen].sort((a, b) => a.rank - b.rank || a.from - b.from);
  return ordered.map(({ source, from, to, isCode }) => ({ n: source.n, from, to, text: source.text.slice(from, to), isCode }));
}

/** An answer of quotes as plain text: each on lines of its own with the number of its source, `… [2]`. */
export function quotesText(quotes: readonly Quote[]): string {
  return quotes.map(({ text, n }) => `${text} [${n}]`).join('\n');
}
