/**
 * Whether sources say enough of a question to be quoted. What counts is what they say together: words of the question that stand in one
 * place (a sentence, a few lines, with the title above it), the rare ones more. One word of several is met everywhere by chance ("sky" in
 * a list of licences, "blue" in a list of colours), two rare ones in one sentence are not; so one word alone has to be nearly all of the
 * question, and the more words stand together, the less of the question may be missing. A question may name things that the workspace
 * calls otherwise.
 *
 * Cost: one pass over the text of at most five sources.
 */

import type { ChunkKind } from '../document.ts';
import { asksForCommand } from '../retrieve/asksHow.ts';
import { longestQuestion } from '../retrieve/question.ts';
import { thingSought } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { isSymbol } from '../text/entities.ts';
import { placeEnds } from '../text/places.ts';
import { termsOf } from '../text/terms.ts';
import { Shape, tokenize } from '../text/tokens.ts';

/** Sources that are looked at, and those among them that together may answer what asks for two things. */
const mostSources = 5;
const mostTogether = 2;
/** Least share of the question that has to be said, by the number of its words in one place: one, two, more. */
const leastShares = [0.7, 0.5, 0.4] as const;

/** As many words a name of code is, and so many times it weighs: a question that names one is about it. */
const name = { words: 2, weight: 3 } as const;

/** Words that ask rather than say what about, as terms; a text need not hold them to answer. */
const asking = new Set(
  `mani much often long far kind sort type way explain tell show list find give mean work make use us happen exactli actual possibl need want
look like get got good best differ exampl question answer`.split(/\s+/),
);

/** How rare each term of the question is in the index: its idf, the largest possible one where no chunk holds it. */
export type Rarity = (term: string) => number;

/** A word of a question that says what it is about. */
export interface AskedWord {
  /** The word as a whole, and where it is an identifier its parts. */
  readonly terms: readonly string[];
  /** The rarity of the rarest of them; thrice that for a name of code. */
  readonly weight: number;
  readonly isName: boolean;
  /** Whether it is what somebody wants to do, rather than what with. */
  readonly isAct?: boolean;
}

/** A ranked text. */
export interface SaidText {
  readonly text: string;
  readonly kind: ChunkKind;
  readonly title: string;
}

/** What is asked for where a command is: the word stands in few commands. */
const asksCommand = /\b(?:what|which) (?:commands?|scripts?|steps?)\b/i;
/** The verb of a question that asks for steps: texts say of a thing what it is, more often than what somebody wants to do with it. */
const wantedAct = /\bhow (?:(?:do|can|could|should|would|must|may|might|shall) (?:i|we|you|one|people|someone)|to) (?=(\p{L}+))/iu;
/** So many times what it would weigh else. */
const actShare = 0.7;

/** The words of a question that say what it is about, each once; all of them where there are no others. */
export function askedWords(question: string, rarity: Rarity): readonly AskedWord[] {
  const text = (thingSought(question) ?? question).replace(asksCommand, '').slice(0, longestQuestion);
  const act = asksForCommand(text) ? null : wantedAct.exec(text);
  const actAt = act === null ? -1 : act.index + act[0].length;
  const { count, starts, ends, shapes } = tokenize(text);
  const words = new Map<string, AskedWord>();
  for (let i = 0; i < count; i++) {
    const shape = shapes[i] as number;
    const word = text.slice(starts[i], ends[i]);
    const terms = termsOf(word, shape);
    const isName = isSymbol(word, shape, false);
    const isAct = starts[i] === actAt && !isName;
    const weight = isName ? name.weight : isAct ? actShare : 1;
    // A run without blanks between its words is what its pairs of signs are.
    for (const group of shape & Shape.Unspaced ? terms.map((term) => [term]) : [terms]) {
      const [whole] = group;
      if (whole !== undefined && !words.has(whole))
        words.set(whole, { terms: group, weight: weight * Math.max(...group.map(rarity)), isName, isAct });
    }
  }
  const all = [...words.values()];
  const subject = all.filter(({ terms: [whole = ''] }) => !asking.has(whole));
  return subject.length > 0 ? subject : all;
}

/** Whether sources, best first, say enough of what these words ask for; `looked` of them are looked at. */
export function isSaid(words: readonly AskedWord[], sources: readonly SaidText[], looked: number = mostSources): boolean {
  const best = sources.slice(0, looked);
  if (isDefined(words, best)) return true;
  const place = bestPlace(words, best);
  const least = leastShares[Math.min(place.words, leastShares.length) - 1];
  if (least === undefined) return false;
  return place.share >= least || (place.words > 1 && (place.share + shareTogether(words, sources)) / 2 >= least);
}

/** Whether code that is called as everything that something is to be done with answers: who wants to draw a table wants to read of `Table`. */
function isDefined(words: readonly AskedWord[], sources: readonly SaidText[]): boolean {
  const things = words.filter(({ isAct }) => !isAct);
  if (things.length === 0 || things.length === words.length) return false;
  return sources.some(({ kind, title }) => {
    const titled = countTerms(title);
    return kind === 'code' && things.every((word) => isHeld(word, (term) => titled.has(term)));
  });
}

/** The place that says most of the question: how many of its words, and what share of their weight, the title's included. */
function bestPlace(words: readonly AskedWord[], sources: readonly SaidText[]): { readonly words: number; readonly share: number } {
  let best = { words: 0, share: 0 };
  for (const { text, kind, title } of sources) {
    const titled = countTerms(title);
    let from = 0;
    for (const end of placeEnds(text, kind)) {
      const said = countTerms(text.slice(from, end));
      const held = words.filter((word) => isHeld(word, (term) => said.has(term) || titled.has(term)));
      const share = shareOf(held, words, 1);
      const count = held.reduce((sum, { isName }) => sum + (isName ? name.words : 1), 0);
      if (share > best.share || (share === best.share && count > best.words)) best = { words: count, share };
      from = end;
    }
  }
  return best;
}

/** The share of the question that the best sources hold among them, rare words counted more. */
function shareTogether(words: readonly AskedWord[], sources: readonly SaidText[]): number {
  const said = sources.slice(0, mostTogether).map(({ text, title }) => countTerms(`${title}\n${text}`));
  const held = words.filter((word) => said.some((terms) => isHeld(word, (term) => terms.has(term))));
  return shareOf(held, words, 2);
}

/** Whether a word is said: as a whole, or by all its parts where it has several. */
export function isHeld({ terms }: AskedWord, isSaidHere: (term: string) => boolean): boolean {
  const [whole = '', ...parts] = terms;
  return isSaidHere(whole) || (parts.length > 1 && parts.every(isSaidHere));
}

function shareOf(held: readonly AskedWord[], all: readonly AskedWord[], power: number): number {
  const massOf = (words: readonly AskedWord[]): number => words.reduce((sum, { weight }) => sum + weight ** power, 0);
  const mass = massOf(all);
  return mass === 0 ? 0 : massOf(held) / mass;
}
