/**
 * An answer without a model: the sentences and lines of the best sources that cover the question, quoted to the letter.
 *
 * Statements are taken greedily: the next one is the one that adds most of the question's rare words and that a good source says, from
 * a source that has said less so far; at most six, at most 700 characters. Asked how to do something, what is typed for it comes first.
 * Where the sources say too little of the question nothing is quoted (`confidence.ts`).
 * Cost: one pass over the text of at most `mostSources` chunks, and one over their statements for each that is taken.
 */

import { asksForCommand } from '../retrieve/asksHow.ts';
import { mayHoldDefinition, thingAskedFor, thingSought } from '../retrieve/whatIs.ts';
import { type AnswerSource, type Candidate, candidatesOf, weightOf, weights } from './candidates.ts';
import { mayHoldCommand } from './commands.ts';
import { type AskedWord, askedWords, isSaid, type Rarity } from './confidence.ts';
import { askedNames, mayDefine } from './documented.ts';
import type { QuoteForm } from './statement.ts';

/** How long an answer gets, in statements and UTF-16 units, and how many of the ranked chunks it is taken from. */
export const answerLimits = {
  mostStatements: 6,
  mostCharacters: 700,
  mostSources: 8,
  /** Where a command or a definition is asked for: how far down the ranking it is looked for, and how many of the chunks there that may hold it are read. */
  deepest: 40,
  mostFurther: 8,
} as const;

/** A verbatim stretch of a source. */
export interface Quote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Code, or an example of it amid prose; words of a comment, or an example amid them; prose. */
  readonly form: QuoteForm;
}

/**
 * Takes statements one by one, each time the one that is worth most beside those taken. One that speaks of the sentence before it takes that
 * along where there is room.
 */
function choose(candidates: readonly Candidate[]): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const covered = { words: new Set<AskedWord>(), byCommands: new Set<AskedWord>() };
  const left = new Set(candidates);
  let characters = 0;
  const worthOf = (candidate: Candidate): number => {
    const siblings = chosen.filter(({ rank }) => rank === candidate.rank);
    const follows = siblings.some(({ position, isExample }) => {
      return position + 1 === candidate.position || (isExample && position - 1 === candidate.position);
    });
    const leans = candidate.standing !== 'alone' && !siblings.some(({ position }) => position + 1 === candidate.position);
    const isAlone = leans && leadOf(candidate, left, answerLimits.mostCharacters - characters) === undefined;
    const said = candidate.isWanted ? covered.byCommands : covered.words;
    const fresh = weightOf(candidate.words.filter((word) => !said.has(word)));
    const isDefined = chosen.some((one) => one.defines);
    const definition = isDefined ? (follows ? 0 : weights.besideDefinition) : candidate.defines ? weights.defines : 0;
    const beside = definition + (follows ? weights.next : 0) + (isAlone ? weights.leaning : 0) - weights.sameSource * siblings.length;
    return candidate.base + fresh + beside;
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
    const lead = leadOf(best, left, answerLimits.mostCharacters - characters);
    if (lead !== undefined) left.delete(lead);
    const taken = lead === undefined ? best : { ...best, from: lead.from, words: [...best.words, ...lead.words] };
    chosen.push(taken);
    characters += taken.to - taken.from;
    for (const word of taken.words) {
      covered.words.add(word);
      if (taken.isWanted) covered.byCommands.add(word);
    }
  }
  return chosen;
}

/** The statement that another one has to be read with, where it is not taken yet and both together are no longer than `room`. */
function leadOf({ to, standing, before }: Candidate, left: ReadonlySet<Candidate>, room: number): Candidate | undefined {
  const isThere = standing === 'led' && before !== undefined && left.has(before) && to - before.from <= room;
  return isThere ? before : undefined;
}

/** Whether a text further down the ranking may hold what a question asks for, where that is a command, a definition, or the line that defines a name. */
export function furtherFor(question: string): ((text: string) => boolean) | undefined {
  if (asksForCommand(question)) return mayHoldCommand;
  const thing = thingAskedFor(question);
  if (thing !== undefined) return (text) => mayHoldDefinition(text, thing);
  const names = thingSought(question) === undefined ? [] : askedNames(question);
  return names.length === 0 ? undefined : (text) => mayDefine(text, names);
}

/**
 * What of ranked sources, best first, answers a question: in the order of the sources, those first that define what is sought; of one source
 * in that of its text. Empty where they say too little of the question.
 */
export function quotesFor(question: string, ranked: readonly AnswerSource[], rarity: Rarity): readonly Quote[] {
  const near = ranked.filter(({ isFurther }) => !isFurther).slice(0, answerLimits.mostSources);
  const words = askedWords(question, rarity);
  if (!isSaid(words, near, asksForCommand(question) ? near.length : undefined)) return [];
  const further = ranked.filter(({ isFurther }) => isFurther).slice(0, answerLimits.mostFurther);
  const sources = [...near, ...further];
  const mass = weightOf(words) || 1;
  const shares = words.map((word) => ({ ...word, weight: word.weight / mass }));
  const wish = { question, words: shares, names: askedNames(question) };
  const chosen = choose(sources.flatMap((source, rank) => candidatesOf(source, rank, wish)));
  const answering = new Set(chosen.filter(({ isSought }) => isSought).map(({ rank }) => rank));
  const isAside = ({ rank }: Candidate): number => (answering.has(rank) ? 0 : 1);
  const ordered = [...chosen].sort((a, b) => isAside(a) - isAside(b) || a.rank - b.rank || a.from - b.from);
  return ordered.map(({ source, from, to, form }) => ({ n: source.n, from, to, text: source.text.slice(from, to), form }));
}

/** An answer of quotes as plain text: each on lines of its own with the number of its source, `… [2]`. */
export function quotesText(quotes: readonly Quote[]): string {
  return quotes.map(({ text, n }) => `${text} [${n}]`).join('\n');
}
