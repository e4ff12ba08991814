/**
 * Looks asked for as a call of a tool, in JSON, which models write that are trained to: `{"name": "LOOK search", "arguments": {"words": "…"}}`,
 * with whatever names of fields. Its values in their order make the line. Linear in the text.
 */

import { readJson } from '../../util/budget.ts';
import { wordsOf } from '../../util/strings.ts';
import { lookWord, verbs } from './look.ts';

/** The lines that ask for the same; undefined if the text is no such call. */
export function linesOfCalls(text: string): string | undefined {
  try {
    const lines = calls(readJson(text));
    return lines.length > 0 ? lines.join('\n') : undefined;
  } catch {
    return undefined;
  }
}

/** One line for each call: a list may hold several. */
function calls(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(calls);
  if (typeof value === 'string') return lineOfWords([value]);
  if (typeof value !== 'object' || value === null) return [];
  const line = lineOfWords(plainValues(value));
  return line.length > 0 ? line : Object.values(value).flatMap((one) => (typeof one === 'object' ? calls(one) : []));
}

/** The strings and numbers of an object, with those of objects in it; arguments may be JSON in a string. */
function plainValues(value: object): readonly string[] {
  return Object.values(value).flatMap((one): readonly string[] => {
    if (typeof one === 'object') return one === null || Array.isArray(one) ? [] : plainValues(one);
    const text = String(one);
    const inner = parsed(text);
    return inner === undefined ? [text] : plainValues(inner);
  });
}

/** The object that a text is in JSON, if it is one. */
function parsed(text: string): object | undefined {
  try {
    const value = readJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Words that begin with a verb, or with the word and a verb, as a line. */
function lineOfWords([first = '', ...others]: readonly string[]): readonly string[] {
  const [word = '', ...rest] = wordsOf(first);
  if (word.toUpperCase() === lookWord && rest.length + others.length > 0) return [[lookWord, ...rest, ...others].join(' ')];
  return rest.length === 0 && others.length > 0 && verbs.includes(word.toLowerCase()) ? [[lookWord, word, ...others].join(' ')] : [];
}
