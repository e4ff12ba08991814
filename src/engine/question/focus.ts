/**
 * The keys under the cursor: those of a chunk's keys that occur at a column of a line. A symbol is the word there, a name a run of words around
 * it, a literal or link a span that includes the column. Cost: one pass over the line per kind, one check per key.
 */

import { Space } from '../document.ts';
import { foldedWords } from '../text/names/entities.ts';
import { isWordAt } from '../text/words/characters.ts';
import { wordsIn } from '../text/words/tokens.ts';

/** Longer lines are data. UTF-16 units. */
const maxLineLength = 5000;

/** The name that the column (0-based) touches, at least two characters, or undefined. */
export function nameAt(line: string, column: number): string | undefined {
  let from = Math.min(column, line.length);
  let to = from;
  while (from > 0 && isWordAt(line, from - 1)) from--;
  while (to < line.length && isWordAt(line, to)) to++;
  return to - from < 2 ? undefined : line.slice(from, to);
}

/** The keys that a name may have: a symbol, as written, or a name of folded words. */
export function keysOfName(name: string): readonly string[] {
  return [`${Space.Symbol}:${name}`, `${Space.Name}:${foldedWords(name).join(' ')}`];
}

/** Those of `keys` that occur at the column (0-based) of the line, longest first. */
export function keysAt(line: string, column: number, keys: Iterable<string>): readonly string[] {
  if (line.length > maxLineLength) return [];
  const name = nameAt(line, column);
  if (name === undefined) return [];
  const words = foldedWords(line);
  const under = wordsIn(line).findIndex(({ from, to }) => from <= column && column <= to);
  const matches = (key: string): boolean => {
    const text = key.slice(2);
    switch (key[0]) {
      case Space.Symbol:
        return text === name;
      case Space.Name:
        return under >= 0 && coversWord(words, under, text.split(' '));
      case Space.Literal:
      case Space.Link:
        return coversColumn(line, column, text);
      default:
        return false;
    }
  };
  return [...keys].filter(matches).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function coversWord(words: readonly string[], under: number, run: readonly string[]): boolean {
  for (let from = Math.max(0, under - run.length + 1); from <= under; from++) {
    if (run.every((word, k) => words[from + k] === word)) return true;
  }
  return false;
}

function coversColumn(line: string, column: number, text: string): boolean {
  if (text === '') return false;
  for (let at = line.indexOf(text); at >= 0 && at <= column; at = line.indexOf(text, at + 1)) if (column <= at + text.length) return true;
  return false;
}
