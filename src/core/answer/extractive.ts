/**
 * An answer without a model: the sentences and lines of the best sources that cover the question, quoted to the letter.
 *
 * Statements are taken greedily: the next one is the one that adds most of the question's rare words, that a good source says, and
 * that bridges two sources; at most six, at most 700 characters. Where the sources cover too little of the question the honest answer
 * is that nothing was found, with what was looked for.
 * Cost: one pass over the text of at most `mostSources` chunks.
 */

import { readQuestion } from '../retrieve/question.ts';
import { placeEnds } from '../text/places.ts';
import { fold, termsOf } from '../text/terms.ts';
import { tokenize } from '../text/tokens.ts';

export const answerLimits = { mostStatements: 6, mostCharacters: 700, mostSources: 8 } as const;

/** Least confidence with which something is said to be found (measured: own questions 0.54 and more in 9 of 10, foreign ones in 1 of 10). */
const leastConfidence = 0.5;

/** A ranked chunk with its text; `n` is its number in the answer. */
export interface AnswerSource {
  readonly n: number;
  readonly text: string;
  readonly kind: 'doc' | 'code';
  readonly title: string;
}

/** A verbatim stretch of a source. */
export interface Quote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface ComposedAnswer {
  readonly found: boolean;
  readonly answer: string;
  readonly quotes: readonly Quote[];
}

/** How rare each term of the question is in the index: its idf, the largest possible one where no chunk holds it. */
export type Rarity = (term: string) => number;

interface Candidate {
  readonly source: AnswerSource;
  readonly from: number;
  readonly to: number;
  readonly terms: ReadonlySet<string>;
  /** Position within its source. */
  readonly position: number;
}

function termsIn(text: string): Set<string> {
  const found = new Set<string>();
  const { count, starts, ends, shapes } = tokenize(text);
  for (let i = 0; i < count; i++) for (const term of termsOf(text.slice(starts[i], ends[i]), shapes[i] as number)) found.add(term);
  return found;
}

function trimmed(text: string, from: number, to: number): { from: number; to: number } {
  let [a, b] = [from, to];
  while (a < b && /\s/.test(text.charAt(a))) a++;
  while (b > a && /\s/.test(text.charAt(b - 1))) b--;
  return { from: a, to: b };
}

const longestStatement = 320;

function proseStatements(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (const end of placeEnds(text, 'doc')) {
    const paragraphEnds = text.slice(from, end).split(/(?<=\n\s*\n)/);
    for (const part of paragraphEnds) {
      found.push(trimmed(text, from, from + part.length));
      from += part.length;
    }
  }
  return found.filter((range) => !/^(?:#{1,6}\s|[=\-~^*#]{3,}$|```|\|[\s|:-]+\|?$)/.test(text.slice(range.from, range.to)));
}

function codeStatements(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (const line of text.split(/(?<=\n)/)) {
    found.push(trimmed(text, from, from + line.length));
    from += line.length;
  }
  return found;
}

function statementsOf(source: AnswerSource): Candidate[] {
  const ranges = source.kind === 'code' ? codeStatements(source.text) : proseStatements(source.text);
  return ranges
    .map((range, position) => ({ range, position }))
    .filter(({ range }) => range.to - range.from >= 8 && /[\p{L}\p{N}]{2}/u.test(source.text.slice(range.from, range.to)))
    .map(({ range, position }) => {
      const to = Math.min(range.to, range.from + longestStatement);
      const cut = to < range.to ? Math.max(source.text.lastIndexOf(' ', to), range.from + 8) : to;
      return { source, from: range.from, to: cut, terms: termsIn(source.text.slice(range.from, cut)), position };
    });
}

interface Weighing {
  readonly question: ReadonlyMap<string, number>;
  readonly mass: number;
}

function worthOf(candidate: Candidate, covered: ReadonlySet<string>, rank: number, used: number, weighing: Weighing): number {
  let fresh = 0;
  let all = 0;
  for (const [term, weight] of weighing.question) {
    if (!candidate.terms.has(term)) continue;
    all += weight;
    if (!covered.has(term)) fresh += weight;
  }
  const first = candidate.position === 0 ? 0.1 : 0;
  const title = termsIn(candidate.source.title);
  let named = 0;
  for (const [term, weight] of weighing.question) if (title.has(term) && !candidate.terms.has(term)) named += weight;
  return (fresh + 0.4 * all + 0.2 * named) / weighing.mass + first + 0.3 / (rank + 1) - (used > 0 ? 0.15 * used : 0);
}

function choose(candidates: readonly Candidate[], sources: readonly AnswerSource[], weighing: Weighing): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const covered = new Set<string>();
  const usedOf = new Map<AnswerSource, number>();
  let characters = 0;
  const left = new Set(candidates);
  while (chosen.length < answerLimits.mostStatements && left.size > 0) {
    let best: Candidate | undefined;
    let bestWorth = 0.05;
    for (const candidate of left) {
      if (characters + candidate.to - candidate.from > answerLimits.mostCharacters) continue;
      const worth = worthOf(candidate, covered, sources.indexOf(candidate.source), usedOf.get(candidate.source) ?? 0, weighing);
      if (worth > bestWorth) {
        best = candidate;
        bestWorth = worth;
      }
    }
    if (best === undefined) break;
    left.delete(best);
    chosen.push(best);
    characters += best.to - best.from;
    usedOf.set(best.source, (usedOf.get(best.source) ?? 0) + 1);
    for (const term of best.terms) covered.add(term);
  }
  return chosen;
}

function nothingFound(question: string, terms: readonly string[]): ComposedAnswer {
  const words = [
    ...new Set((question.match(/[\p{L}\p{N}_$]+/gu) ?? []).filter((word) => terms.some((term) => fold(word).startsWith(term.slice(0, 4))))),
  ];
  const looked = (words.length > 0 ? words : terms).slice(0, 8).join(', ');
  return {
    found: false,
    answer: looked === '' ? 'Nothing found: the question holds no word to look for.' : `Nothing found. Looked for: ${looked}.`,
    quotes: [],
  };
}

/** The weight of the question's terms that are in `said`. */
function weightIn(terms: ReadonlyMap<string, number>, said: (term: string) => boolean, power: number): number {
  let mass = 0;
  let covered = 0;
  for (const [term, weight] of terms) {
    mass += weight ** power;
    if (said(term)) covered += weight ** power;
  }
  return mass === 0 ? 0 : covered / mass;
}

/** The largest share of the question that one sentence or line of a source holds together with the title. */
function bestPlace(terms: ReadonlyMap<string, number>, source: AnswerSource): number {
  const title = termsIn(source.title);
  let best = 0;
  let from = 0;
  for (const end of placeEnds(source.text, source.kind)) {
    const said = termsIn(source.text.slice(from, end));
    best = Math.max(
      best,
      weightIn(terms, (term) => said.has(term) || title.has(term), 1),
    );
    from = end;
  }
  return best;
}

/**
 * How well the sources speak of the question, 0 to 1: the mean of what the best two hold together (rare terms counted more) and what
 * the best single place holds. Terms that no chunk holds count fully against it.
 */
export function confidence(terms: ReadonlyMap<string, number>, sources: readonly AnswerSource[]): number {
  const said = sources.slice(0, 2).map((source) => new Set([...termsIn(source.text), ...termsIn(source.title)]));
  const together = weightIn(terms, (term) => said.some((set) => set.has(term)), 2);
  const place = Math.max(0, ...sources.slice(0, 5).map((source) => bestPlace(terms, source)));
  return (together + place) / 2;
}

/** Answers a question from ranked sources, best first. */
export function composeAnswer(question: string, ranked: readonly AnswerSource[], rarity: Rarity): ComposedAnswer {
  const sources = ranked.slice(0, answerLimits.mostSources);
  const { terms } = readQuestion(question);
  const names = terms.map(({ term }) => term);
  const weights = new Map(terms.map(({ term }) => [term, rarity(term)]));
  if (sources.length === 0 || confidence(weights, sources) < leastConfidence) return nothingFound(question, names);
  const mass = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const chosen = choose(sources.flatMap(statementsOf), sources, { question: weights, mass: mass || 1 });
  if (chosen.length === 0) return nothingFound(question, names);
  const ordered = [...chosen].sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source) || a.from - b.from);
  const quotes = ordered.map(({ source, from, to }) => ({ n: source.n, from, to, text: source.text.slice(from, to) }));
  return { found: true, answer: quotes.map(({ text, n }) => `${text} [${n}]`).join('\n'), quotes };
}
