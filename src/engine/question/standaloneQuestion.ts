/**
 * Follow-up questions understood without a model: where a question leans on what came before ("And who calls it?"), the names, symbols
 * and literals of the questions before it are carried over into what is searched for. Cost: one pass over the questions.
 */

import { isSymbol } from '../text/names/entities.ts';
import { findNames } from '../text/names/names.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize } from '../text/words/tokens.ts';
import { leansOnEarlier, wordsOf } from './followUpQuestions.ts';
import { maxQuestionLength } from './question.ts';

const maxCarried = 8;

/** What is searched for, and what of it was carried over. */
export interface StandaloneQuestion {
  readonly query: string;
  readonly carried: readonly string[];
}

/** The question with what it leaves unsaid; `earlier` are the questions before it, the oldest first. */
export function standaloneQuestion(question: string, earlier: readonly string[]): StandaloneQuestion {
  if (earlier.length === 0 || !leansOnEarlier(question)) return { query: question, carried: [] };
  const own = new Set(entitiesOf(question).map(fold));
  for (const before of [...earlier].reverse()) {
    const carried = entitiesOf(before).filter((entity) => !own.has(fold(entity)));
    if (carried.length > 0)
      return { query: `${question} (${carried.slice(0, maxCarried).join(', ')})`, carried: carried.slice(0, maxCarried) };
  }
  return { query: question, carried: [] };
}

/** What a question is about: its literals, symbols and proper names; its words of content where it names nothing. As written, without repeats. */
function entitiesOf(asked: string): readonly string[] {
  const question = asked.slice(0, maxQuestionLength);
  const found = new Map<string, string>();
  const add = (text: string): void => void (found.has(fold(text)) || found.set(fold(text), text));
  for (const match of question.matchAll(/`([^`\n]{2,80})`|"([^"\n]{2,80})"/g)) add((match[1] ?? match[2]) as string);
  const tokens = tokenize(question);
  for (let i = 0; i < tokens.count; i++) {
    const word = question.slice(tokens.starts[i], tokens.ends[i]);
    if (isSymbol(word, tokens.shapes[i] as number, false)) add(word);
  }
  findNames(question, tokens, (name, offset) => {
    // The word that begins the question is capital for no reason of its own.
    if (offset > question.search(/\S/) || name.includes(' ')) add(name);
  });
  for (const match of question.matchAll(/[\w@-][\w@./-]{0,200}\.[a-z]{1,5}\b/gi)) add(match[0]);
  if (found.size === 0) for (const word of wordsOf(question)) add(word);
  return [...found.values()];
}
