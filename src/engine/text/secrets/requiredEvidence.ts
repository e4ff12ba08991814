/**
 * The evidence of randomness required to attribute a value to a name, by what separates the two: each word and line in between requires more. A
 * word that is assigned a value itself, or that names another random-looking value, rules the attribution out. So `password = …` requires
 * little and a sentence more, without the grammar of any language. The constants were chosen on random values in many notations and on the
 * false positives in five repositories (`bench/secrets/run.ts`).
 *
 * Cost: one check of each character between name and value.
 */

import type { Span } from '../spans.ts';
import { namesOther } from './secretNames.ts';
import { isQuote, Kind, kindOf, runEnd, runStart } from './values.ts';

// In tenths of evidence, see `evidenceOf`.
/** For a value directly after its name. */
export const requiredAdjacent = 10;
const perWord = 15;
/** For a member of what has the name: `token.owner`. */
const perMember = 30;
const perLine = 25;
const perStatement = 30;
/** Extra, for a value before its name. */
const beforeName = 10;
/** More than any value has. */
const infeasible = 1_000_000;

/** Max line breaks between a name and a value after it, and before it. */
const [maxLinesAfter, maxLinesBefore] = [2, 1];
const maxWordLength = 60;
/** Words that may come between a name and its value at no cost. */
const neutralWords = new Set('val value default data stringdata content literal text string str const char let var type'.split(' '));
const quoteEntities = ['&quot;', '&apos;', '&#34;', '&#39;', '&#x22;', '&#x27;'];
const [newline, ampersand, comma, semicolon, equals, colon, backslash, brace] = [10, 38, 44, 59, 61, 58, 92, 123];

/** The evidence required of a value that begins at `to`, after a name that ends at `from`. */
export function requiredAfter(text: string, units: Uint16Array, from: number, to: number): number {
  let required = requiredAdjacent;
  let lines = 0;
  /** Whether a separator was passed; an assignment after it is to something else. */
  let isSeparated = false;
  // What adjoins the name is part of it: a member, a path.
  let at = runEnd(units, from, to);
  if (at > from) {
    const member = text.slice(from, at);
    if (namesOther(member)) return infeasible;
    required += isOwnMember(member) ? perWord : perMember;
  }
  while (at < to) {
    const unit = units[at] as number;
    const kind = kindOf(unit);
    if (kind !== Kind.End) {
      const end = runEnd(units, at, to);
      const word = text.slice(at, end);
      if ((kind <= Kind.Digit || word.length > 2) && !neutralWords.has(word.toLowerCase())) {
        if (namesOther(word) || (isSeparated && isAssigned(units, end, to))) return infeasible;
        required += perWord;
      }
      at = end;
      continue;
    }
    if (unit === newline) {
      if (++lines > maxLinesAfter || isBlankLine(units, at + 1, to)) return infeasible;
      required += perLine;
    }
    isSeparated ||= unit === comma || unit === semicolon || unit === brace || unit === newline;
    const entityEnd = unit === ampersand ? quoteEntityEnd(text, at) : -1;
    if (unit === semicolon) required += perStatement;
    at = entityEnd < 0 ? at + 1 : entityEnd;
  }
  return required;
}

/** Whether what adjoins a name stands for what has the name: `.value`, a sign, a path. */
function isOwnMember(member: string): boolean {
  const last = member.slice(member.lastIndexOf('.') + 1).toLowerCase();
  return last === '' || last === 'key' || neutralWords.has(last) || !member.includes('.') || member.includes('/');
}

/** The evidence required of a value before a name that begins at `to`. */
export function requiredBefore(text: string, units: Uint16Array, value: Span, to: number): number {
  let required = requiredAdjacent + beforeName;
  let lines = 0;
  for (let at = value.to; at < to; ) {
    if (units[at] === newline) {
      if (++lines > maxLinesBefore) return infeasible;
      required += perLine;
    }
    const end = runEnd(units, at, to);
    if (end > at) required += perWord;
    at = Math.max(end, at + 1);
  }
  return followsOther(text, units, value.from) ? infeasible : required;
}

/** Whether the word before a value names something else. */
function followsOther(text: string, units: Uint16Array, from: number): boolean {
  let end = from;
  while (end > from - 4 && end > 0 && kindOf(units[end - 1] as number) === Kind.End) end--;
  return namesOther(text.slice(runStart(units, end, Math.max(0, end - maxWordLength)), end));
}

/** The end of the character reference to a quote at `at`, or -1. */
function quoteEntityEnd(text: string, at: number): number {
  const entity = quoteEntities.find((each) => text.startsWith(each, at));
  return entity === undefined ? -1 : at + entity.length;
}

/** Whether `=` or `:` follows at `at`, after closing quotes or spaces. */
function isAssigned(units: Uint16Array, at: number, end: number): boolean {
  let next = at;
  while (next < end && (units[next] === 32 || units[next] === backslash || isQuote(units[next] as number))) next++;
  return next < end && (units[next] === equals || units[next] === colon);
}

/** Whether only white space precedes the next line break, which is before `to`. */
function isBlankLine(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at] as number;
    if (unit === newline) return true;
    if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return false;
}
