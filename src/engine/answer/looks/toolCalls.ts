/**
 * Looks asked for as a call of a tool, in JSON, which models write that are trained to: `{"name": "search", "arguments": {"query": "…"}}`, with
 * whatever names and order of fields. Linear in the text.
 */

import { readJson } from '../../util/budget.ts';
import { cutAt, skip, startsWithAny, wordsOf } from '../../util/strings.ts';
import { lookWord, verbs } from './look.ts';

/** The lines that ask for the same; undefined if the text is no such call. The name may stand before its arguments: `search{"query": "…"}`. */
export function linesOfCalls(text: string): string | undefined {
  const name = cutAt(text, brace).trim();
  const lines = asked(name) === undefined ? calls(parsed(text)) : callLine([name, parsed(text.slice(text.indexOf(brace)))]);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** One line for each call: a list may hold several, and a call may be in another object. */
function calls(value: unknown): readonly string[] {
  if (typeof value === 'string') return callLine([value]);
  if (Array.isArray(value)) return value.flatMap(calls);
  if (!isObject(value)) return [];
  const line = callLine(Object.values(value));
  return line.length > 0 ? line : Object.values(value).filter(isObject).flatMap(calls);
}

/** The line of a call with these fields: a verb, and the values of the arguments if they are an object, or else those that follow the verb. */
function callLine(fields: readonly unknown[]): readonly string[] {
  const at = fields.findIndex((one) => typeof one === 'string' && asked(one) !== undefined);
  if (at < 0) return [];
  // Arguments may be JSON in a string.
  const objects = fields.map((one) => (typeof one === 'string' && one.startsWith(brace) ? parsed(one) : one)).filter(isObject);
  const values = objects.length > 0 ? objects.flatMap((one) => Object.values(one)) : fields.slice(at + 1);
  const plain = values.filter((one) => !isObject(one));
  // Numbers of lines follow their path.
  const ordered = [...plain.filter((one) => !isNumber(one)), ...plain.filter(isNumber)];
  const words = wordsOf([asked(String(fields[at])), ...ordered].join(' '));
  return words.length > 1 ? [[lookWord, ...words].join(' ')] : [];
}
const brace = '{';

/** What a text asks for that is a verb, as `search` or `look_search`, or a line that begins with the word. */
function asked(text: string): string | undefined {
  const isLook = text.slice(0, lookWord.length).toUpperCase() === lookWord;
  const after = isLook ? text.slice(lookWord.length) : text;
  const rest = after.slice(skip(after, afterWord));
  const isName = verbs.includes(rest.toLowerCase()) || (isLook && rest === '');
  return isName || (text.startsWith(lookWord) && startsWithAny(after, afterWord)) ? rest : undefined;
}
const afterWord = ' _.:';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): boolean {
  return !Number.isNaN(Number(value));
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
