/**
 * The entities of a chunk: names, titles, headings, symbols defined and mentioned (links, literals and paths are in `markup.ts`), each with
 * the places where it stands. A pure function of the chunk's text.
 *
 * Prose yields proper names, code does not (capital letters mean something else there); identifiers count as symbols in code from
 * four letters on, in prose only where they look like one. Cost: one pass over the words.
 */

import { Role, Space } from '../../document.ts';
import { keywords } from '../languages.ts';
import { Class, classOf, isInWord } from '../words/characters.ts';
import { fold } from '../words/terms.ts';
import { Shape, type Tokens, tokenize } from '../words/tokens.ts';
import { findNames } from './names.ts';

/** Takes keys one by one. */
export interface KeySink {
  add(space: Space, text: string, roles: number, places: number): void;
  /** The same for the units in [from, to), which are at most `maxKeyLength` and of ASCII. */
  addAscii(space: Space, units: Uint16Array, from: number, to: number, roles: number, places: number): void;
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
/** In units. */
export const maxKeyLength = 100;

/** Whether a word can be a symbol: an identifier that is no keyword. In prose it must look like one. */
export function isSymbol(word: string, shape: number, inCode: boolean): boolean {
  if (word.length < shortestSymbol || word.length > maxKeyLength || (shape & (Shape.Unspaced | Shape.Digit)) !== 0) return false;
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
const Sign = { Bracket: 40, Closing: 41, Dot: 46, Question: 63, At: 64, ClosingSquare: 93 } as const;
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
    if (name.length <= maxKeyLength) into.add(Space.Name, name, Role.Mentions, 1 << placeOf(offset));
  });
}

/** A file's name without folders and ending, folded: what a path key holds. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return fold(name.replace(/(?<=.)\..*$/, ''));
}
