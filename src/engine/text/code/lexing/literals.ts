/** Where literals end, and what looks like the mark of a comment and is code. */

import { Class, classOf } from '../../words/characters.ts';

const Char = {
  ...{ LineFeed: 10, Dollar: 36, Ampersand: 38, Closing: 41, Dot: 46, Slash: 47, Colon: 58 },
  ...{ OpeningSquare: 91, Backslash: 92, ClosingSquare: 93, OpeningBrace: 123 },
} as const;

/** A regular expression literal, in units. */
const maxPattern = 400;
/** An escaped character, in units. */
const maxEscape = 14;

/** The end of a literal of one character whose quote is at an offset, or -1. */
export function characterEnd(units: Uint16Array, at: number, quote: number): number {
  const [first, second] = [units[at + 1], units[at + 2]];
  if (first === Char.Backslash) {
    for (let end = at + 3; end < at + maxEscape; end++) {
      if (units[end] === quote) return end + 1;
      if (units[end] === Char.LineFeed) return -1;
    }
    return -1;
  }
  if (second === quote && first !== quote) return at + 3;
  const isPair = first !== undefined && first >= 0xd800 && first < 0xdc00;
  return isPair && units[at + 3] === quote ? at + 4 : -1;
}

/** The end of the regular expression that a slash opens, or -1. */
export function patternEnd(units: Uint16Array, at: number, length: number): number {
  const max = Math.min(length, at + maxPattern);
  let isClass = false;
  for (let end = at + 1; end < max && units[end] !== Char.LineFeed; end++) {
    const unit = units[end];
    if (unit === Char.Backslash) end++;
    else if (unit === Char.OpeningSquare) isClass = true;
    else if (unit === Char.ClosingSquare) isClass = false;
    else if (unit === Char.Slash && !isClass) return end + 1;
  }
  return -1;
}

/** The name of a raw string of C++, in units. */
const maxLiteralName = 16;

/** The marks of the raw string of C++ that begins at an offset, which repeats its name: `R"sql(` … `)sql"`. */
export function namedLiteral(text: string, at: number, open: string, close: string): { open: string; close: string } | undefined {
  const from = at + open.length;
  const end = text.indexOf('(', from);
  if (end < 0 || end > from + maxLiteralName) return undefined;
  const name = text.slice(from, end);
  for (let i = 0; i < name.length; i++) if (classOf(name.charCodeAt(i)) < Class.Lower) return undefined;
  return { open: text.slice(at, end + 1), close: `)${name}${close}` };
}

/**
 * `//` after a colon is part of a URL, `#` inside a word is part of it, `%` begins a map or struct in Elixir, and `(*)` is an operator in
 * Haskell, not a comment of OCaml.
 */
export function isPartOfCode(text: string, open: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  switch (open) {
    case '#':
      if (before === Char.OpeningBrace && text.charCodeAt(at - 2) === Char.Dollar) return true;
      return at > 0 && (before === Char.Dollar || before === Char.Ampersand || classOf(before) >= Class.Lower);
    case '%':
      return beginsStruct(text, at);
    case '(*':
      return text.charCodeAt(at + 2) === Char.Closing;
    default:
      return before === Char.Colon && open === '//';
  }
}

/** Whether `%` is followed by a name and a brace. */
function beginsStruct(text: string, at: number): boolean {
  let end = at + 1;
  while (end < at + 64 && (classOf(text.charCodeAt(end)) >= Class.Lower || text.charCodeAt(end) === Char.Dot)) end++;
  return text.charCodeAt(end) === Char.OpeningBrace;
}
