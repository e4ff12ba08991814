/**
 * What stands out in a chunk's text without being a word: quoted and backticked literals, links, and the files that are named.
 *
 * Code is read by the marks of its scan, prose by regular expressions. Cost: a look at each mark; no string for a literal of ASCII.
 */

import { Role, Space } from '../document.ts';
import { copyUnits } from '../util/codeUnits.ts';
import { keywords, maxKeywordLength } from './languages.ts';
import { type KeySink, maxKeyLength, shortestSymbol, stemOf } from './names/entities.ts';
import { eachPath } from './names/paths.ts';
import { type PlaceEnds, placeAt } from './names/places.ts';
import { holdsLink, ownText, type Stretch } from './stretch.ts';
import { Class, classes, classOf } from './words/characters.ts';
import { isMostlyRandom } from './words/randomWords.ts';

const backticked = /`([^`\n]{2,80})`/g;
const quotedInProse = /(?<![\p{L}\p{N}])"([^"\n]+)"|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const shortestLiteral = 6;
const linkedInCode = /(https?:\/\/[^\s)>\]"'`]+)/g;
const linkedInProse = /\]\(<?([^)>\s]+)|\[\[([^\]|#\n]+)|<(https?:\/\/[^>\s]+)>|(https?:\/\/[^\s)>\]"'`]+)/g;

const Sign = { LineFeed: 10, Blank: 32, Quote: 34, Apostrophe: 39, Opening: 40, Closing: 41, Backslash: 92, Backtick: 96 } as const;

/** Adds the literals, links and files of one chunk, each with the place where it stands. */
export function collectMarkup(stretch: Stretch, inCode: boolean, ends: PlaceEnds, into: KeySink): void {
  const hasLink = holdsLink(stretch);
  if (inCode) {
    addStrings(stretch, ends, into);
    if (hasLink) addLinks(ownText(stretch), linkedInCode, ends, into);
  } else {
    const text = ownText(stretch);
    addQuoted(text, backticked, 0, ends, into);
    addQuoted(text, quotedInProse, shortestLiteral, ends, into);
    if (hasLink || text.includes('](') || text.includes('[[')) addLinks(text, linkedInProse, ends, into);
  }
  eachPath(stretch, (path, offset) => {
    if (path.length <= maxKeyLength) into.add(Space.Path, stemOf(path), Role.Mentions, 1 << placeAt(ends, offset));
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

function addQuoted(text: string, pattern: RegExp, shortest: number, ends: PlaceEnds, into: KeySink): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[2];
    if (value === undefined || value.length < shortest || value.length > maxKeyLength) continue;
    addLiteral(value, 1 << placeAt(ends, match.index), into);
  }
}

/** A literal is a symbol where it is a name, perhaps with the brackets of a call. */
function addLiteral(value: string, places: number, into: KeySink): void {
  const trimmed = value.trim();
  if (trimmed.length < 2 || isDrawn(trimmed)) return;
  if (/^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?$/u.test(trimmed)) {
    const symbol = trimmed.replace('()', '');
    if (symbol.length >= shortestSymbol && !keywords.has(symbol)) into.add(Space.Symbol, symbol, Role.Mentions, places);
  } else into.add(Space.Literal, trimmed, Role.Mentions, places);
}

const drawnUnits = new Uint16Array(maxKeyLength);

function isDrawn(value: string): boolean {
  if (value.length > maxKeyLength || !/\d/.test(value) || /\s/.test(value)) return false;
  copyUnits(value, drawnUnits);
  return isMostlyRandom(drawnUnits, 0, value.length);
}

/**
 * Adds the strings of code. A quote that nothing closes on its line opens no string, and no other of its kind does from there to the end of
 * the line, so the work stays linear.
 */
function addStrings(stretch: Stretch, ends: PlaceEnds, into: KeySink): void {
  const { scan, from, firstMark, endMark } = stretch;
  const { units, marks } = scan;
  /** Bits of the kinds of quotes that are not closed on this line. */
  let unclosed = 0;
  for (let mark = firstMark; mark < endMark; mark++) {
    const at = marks[mark] as number;
    const unit = units[at] as number;
    if (unit === Sign.LineFeed) unclosed = 0;
    const quote = unit === Sign.Quote ? 1 : unit === Sign.Apostrophe ? 2 : unit === Sign.Backtick ? 4 : 0;
    if (quote === 0 || (unclosed & quote) !== 0) continue;
    const closing = closingQuote(units, marks, mark, endMark);
    if (closing < 0) {
      unclosed |= quote;
      continue;
    }
    const end = marks[closing] as number;
    const length = end - at - 1;
    if (length >= shortestLiteral && length <= maxKeyLength) addString(stretch, at + 1, end, 1 << placeAt(ends, at - from), into);
    mark = closing;
  }
}

/** Which mark ends, on the same line, the string that the mark `open` begins, or -1. */
function closingQuote(units: Uint16Array, marks: Int32Array, open: number, endMark: number): number {
  const quote = units[marks[open] as number];
  for (let mark = open + 1; mark < endMark; mark++) {
    const at = marks[mark] as number;
    const unit = units[at];
    if (unit === quote) return mark;
    if (unit === Sign.LineFeed) return -1;
    if (unit === Sign.Backslash && marks[mark + 1] === at + 1) mark++;
  }
  return -1;
}

/** As `addLiteral`, for what stands from `from` to `to`: by its units where they are ASCII. */
function addString({ text, scan }: Stretch, from: number, to: number, places: number, into: KeySink): void {
  const { units } = scan;
  let [start, end] = [from, to];
  while (start < end && isBlank(units[start] as number)) start++;
  while (end > start && isBlank(units[end - 1] as number)) end--;
  let nameEnd = start;
  let kinds = 0;
  for (; nameEnd < end; nameEnd++) {
    const unit = units[nameEnd] as number;
    const kind = unit < 128 ? (classes[unit] as number) : Class.Separator;
    if (kind < Class.Lower) break;
    kinds |= 1 << kind;
  }
  if (!isAscii(units, nameEnd, end)) {
    addLiteral(text.slice(from, to), places, into);
    return;
  }
  // Hardly any data is without a digit, and looking closer at every string would cost more than all else here.
  if (((kinds & (1 << Class.Digit)) !== 0 || holdsDigits(units, nameEnd, end)) && isMostlyRandom(units, start, end)) return;
  if (end - start < 2) return;
  const isCall = end - nameEnd === 2 && units[nameEnd] === Sign.Opening && units[nameEnd + 1] === Sign.Closing;
  const isName = nameEnd > start && classOf(units[start] as number) !== Class.Digit && (nameEnd === end || isCall);
  if (!isName) into.addAscii(Space.Literal, units, start, end, Role.Mentions, places);
  else if (nameEnd - start >= shortestSymbol && !isKeyword(units, start, nameEnd)) {
    into.addAscii(Space.Symbol, units, start, nameEnd, Role.Mentions, places);
  }
}

function isAscii(units: Uint16Array, from: number, to: number): boolean {
  let all = 0;
  for (let i = from; i < to; i++) all |= units[i] as number;
  return all < 128;
}

/** More than one: hexadecimal and UUIDs have several, and so has nearly all base64. */
function holdsDigits(units: Uint16Array, from: number, to: number): boolean {
  let digits = 0;
  for (let i = from; i < to; i++) digits += ((units[i] as number) - 48) >>> 0 < 10 ? 1 : 0;
  return digits > 1;
}

function isBlank(unit: number): boolean {
  return unit === Sign.Blank || (unit >= 9 && unit <= 13);
}

function isKeyword(units: Uint16Array, from: number, to: number): boolean {
  if (to - from > maxKeywordLength) return false;
  for (let i = from; i < to; i++) if (classOf(units[i] as number) !== Class.Lower) return false;
  return keywords.has(String.fromCharCode(...units.subarray(from, to)));
}
