/**
 * The entities of a chunk: names, titles, headings, symbols defined and mentioned, links, quoted literals and paths, each with the
 * places where it stands. A pure function of the chunk's text.
 *
 * Prose yields proper names, code does not (capital letters mean something else there); identifiers count as symbols in code from
 * four letters on, in prose only where they look like one. Cost: one pass over the words, one regular expression pass for markup.
 */

import { Role, Space } from '../document.ts';
import { detach } from './detach.ts';
import { keywords } from './languages.ts';
import { findNames } from './names.ts';
import { fold } from './terms.ts';
import { Shape, type Tokens, tokenize } from './tokens.ts';

export interface KeyPlaces {
  roles: number;
  places: number;
}

/** Collects the keys of one chunk, each once, roles and places added up. */
export class KeyCollector {
  readonly keys = new Map<string, KeyPlaces>();

  add(space: Space, text: string, roles: number, places: number): void {
    const key = `${space}:${text}`;
    const known = this.keys.get(key);
    if (known === undefined) this.keys.set(detach(key), { roles, places: places >>> 0 });
    else {
      known.roles |= roles;
      known.places = (known.places | places) >>> 0;
    }
  }
}

/** Folded words of a text, for titles and headings. */
export function foldedWords(text: string): readonly string[] {
  const { count, starts, ends } = tokenize(text);
  const words: string[] = [];
  for (let i = 0; i < count; i++) words.push(fold(text.slice(starts[i], ends[i])));
  return words;
}

const shortestSymbol = 4;
const longestKey = 100;

/** Whether a word can be a symbol: an identifier that is no keyword. In prose it must look like one. */
export function isSymbol(word: string, shape: number, inCode: boolean): boolean {
  if (word.length < shortestSymbol || word.length > longestKey || (shape & (Shape.Unspaced | Shape.Digit)) !== 0) return false;
  if (!inCode && !(shape & Shape.Identifier)) return false;
  return !keywords.has(word) && !/^[_$]+$/.test(word);
}

/**
 * Whether a word that may be a symbol of code is one where it stands.
 */
export function isSymbolAt(text: string, start: number, end: number, shape: number): boolean {
  return (shape & Shape.Identifier) !== 0 || standsAsCode(text, start, end, shape);
}

/**
 * Whether a plain word of a source stands there as a name, not as a word of a comment or a string: it is called, or a member; or it is
 * capitalised and touches a sign that sentences do not have.
 */
function standsAsCode(text: string, start: number, end: number, shape: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (after === '(' || before === '@') return true;
  if (before === '.' && /[\p{L}\p{N}_$)\]?]/u.test(text.charAt(start - 2))) return true;
  if (!(shape & Shape.Capital)) return false;
  return (
    '<[|&!{:'.includes(before || ' ') || '<[>{;|&:'.includes(after || ' ') || (after === '.' && /[\p{L}_$]/u.test(text.charAt(end + 1)))
  );
}

/** Adds the symbols that the words of a code or prose text mention. */
export function collectSymbols(
  text: string,
  tokens: Tokens,
  inCode: boolean,
  placeOf: (offset: number) => number,
  into: KeyCollector,
): void {
  for (let i = 0; i < tokens.count; i++) {
    const start = tokens.starts[i] as number;
    const word = text.slice(start, tokens.ends[i]);
    const shape = tokens.shapes[i] as number;
    if (!isSymbol(word, shape, inCode)) continue;
    if (inCode && !isSymbolAt(text, start, tokens.ends[i] as number, shape)) continue;
    into.add(Space.Symbol, word, Role.Mentions, 1 << placeOf(start));
  }
}

/** Adds the proper names of a prose text. */
export function collectNames(text: string, tokens: Tokens, placeOf: (offset: number) => number, into: KeyCollector): void {
  findNames(text, tokens, (name, offset) => {
    if (name.length <= longestKey) into.add(Space.Name, name, Role.Mentions, 1 << placeOf(offset));
  });
}

const backticked = /`([^`\n]{2,80})`/g;
const quotedInProse = /(?<![\p{L}\p{N}])"([^"\n]+)"|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const shortestLiteral = 6;
const linkedInCode = /(https?:\/\/[^\s)>\]"'`]+)/g;
const linkedInProse = /\]\(<?([^)>\s]+)|\[\[([^\]|#\n]+)|<(https?:\/\/[^>\s]+)>|(https?:\/\/[^\s)>\]"'`]+)/g;
const pathLike =
  /(?:^|[\s("'`[])((?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}|[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|c|h|cpp|cs|md|rst|json|ya?ml|toml|css|html|sh))\b/g;

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
function eachString(text: string, found: (value: string, offset: number) => void): void {
  let unclosed = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\n') unclosed = '';
    if ((sign !== '"' && sign !== "'" && sign !== '`') || unclosed.includes(sign)) continue;
    const end = closingQuote(text, at);
    if (end < 0) {
      unclosed += sign;
      continue;
    }
    if (end - at - 1 <= longestKey) found(text.slice(at + 1, end), at);
    at = end;
  }
}

/** Where the string that opens at `open` ends on the same line, or -1. */
function closingQuote(text: string, open: number): number {
  const quote = text.charCodeAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === 10) return -1;
    if (unit === 92) at++;
  }
  return -1;
}

/** Adds backticked and quoted literals, links, and the files that are named. */
export function collectMarkup(text: string, inCode: boolean, placeOf: (offset: number) => number, into: KeyCollector): void {
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
  if (inCode) eachString(text, quoted);
  else eachMatch(quotedInProse, text, quoted);
  eachMatch(inCode ? linkedInCode : linkedInProse, text, (value, offset) => {
    const target = value
      .replace(/[#?].*$/, '')
      .replace(/\/$/, '')
      .trim();
    if (target !== '') into.add(Space.Link, target, Role.Mentions, 1 << placeOf(offset));
  });
  eachMatch(pathLike, text, (value, offset) => into.add(Space.Path, stemOf(value), Role.Mentions, 1 << placeOf(offset)));
}

/** A file's name without folders and ending, folded: what a path key holds. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return fold(name.replace(/(?<=.)\..*$/, ''));
}
