/**
 * Questions about the workspace as a whole: "What does this project do?", "What is this?". The answer is how the workspace describes itself
 * and rarely contains their words. By the words of each language. Cost: one pass over a short question.
 */

import { foldedWords } from '../text/names/entities.ts';
import { nameOfTitle } from '../text/names/nameFinder.ts';
import { languageOfQuestion } from '../text/stemming/naturalLanguage.ts';
import { wordsOf } from '../util/strings.ts';
import { phrases } from '../vocabulary/phrases.ts';
import { askedTerms } from './askedWords.ts';
import { detectIntent } from './intent.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;

/** What may follow the name of a workspace in the title of its README: "Tarrow: tides", "Tarrow – tides". */
const afterName = [': ', ' - ', ' – ', ' — '];

/** The names of a workspace, as `thingAskedFor()` returns them: the title of its README, and how that begins. */
export function ownNames(title: string): readonly string[] {
  return [title, ...afterName.map((end) => title.split(end, 1)[0] ?? '')].flatMap((name) => nameOfTitle(name, foldedWords) ?? []);
}

/** Whether a question has a demonstrative and is short, so that the words by which the workspace describes itself may matter. */
export function hasDemonstrative(question: string): boolean {
  if (question.length > maxLength) return false;
  const vocabulary = languageOfQuestion(question);
  const { demonstratives } = vocabulary.workspace ?? {};
  return demonstratives !== undefined && phrases(vocabulary, demonstratives).test(question);
}

/**
 * Whether a question refers to the workspace, by pointing to it or by one of its names, does not ask for steps or a place, and has no other content
 * words. After a demonstrative these may be words by which it describes itself: "this gem".
 */
export function asksAboutWorkspace(question: string, names: readonly string[] = [], description = ''): boolean {
  if (question.length > maxLength) return false;
  const vocabulary = languageOfQuestion(question);
  const { workspace } = vocabulary;
  if (workspace === undefined || detectIntent(question, vocabulary) !== undefined) return false;
  const known = new Set(askedTerms(workspace.words, vocabulary));
  const others = askedTerms(question, vocabulary).filter((term) => !known.has(term));
  const hasThis = hasDemonstrative(question);
  const { points } = workspace;
  if (others.length === 0) return hasThis || (points !== undefined && phrases(vocabulary, points).test(question));
  if (hasThis) {
    const own = new Set(askedTerms(description, vocabulary));
    for (const term of askedTerms(vocabulary.definitions ?? '', vocabulary)) own.delete(term);
    if (others.every((term) => own.has(term))) return true;
  }
  const isName = names.some(
    (name) => [...new Set(askedTerms(name, vocabulary))].sort().join(' ') === [...new Set(others)].sort().join(' '),
  );
  // A name alone is looked for.
  return isName && question.trim().endsWith('?') && wordsOf(question).length > 1;
}
