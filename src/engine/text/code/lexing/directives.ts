/** The lines of a preprocessor, such as `#if`. */

import { Class, classOf } from '../../words/characters.ts';
import { hashOfWord } from '../../words/wordHash.ts';

const Char = { Tab: 9, LineFeed: 10, Return: 13, Blank: 32, Backslash: 92 } as const;

/** What a directive is to the branches of a condition. */
export const Branch = { First: 1, Next: 2, End: 3 } as const;

const branches = new Map<number, number>([
  ...['if', 'ifdef', 'ifndef'].map((word) => [hashOfWord(word), Branch.First] as const),
  ...['else', 'elif', 'elifdef', 'elifndef'].map((word) => [hashOfWord(word), Branch.Next] as const),
  [hashOfWord('endif'), Branch.End],
]);

/** A directive: where its lines end, with those that continue it, and the hash of its word. */
export interface Directive {
  readonly end: number;
  readonly hash: number;
  readonly branch: number | undefined;
}

export function directiveAt(text: string, units: Uint16Array, at: number): Directive {
  let end = lineEnd(text, at);
  while (end < text.length && (units[end - 1] === Char.Backslash || (units[end - 1] === Char.Return && units[end - 2] === Char.Backslash)))
    end = lineEnd(text, end + 1);
  const hash = wordAfter(text, units, at, end);
  return { end, hash, branch: branches.get(hash) };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The hash of the word after a directive's mark. */
function wordAfter(text: string, units: Uint16Array, at: number, end: number): number {
  let from = at + 1;
  while (from < end && (units[from] === Char.Blank || units[from] === Char.Tab)) from++;
  let to = from;
  while (to < end && classOf(units[to] as number) >= Class.Lower) to++;
  return hashOfWord(text.slice(from, to));
}
