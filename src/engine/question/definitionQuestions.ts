/**
 * Definition questions, which ask only what something is: "What is ripgrep?", "What does LRU mean?". Their answer is the section of that name, and
 * in it the sentence that defines the thing. Also location questions, whose verb is irrelevant: "Where is Router defined?". By English rules.
 * Cost: one pass over a short question.
 */

import { foldedWords } from '../text/names/entities.ts';
import { nameOf } from '../text/names/nameFinder.ts';
import { blanks, trimEndOf, wordsOf } from '../util/strings.ts';

/** Longer questions and sentences do not match. UTF-16 units. */
const maxSentenceLength = 200;

const article = '(?:(?:an?|the) )?';
const asksWhatIs = new RegExp(`^(?:what|who)(?:['’]?s| is| are| was| were) (?:exactly )?${article}(.+)$`, 'i');
const asksWhatItDoes = new RegExp(`^what (?:do|does) ${article}(.+?) (?:do|mean|stand for)$`, 'i');
const asksWhere = /^(where (?:is|are|was|were|do|does) .+?) (?:defined|declared|implemented|located|found|live|lives)$/i;

/** The question without the verb of a location question: "Where is Router defined?" does not ask for definitions. */
export function withoutFrame(question: string): string {
  if (question.length > maxSentenceLength) return question;
  return asksWhere.exec(trimEndOf(question.trim(), `${blanks}?.!`))?.[1] ?? question;
}

/** An English name as it is and in the other number: a section on an atom is headed "Atoms". */
export function inBothNumbers(name: string): readonly string[] {
  const [before, last] = [name.at(-2), name.at(-1)];
  if (last === 's' && before !== 's') return [name, name.slice(0, -1)];
  const isSibilant = last === 's' || last === 'x' || (last === 'h' && (before === 'c' || before === 's'));
  return [name, isSibilant ? `${name}es` : `${name}s`];
}

/** The thing that a definition question is about, as folded words joined by spaces, without article; undefined for other questions. */
export function thingAskedFor(question: string): string | undefined {
  if (question.length > maxSentenceLength) return undefined;
  const plain = wordsOf(trimEndOf(question, `${blanks}?.!`)).join(' ');
  const thing = (asksWhatItDoes.exec(plain) ?? asksWhatIs.exec(plain))?.[1];
  return thing === undefined ? undefined : nameOf(foldedWords(thing));
}
