/**
 * Looks asked for as calls of tools, which models write that are trained to. Templates differ in their tags and names, so none is listed: a call is
 * one of our verbs among tags, JSON or quotation marks, with arguments and without prose, such as `{"name": "search", "arguments": {…}}`,
 * `<function=search>{…}</function>`, `<read><path>…</path></read>`, `search(query="…")` or `Action: search` above `Action Input: …`.
 * Linear in the text.
 */

import { readJson } from '../../util/budget.ts';
import { cutAt, skip, startsWithAny, wordsOf } from '../../util/strings.ts';
import { lookWord, verbs } from './look.ts';
import { tagAt } from './tags.ts';

/** The lines that ask for the same; undefined if the text is no such call. */
export function linesOfCalls(text: string): string | undefined {
  for (const read of [callsInMarkup, callsInCode, callsInFields]) {
    const lines = read(text);
    if (lines.length > 0) return lines.join('\n');
  }
  return undefined;
}

/** Longer texts between tags are prose. Words. */
const maxWords = 4;

/** Calls in JSON and between tags; none if there is prose beside them. */
function callsInMarkup(text: string): readonly string[] {
  const lines: string[] = [];
  let verb: string | undefined;
  let values: { readonly fields: unknown[]; readonly texts: string[] } = { fields: [], texts: [] };
  const open = (next: string | undefined): void => {
    if (verb !== undefined) lines.push(...lineOfCall(verb, values.fields.length > 0 ? values.fields : values.texts));
    verb = next;
    values = { fields: [], texts: [] };
  };
  const pieces = [...piecesOf(text)];
  for (const [i, piece] of pieces.entries()) {
    if (piece.kind === 'json') {
      const inner = calls(piece.value);
      if (inner.length > 0) open(undefined);
      lines.push(...inner);
      if (inner.length === 0 && isObject(piece.value)) values.fields.push(...Object.values(piece.value));
      continue;
    }
    const words = piece.text.split(betweenNames).filter((word) => word !== '');
    const next = pieces[i + 1];
    const isValue = verb !== undefined && piece.kind === 'text' && next?.kind === 'tag' && next.text.startsWith(closing);
    if (isValue) {
      const before = pieces[i - 1];
      // A name of an argument may stand between tags of its own.
      if (before?.kind !== 'tag' || !before.text.includes(keyTag)) values.texts.push(piece.text);
    } else if (piece.kind === 'tag') {
      const named = piece.text.startsWith(closing) ? undefined : words.map(verbIn).find((one) => one !== undefined);
      if (named !== undefined) open(named);
      if (verb !== undefined && named !== undefined) values.texts.push(...quotedIn(piece.text).filter((one) => verbIn(one) === undefined));
    } else if (words.length > maxWords) return [];
    else {
      const named = words.map(verbIn).find((one) => one !== undefined);
      if (named !== undefined) open(named);
    }
  }
  open(undefined);
  return lines;
}
const betweenNames = /[^\p{L}\p{N}_.]+/u;
const closing = '</';
const keyTag = 'key';

type Piece = { readonly kind: 'tag' | 'text'; readonly text: string } | { readonly kind: 'json'; readonly value: unknown };

/** A text as tags, values of JSON, and what is between. */
function* piecesOf(text: string): Generator<Piece> {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const tag = tagAt(text, at);
    const found =
      tag === undefined || tag === 'open' || (tag.kind === 'square' && tag.name !== tag.name.toUpperCase()) ? undefined : tag.text;
    const end = found === undefined && opensJson.has(text.charAt(at)) ? endOfJson(text, at) : at;
    const value = end > at ? parsed(text.slice(at, end)) : undefined;
    if (found === undefined && value === undefined) {
      rest += text.charAt(at++);
      continue;
    }
    if (rest.trim() !== '') yield { kind: 'text', text: rest.trim() };
    rest = '';
    yield found === undefined ? { kind: 'json', value } : { kind: 'tag', text: found };
    at = found === undefined ? end : at + found.length;
  }
  if (rest.trim() !== '') yield { kind: 'text', text: rest.trim() };
}
const opensJson = new Set('{[');

/** Where the brackets that open at `from` are closed; `from` if they are not. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let i = from; i < text.length; i++) {
    const character = text.charAt(i);
    if (isQuoted && character === backslash) i++;
    else if (character === quote) isQuoted = !isQuoted;
    else if (!isQuoted && opensJson.has(character)) depth++;
    else if (!isQuoted && closesJson.has(character) && --depth === 0) return i + 1;
  }
  return from;
}
const backslash = '\\';
const quote = '"';
const closesJson = new Set('}]');

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
  return lineOfCall(asked(String(fields[at])) ?? '', values);
}
const brace = '{';

function lineOfCall(verb: string, values: readonly unknown[]): readonly string[] {
  const plain = values.filter((one) => !isObject(one));
  // Numbers of lines follow their path.
  const ordered = [...plain.filter((one) => !isNumber(one)), ...plain.filter(isNumber)];
  const words = wordsOf([verb, ...ordered].join(' '));
  return words.length > 1 ? [[lookWord, ...words].join(' ')] : [];
}

/** Calls as code, each with a text as argument: `[search("tides"), read(path="a.md", from=3)]`; none if there is prose beside them. */
function callsInCode(text: string): readonly string[] {
  const beside = [...piecesOf(text.replace(codeCall, ' '))].flatMap((piece) => (piece.kind === 'text' ? wordsOf(piece.text) : []));
  if (beside.filter(hasLetter).length > 1) return [];
  return Array.from(text.matchAll(codeCall), ([, verb = '', inside = '']) => {
    const texts = quotedIn(inside.replaceAll("'", quote));
    const numbers = inside.split(betweenNames).filter((word) => word !== '' && isNumber(word));
    return texts.length === 0 ? [] : lineOfCall(verb, [...texts, ...numbers]);
  }).flat();
}
const codeCall = new RegExp(`\\b(${verbs.join('|')})\\(((?:"[^"\\n]*"|'[^'\\n]*'|[^()"'\\n])*)\\)`, 'g');

function hasLetter(word: string): boolean {
  return word.toLowerCase() !== word.toUpperCase();
}

/** A call as lines of fields, the first with a verb alone. */
function callsInFields(text: string): readonly string[] {
  const fields = text.split('\n').map((line) => [cutAt(line, fieldEnd), line.slice(cutAt(line, fieldEnd).length + 1).trim()] as const);
  const isField = ([name, value]: (typeof fields)[number]): boolean => value !== '' && wordsOf(name).length <= 2;
  const at = fields.findIndex((one) => isField(one) && verbIn(one[1]) !== undefined);
  if (at < 0) return [];
  const others = fields.slice(at + 1);
  const end = others.findIndex((one) => !isField(one));
  return lineOfCall(
    verbIn(fields[at]?.[1] ?? '') ?? '',
    others.slice(0, end < 0 ? undefined : end).map(([, value]) => value),
  );
}
const fieldEnd = ':';

/** The verb that a name is or ends with: `search`, `look_search`, `functions.search`. */
function verbIn(name: string): string | undefined {
  const last = name.slice(Math.max(name.lastIndexOf(dot), name.lastIndexOf(underscore)) + 1).toLowerCase();
  return verbs.includes(last) ? last : undefined;
}
const dot = '.';
const underscore = '_';

function quotedIn(text: string): readonly string[] {
  return text.split(quote).filter((_, i) => i % 2 === 1);
}

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
