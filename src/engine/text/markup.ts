/**
 * Extracts a chunk's keys that are not words: quoted and backticked literals, links, and file paths.
 *
 * Code is read by the marks of its scan, prose by regular expressions. Cost: one check of each mark; no string for an ASCII literal.
 */

import { Role, Space } from '../document.ts';
import { copyUnits } from '../util/codeUnits.ts';
import { keywords, maxKeywordLength } from './languages.ts';
import { type KeySink, maxKeyLength, minSymbolLength, stemOf } from './names/entities.ts';
import { eachPath } from './names/paths.ts';
import { type PlaceEnds, placeAt } from './names/places.ts';
import { containsLink, sliceText, type TextSlice } from './textSlice.ts';
import { Class, classes, classOf } from './words/characters.ts';
import { isMostlyRandom } from './words/randomWords.ts';

const backticked = /`([^`\n]{2,80})`/g;
const quotedInProse = /(?<![\p{L}\p{N}])"([^"\n]+)"|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const minLiteralLength = 6;
const linkedInCode = /(https?:\/\/[^\s)>\]"'`]+)/g;
const linkedInProse = /\]\(<?([^)>\s]+)|\[\[([^\]|#\n]+)|<(https?:\/\/[^>\s]+)>|(https?:\/\/[^\s)>\]"'`]+)/g;

const Char = { LineFeed: 10, Blank: 32, Quote: 34, Apostrophe: 39, Opening: 40, Closing: 41, Backslash: 92, Backtick: 96 } as const;

/** The roles, besides the mention, of the range [start, end) of the scanned text. */
export type RolesAt = (start: number, end: number) => number;

/** Adds the literals, links and paths of one chunk, each with its place. */
export function collectMarkup(slice: TextSlice, inCode: boolean, ends: PlaceEnds, into: KeySink, rolesAt: RolesAt = () => 0): void {
  const hasLink = containsLink(slice);
  if (inCode) {
    addStrings(slice, ends, rolesAt, into);
    if (hasLink) addLinks(sliceText(slice), linkedInCode, ends, into);
  } else {
    const text = sliceText(slice);
    addQuoted(text, backticked, 0, ends, into);
    addQuoted(text, quotedInProse, minLiteralLength, ends, into);
    if (hasLink || text.includes('](') || text.includes('[[')) addLinks(text, linkedInProse, ends, into);
  }
  eachPath(slice, (path, offset) => {
    if (path.length > maxKeyLength) return;
    const start = slice.from + offset;
    into.add(Space.Path, stemOf(path), Role.Mentions | rolesAt(start, start), 1 << placeAt(ends, offset));
  });
}

function addLinks(text: string, pattern: RegExp, ends: PlaceEnds, into: KeySink): void {
  for (const match of text.matchAll(pattern)) {
    const value = match.slice(1).find((group) => group !== undefined);
    if (value === undefined || value.length > maxKeyLength) continue;
    const target = value
      .replace(/[#?].*$/, '')
      .replace(/\/$/, '')
      .trim();
    if (target !== '') into.add(Space.Link, target, Role.Mentions, 1 << placeAt(ends, match.index));
  }
}

function addQuoted(text: string, pattern: RegExp, minLength: number, ends: PlaceEnds, into: KeySink): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[2];
    if (value === undefined || value.length < minLength || value.length > maxKeyLength) continue;
    addLiteral(value, 1 << placeAt(ends, match.index), into);
  }
}

/** Adds a literal, as a symbol if it is an identifier, with or without the brackets of a call. */
function addLiteral(value: string, places: number, into: KeySink, roles: number = Role.Mentions): void {
  const trimmed = value.trim();
  if (trimmed.length < 2 || isRandom(trimmed)) return;
  if (/^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?$/u.test(trimmed)) {
    const symbol = trimmed.replace('()', '');
    if (symbol.length >= minSymbolLength && !keywords.has(symbol)) into.add(Space.Symbol, symbol, roles, places);
  } else into.add(Space.Literal, trimmed, roles, places);
}

const unitBuffer = new Uint16Array(maxKeyLength);

function isRandom(value: string): boolean {
  if (value.length > maxKeyLength || !/\d/.test(value) || /\s/.test(value)) return false;
  copyUnits(value, unitBuffer);
  return isMostlyRandom(unitBuffer, 0, value.length);
}

/**
 * Adds the strings of code. A quote that is not closed on its line opens no string, and neither does any other of its kind on the rest of the
 * line, so the cost stays linear.
 */
function addStrings(slice: TextSlice, ends: PlaceEnds, rolesAt: RolesAt, into: KeySink): void {
  const { scan, from, firstMark, endMark } = slice;
  const { units, marks } = scan;
  /** Bits of the kinds of quotes that are unclosed on this line. */
  let unclosed = 0;
  for (let mark = firstMark; mark < endMark; mark++) {
    const at = marks[mark] as number;
    const unit = units[at] as number;
    if (unit === Char.LineFeed) unclosed = 0;
    const quote = unit === Char.Quote ? 1 : unit === Char.Apostrophe ? 2 : unit === Char.Backtick ? 4 : 0;
    if (quote === 0 || (unclosed & quote) !== 0) continue;
    const closing = closingQuote(units, marks, mark, endMark);
    if (closing < 0) {
      unclosed |= quote;
      continue;
    }
    const end = marks[closing] as number;
    const length = end - at - 1;
    if (length >= minLiteralLength && length <= maxKeyLength) {
      addString(slice, at + 1, end, Role.Mentions | rolesAt(at, end), 1 << placeAt(ends, at - from), into);
    }
    mark = closing;
  }
}

/** The mark that closes, on the same line, the string opened by the mark `open`, or -1. */
function closingQuote(units: Uint16Array, marks: Int32Array, open: number, endMark: number): number {
  const quote = units[marks[open] as number];
  for (let mark = open + 1; mark < endMark; mark++) {
    const at = marks[mark] as number;
    const unit = units[at];
    if (unit === quote) return mark;
    if (unit === Char.LineFeed) return -1;
    if (unit === Char.Backslash && marks[mark + 1] === at + 1) mark++;
  }
  return -1;
}

/** As `addLiteral`, for the range [from, to), by its code units if they are ASCII. */
function addString({ text, scan }: TextSlice, from: number, to: number, roles: number, places: number, into: KeySink): void {
  const { units } = scan;
  let [start, end] = [from, to];
  while (start < end && isWhiteSpace(units[start] as number)) start++;
  while (end > start && isWhiteSpace(units[end - 1] as number)) end--;
  let nameEnd = start;
  let kinds = 0;
  for (; nameEnd < end; nameEnd++) {
    const unit = units[nameEnd] as number;
    const kind = unit < 128 ? (classes[unit] as number) : Class.Separator;
    if (kind < Class.Lower) break;
    kinds |= 1 << kind;
  }
  if (!isAscii(units, nameEnd, end)) {
    addLiteral(text.slice(from, to), places, into, roles);
    return;
  }
  // Nearly all data has digits, and checking every string would cost more than everything else here.
  if (((kinds & (1 << Class.Digit)) !== 0 || hasDigits(units, nameEnd, end)) && isMostlyRandom(units, start, end)) return;
  if (end - start < 2) return;
  const isCall = end - nameEnd === 2 && units[nameEnd] === Char.Opening && units[nameEnd + 1] === Char.Closing;
  const isName = nameEnd > start && classOf(units[start] as number) !== Class.Digit && (nameEnd === end || isCall);
  if (!isName) into.addAscii(Space.Literal, units, start, end, roles, places);
  else if (nameEnd - start >= minSymbolLength && !isKeyword(units, start, nameEnd)) {
    into.addAscii(Space.Symbol, units, start, nameEnd, roles, places);
  }
}

function isAscii(units: Uint16Array, from: number, to: number): boolean {
  let all = 0;
  for (let i = from; i < to; i++) all |= units[i] as number;
  return all < 128;
}

/** Whether there are two or more digits, as in hexadecimal, UUIDs and nearly all base64. */
function hasDigits(units: Uint16Array, from: number, to: number): boolean {
  let digits = 0;
  for (let i = from; i < to; i++) digits += ((units[i] as number) - 48) >>> 0 < 10 ? 1 : 0;
  return digits > 1;
}

function isWhiteSpace(unit: number): boolean {
  return unit === Char.Blank || (unit >= 9 && unit <= 13);
}

function isKeyword(units: Uint16Array, from: number, to: number): boolean {
  if (to - from > maxKeywordLength) return false;
  for (let i = from; i < to; i++) if (classOf(units[i] as number) !== Class.Lower) return false;
  return keywords.has(String.fromCharCode(...units.subarray(from, to)));
}
