/**
 * The entities of a chunk: names, titles, headings, symbols defined and mentioned, links, quoted literals and paths, each with the
 * places where it stands. A pure function of the chunk's text.
 *
 * Prose yields proper names, code does not (capital letters mean something else there); identifiers count as symbols in code from
 * four letters on, in prose only where they look like one. Cost: one pass over the words, one regular expression pass for markup.
 */

import { Role, Space } from '../document.ts';
import { Class, classOf, isInWord } from './characters.ts';
import { keywords } from './languages.ts';
import { findNames } from './names.ts';
import { eachPath } from './paths.ts';
import type { Stretch } from './stretch.ts';
import { fold } from './terms.ts';
import { Shape, type Tokens, tokenize } from './tokens.ts';

/** Takes keys one by one. */
export interface KeySink {
  add(space: Space, text: string, roles: number, places: number): void;
}

/** Folded words of a text, for titles and headings. */
export function foldedWords(text: string): readonly string[] {
  const { count, starts, ends } = tokenize(text);
  const words: string[] = [];
  for (let i = 0; i < count; i++) words.push(fold(text.slice(starts[i], ends[i])));
  return words;
}

/** In units. */
export const shortestSymbol = 4;
const longestKey = 100;

/** Whether a word can be a symbol: an identifier that is no keyword. In prose it must look like one. */
export function isSymbol(word: string, shape: number, inCode: boolean): boolean {
  if (word.length < shortestSymbol || word.length > longestKey || (shape & (Shape.Unspaced | Shape.Digit)) !== 0) return false;
  if (!inCode && !(shape & Shape.Identifier)) return false;
  return !keywords.has(word) && !/^[_$]+$/.test(word);
}

/** Whether token `i`, which may be a symbol of code, is one where it stands; what lies from `from` to `to` is looked at. */
export function isSymbolAt({ units, starts, ends, shapes }: Tokens, i: number, from: number, to: number): boolean {
  const shape = shapes[i] as number;
  return (shape & Shape.Identifier) !== 0 || standsAsCode(units, starts[i] as number, ends[i] as number, shape, from, to);
}

/**
 * Whether a plain word of a source stands there as a name, not as a word of a comment or a string: it is called, or a member; or it is
 * capitalised and touches a sign that sentences do not have.
 */
function standsAsCode(units: Uint16Array, start: number, end: number, shape: number, from: number, to: number): boolean {
  const before = start > from ? (units[start - 1] as number) : blank;
  const after = end < to ? (units[end] as number) : blank;
  if (after === Sign.Bracket || before === Sign.At) return true;
  if (before === Sign.Dot && start - 1 > from && endsOperand(units[start - 2] as number)) return true;
  if (!(shape & Shape.Capital)) return false;
  if (before < 128 && standsBefore[before] === 1) return true;
  return (after < 128 && standsAfter[after] === 1) || (after === Sign.Dot && end + 1 < to && beginsName(units[end + 1] as number));
}

const blank = 32;
const Sign = {
  LineFeed: 10,
  Quote: 34,
  Apostrophe: 39,
  Bracket: 40,
  Closing: 41,
  Dot: 46,
  Question: 63,
  At: 64,
  Backslash: 92,
  ClosingSquare: 93,
  Backtick: 96,
} as const;
const standsBefore = marks('<[|&!{:');
const standsAfter = marks('<[>{;|&:');

function marks(signs: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < signs.length; i++) table[signs.charCodeAt(i)] = 1;
  return table;
}

/** What may stand before the dot of a member: the end of a name, a call or an index, and the question mark of `?.`. */
function endsOperand(unit: number): boolean {
  if (unit === Sign.Closing || unit === Sign.ClosingSquare || unit === Sign.Question) return true;
  return unit < 128 ? isInWord(unit) : /[\p{L}\p{N}]/u.test(String.fromCharCode(unit));
}

function beginsName(unit: number): boolean {
  if (unit < 128) return isInWord(unit) && classOf(unit) !== Class.Digit;
  return /\p{L}/u.test(String.fromCharCode(unit));
}

/** Adds the proper names of a prose text. */
export function collectNames(text: string, tokens: Tokens, placeOf: (offset: number) => number, into: KeySink): void {
  findNames(text, tokens, (name, offset) => {
    if (name.length <= longestKey) into.add(Space.Name, name, Role.Mentions, 1 << placeOf(offset));
  });
}

const backticked = /`([^`\n]{2,80})`/g;
const quotedInProse = /(?<![\p{L}\p{N}])"([^"\n]+)"|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const shortestLiteral = 6;
const linkedInCode = /(https?:\/\/[^\s)>\]"'`]+)/g;
const linkedInProse = /\]\(<?([^)>\s]+)|\[\[([^\]|#\n]+)|<(https?:\/\/[^>\s]+)>|(https?:\/\/[^\s)>\]"'`]+)/g;
function eachMatch(pattern: RegExp, text: string, found: (match: string, offset: number) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const value = match.slice(1).find((group) => group !== undefined);
    if (value !== undefined && value.length <= longestKey) found(value, match.index);
  }
}

/**
 * The strings of code with the offset of their opening quote. A quote that nothing closes on its line opens no string, and no other
 * of its kind does from there to the end of the line, so the work stays linear.
 */
function eachString({ text, scan, from, firstMark, endMark }: Stretch, found: (value: string, offset: number) => void): void {
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
    if (end - at - 1 >= shortestLiteral && end - at - 1 <= longestKey) found(text.slice(at + 1, end), at - from);
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

/** Adds backticked and quoted literals, links, and the files that are named. */
export function collectMarkup(stretch: Stretch, inCode: boolean, placeOf: (offset: number) => number, into: KeySink): void {
  const text = stretch.text.slice(stretch.from, stretch.to);
  const literal = (value: string, offset: number): void => {
    const trimmed = value.trim();
    if (trimmed.length < 2) return;
    if (/^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?$/u.test(trimmed)) {
      const symbol = trimmed.replace('()', '');
      if (symbol.length >= shortestSymbol && !keywords.has(symbol)) into.add(Space.Symbol, symbol, Role.Mentions, 1 << placeOf(offset));
    } else into.add(Space.Literal, trimmed, Role.Mentions, 1 << placeOf(offset));
  };
  if (!inCode) eachMatch(backticked, text, literal);
  const quoted = (value: string, offset: number): void => {
    if (value.length >= shortestLiteral) literal(value, offset);
  };
  if (inCode) eachString(stretch, quoted);
  else eachMatch(quotedInProse, text, quoted);
  const mayLink = text.includes('://') || (!inCode && (text.includes('](') || text.includes('[[')));
  const link = (value: string, offset: number): void => {
    const target = value
      .replace(/[#?].*$/, '')
      .replace(/\/$/, '')
      .trim();
    if (target !== '') into.add(Space.Link, target, Role.Mentions, 1 << placeOf(offset));
  };
  if (mayLink) eachMatch(inCode ? linkedInCode : linkedInProse, text, link);
  eachPath(stretch, (value, offset) => {
    if (value.length <= longestKey) into.add(Space.Path, stemOf(value), Role.Mentions, 1 << placeOf(offset));
  });
}

/** A file's name without folders and ending, folded: what a path key holds. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return fold(name.replace(/(?<=.)\..*$/, ''));
}
