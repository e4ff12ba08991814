/**
 * How much evidence a value needs to be taken for the value of a name, by what separates the two: each word and each line asks for more. A word
 * that is assigned a value itself, or names something else that looks random, separates them for good. So `password = …` asks for little and
 * a sentence for more, and no grammar of any language is needed. The constants were chosen on drawn values in many ways of writing
 * and the false masks in five repositories (`bench/secrets/run.ts`).
 *
 * Cost: one look at each character between name and value.
 */

import type { Span } from '../spans.ts';
import { namesOther } from './names.ts';
import { isQuote, Kind, kindOf, runEnd, runStart } from './values.ts';

// In tenths of evidence, see `evidenceOf`.
/** Directly behind a name. */
export const neededNext = 10;
const perWord = 15;
const perLine = 25;
const perStatement = 30;
/** For a value before its name. */
const forOrder = 10;
/** Below the heading of its column. */
export const neededBelow = neededNext + perLine;
/** More than any value has. */
const never = 1_000_000;

/** Lines between a name and its value. */
const [maxLinesAfter, maxLinesBefore] = [2, 1];
const maxWordLength = 60;
/** Words that introduce the value of the name before them. */
const carrier = /^(?:val|value|default|data|stringdata|content|literal|text|string|str|const|char|let|var|type)$/i;
const quoteEntity = /&(?:quot|apos|#3[49]|#x2[27]);/y;
const [newline, ampersand, comma, semicolon, equals, colon, backslash, brace] = [10, 38, 44, 59, 61, 58, 92, 123];

/** The evidence that a value needs that begins at `to`, behind a name that ends at `from`. */
export function neededAfter(text: string, units: Uint16Array, from: number, to: number): number {
  let needed = neededNext;
  let lines = 0;
  /** Whether there was a separator: from there on, an assignment is one to something else. */
  let isSeparated = false;
  // What adjoins the name is a part of it: a member, a path.
  let at = runEnd(units, from, to);
  if (at > from) {
    if (namesOther(text.slice(from, at))) return never;
    needed += perWord;
  }
  while (at < to) {
    const unit = units[at] as number;
    const kind = kindOf(unit);
    if (kind !== Kind.End) {
      const end = runEnd(units, at, to);
      const word = text.slice(at, end);
      if ((kind <= Kind.Digit || word.length > 2) && !carrier.test(word)) {
        if (namesOther(word) || (isSeparated && isAssigned(units, end, to))) return never;
        needed += perWord;
      }
      at = end;
      continue;
    }
    if (unit === newline) {
      if (++lines > maxLinesAfter || isBlankLine(units, at + 1, to)) return never;
      needed += perLine;
    }
    isSeparated ||= unit === comma || unit === semicolon || unit === brace || unit === newline;
    const entityEnd = unit === ampersand ? quoteEntityEnd(text, at) : -1;
    if (unit === semicolon) needed += perStatement;
    at = entityEnd < 0 ? at + 1 : entityEnd;
  }
  return needed;
}

/** The evidence that a value needs before a name that begins at `to`. */
export function neededBefore(text: string, units: Uint16Array, value: Span, to: number): number {
  let needed = neededNext + forOrder;
  let lines = 0;
  for (let at = value.to; at < to; ) {
    if (units[at] === newline) {
      if (++lines > maxLinesBefore) return never;
      needed += perLine;
    }
    const end = runEnd(units, at, to);
    if (end > at) needed += perWord;
    at = Math.max(end, at + 1);
  }
  return followsOther(text, units, value.from) ? never : needed;
}

/** Whether the word before a value names something else. */
function followsOther(text: string, units: Uint16Array, from: number): boolean {
  let end = from;
  while (end > from - 4 && end > 0 && kindOf(units[end - 1] as number) === Kind.End) end--;
  return namesOther(text.slice(runStart(units, end, Math.max(0, end - maxWordLength)), end));
}

/** Where the character reference of a quote at `at` ends, or -1. */
function quoteEntityEnd(text: string, at: number): number {
  quoteEntity.lastIndex = at;
  return quoteEntity.test(text) ? quoteEntity.lastIndex : -1;
}

/** Whether `=` or `:` follows at `at`, after a closing quote or blanks. */
function isAssigned(units: Uint16Array, at: number, end: number): boolean {
  let next = at;
  while (next < end && (units[next] === 32 || units[next] === backslash || isQuote(units[next] as number))) next++;
  return next < end && (units[next] === equals || units[next] === colon);
}

/** Whether there are only blanks between `from` and the next line break, which is before `to`. */
function isBlankLine(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at] as number;
    if (unit === newline) return true;
    if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return false;
}
