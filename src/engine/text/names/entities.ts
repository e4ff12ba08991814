/**
 * Extracts the entities of a chunk: names, titles, headings, symbols defined and mentioned (links, literals and paths: `markup.ts`), each with
 * its places. A pure function of the chunk's text.
 *
 * Prose yields proper names, code does not (capitals mean something else there). In code, identifiers of four letters or more are symbols; in
 * prose only if they look like one. Cost: one pass over the words.
 */

import { Role, Space } from '../../document.ts';
import { fileNameOf } from '../../util/paths.ts';
import { cutAt, isOnly } from '../../util/strings.ts';
import { keywords } from '../languages.ts';
import { Class, classOf, isInWord } from '../words/characters.ts';
import { fold } from '../words/terms.ts';
import { Shape, type Tokens, wordsIn } from '../words/tokens.ts';
import { findNames } from './nameFinder.ts';

/** Receives keys one by one. */
export interface KeySink {
  add(space: Space, text: string, roles: number, places: number): void;
  /** The same for the code units in [from, to): ASCII, at most `maxKeyLength`. */
  addAscii(space: Space, units: Uint16Array, from: number, to: number, roles: number, places: number): void;
}

/** Folded words of a text, for titles and headings. */
export function foldedWords(text: string): readonly string[] {
  return wordsIn(text).map((word) => fold(word.text));
}

/** In UTF-16 units. */
export const minSymbolLength = 4;
/** In UTF-16 units. */
export const maxKeyLength = 100;

/** Whether a word can be a symbol: an identifier that is no keyword. In prose it must look like an identifier. */
export function isSymbol(word: string, shape: number, inCode: boolean): boolean {
  if (word.length < minSymbolLength || word.length > maxKeyLength || (shape & (Shape.Unspaced | Shape.Digit)) !== 0) return false;
  if (!inCode && !(shape & Shape.Identifier)) return false;
  return !keywords.has(word) && !isOnly(word, '_$');
}

/** Whether token `i`, a possible symbol, is used as one; only [from, to) is examined. */
export function isSymbolAt({ units, starts, ends, shapes }: Tokens, i: number, from: number, to: number): boolean {
  const shape = shapes[i] as number;
  return (shape & Shape.Identifier) !== 0 || isUsedAsName(units, starts[i] as number, ends[i] as number, shape, from, to);
}

/**
 * Whether a plain word of a source is used as a name, not as a word of a comment or string: it is called or a member, or it is capitalised and
 * touches punctuation that is unusual in sentences.
 */
function isUsedAsName(units: Uint16Array, start: number, end: number, shape: number, from: number, to: number): boolean {
  const before = start > from ? (units[start - 1] as number) : space;
  const after = end < to ? (units[end] as number) : space;
  if (after === Char.Bracket || before === Char.At) return true;
  if (before === Char.Dot && start - 1 > from && endsOperand(units[start - 2] as number)) return true;
  if (!(shape & Shape.Capital)) return false;
  if (before < 128 && punctuationBefore[before] === 1) return true;
  return (after < 128 && punctuationAfter[after] === 1) || (after === Char.Dot && end + 1 < to && beginsName(units[end + 1] as number));
}

const space = 32;
const Char = { Bracket: 40, Closing: 41, Dot: 46, Question: 63, At: 64, ClosingSquare: 93 } as const;
const punctuationBefore = characterSet('<[|&!{:');
const punctuationAfter = characterSet('<[>{;|&:');

function characterSet(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1;
  return table;
}

/** Whether a unit can precede the dot of a member access: the end of a name, a call or an index, or the question mark of `?.`. */
function endsOperand(unit: number): boolean {
  if (unit === Char.Closing || unit === Char.ClosingSquare || unit === Char.Question) return true;
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

/** A file's name without folders and extension, folded: the text of a path key. */
export function stemOf(path: string): string {
  return fold(cutAt(fileNameOf(path), '.', 1));
}
