/** What a question asks for, found out once: which words it is about, and which kind of statement answers it. Cost: one pass over the question. */

import { asksForCommand, asksHow } from '../retrieve/asksHow.ts';
import { mayHoldDefinition, thingAskedFor, thingSought } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { asksOfThePast } from './aside.ts';
import { mayHoldCommand } from './commands.ts';
import { type AskedWord, askedWords, isHeld, type Rarity } from './confidence.ts';
import { askedNames, type DefiningName, mayDefine } from './documented.ts';
import { asksWhy, givesReason } from './reasons.ts';

/** The share of a question's words that a text further down has to hold for its reasons to be looked at. */
const leastExplained = 0.6;

/** What is asked for. */
export interface Wish {
  /** What it is about; weights sum to 1. */
  readonly words: readonly AskedWord[];
  /** What defines the names of code that it asks for. */
  readonly names: readonly DefiningName[];
  /** What it asks the meaning of, in folded words. */
  readonly thing: string | undefined;
  /** Whether it asks where something is defined, how something is done, for what is typed to do it, and of what was. */
  readonly wantsPlace: boolean;
  readonly wantsSteps: boolean;
  readonly wantsCommand: boolean;
  readonly wantsPast: boolean;
  /** Whether it asks why. */
  readonly wantsReason: boolean;
}

export function wishOf(question: string, rarity: Rarity): Wish {
  const words = askedWords(question, rarity);
  const mass = weightOf(words) || 1;
  return {
    words: words.map((word) => ({ ...word, weight: word.weight / mass })),
    names: askedNames(question),
    thing: thingAskedFor(question),
    wantsPlace: thingSought(question) !== undefined,
    wantsSteps: asksHow(question),
    wantsCommand: asksForCommand(question),
    wantsPast: asksOfThePast(question),
    wantsReason: asksWhy(question),
  };
}

/** How much of the question words are. */
export function weightOf(words: readonly AskedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** Whether a text further down the ranking may hold what a question asks for, where that is a command, a reason, a definition, or the line that defines a name. */
export function furtherFor(question: string): ((text: string) => boolean) | undefined {
  if (asksForCommand(question)) return mayHoldCommand;
  if (asksWhy(question)) return mayExplain(question);
  const thing = thingAskedFor(question);
  if (thing !== undefined) return (text) => mayHoldDefinition(text, thing);
  const names = thingSought(question) === undefined ? [] : askedNames(question);
  return names.length === 0 ? undefined : (text) => mayDefine(text, names);
}

/** Whether a text says most of what a question is about, and gives a reason. */
function mayExplain(question: string): (text: string) => boolean {
  const words = askedWords(question, () => 1);
  const least = leastExplained * weightOf(words);
  return (text) => {
    if (words.length === 0 || !givesReason(text)) return false;
    const terms = countTerms(text);
    return weightOf(words.filter((word) => isHeld(word, (term) => terms.has(term)))) >= least;
  };
}
