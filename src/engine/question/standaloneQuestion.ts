/**
 * Resolves follow-up questions without a model: if a question depends on earlier ones ("And who calls it?"), their names, symbols and literals
 * are carried over into the query; past questions that depend on earlier ones themselves and name nothing, from the one that they depend on.
 * Cost: one pass over the questions.
 */

import { isSymbol } from '../text/names/entities.ts';
import { findNames } from '../text/names/nameFinder.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize, wordsIn } from '../text/words/tokens.ts';
import { leansOnEarlier, questionWords } from './followUpQuestions.ts';
import { maxQuestionLength } from './question.ts';

const maxCarried = 8;

/** The query, and the entities that were carried over into it. */
export interface StandaloneQuestion {
  readonly query: string;
  readonly carried: readonly string[];
}

/** The question with the entities it refers to; `earlier` are the questions before it, oldest first. */
export function standaloneQuestion(question: string, earlier: readonly string[]): StandaloneQuestion {
  if (earlier.length === 0 || !leansOnEarlier(question)) return { query: question, carried: [] };
  const known = new Set([...findNamed(question), ...questionWords(question)].map(fold));
  let carried: readonly string[] = [];
  for (const before of [...earlier].reverse()) {
    const named = findNamed(before);
    const added = (named.length > 0 ? named : questionWords(before)).filter((text) => !known.has(fold(text)) && known.add(fold(text)));
    // The subject comes before what was asked about it.
    carried = [...added, ...carried];
    if (named.length > 0 || (carried.length > 0 && !leansOnEarlier(before))) break;
  }
  carried = carried.slice(0, maxCarried);
  return { query: carried.length === 0 ? question : `${question} (${carried.join(', ')})`, carried };
}

/** The literals, symbols and proper names of a question. As written, distinct. */
function findNamed(asked: string): readonly string[] {
  const question = asked.slice(0, maxQuestionLength);
  const found = new Map<string, string>();
  const add = (text: string): void => void (found.has(fold(text)) || found.set(fold(text), text));
  for (const match of question.matchAll(/`([^`\n]{2,80})`|"([^"\n]{2,80})"/g)) add((match[1] ?? match[2]) as string);
  for (const { text, shape } of wordsIn(question)) if (isSymbol(text, shape, false)) add(text);
  findNames(question, tokenize(question), (name, offset) => {
    // The first word of a question is always capitalized.
    if (offset > question.length - question.trimStart().length || name.includes(' ')) add(name);
  });
  for (const match of question.matchAll(/[\w@-][\w@./-]{0,200}\.[a-z]{1,5}\b/gi)) add(match[0]);
  return [...found.values()];
}
