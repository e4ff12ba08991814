/** Whether a line gives something a value: a default that is named as such, an initialiser, an argument, a cell of a table, or a number in prose. */

import type { ChunkKind } from '../../document.ts';
import { fold, termsOf } from '../../text/words/terms.ts';
import { Shape, type Word, wordsIn } from '../../text/words/tokens.ts';
import { hasAny, isOnly, skip, startsWithAny, wordsOf } from '../../util/strings.ts';
import { stateWords, unmeasuredWords } from '../../vocabulary/newcomers/measures.ts';

/** A value that a line gives. */
export interface Binding {
  /** Where the name ends that is given it; 0 if the whole line is about it. */
  readonly nameEnd: number;
  /** Whether it is said in a sentence, in a text or a string of code; it may stand on the next line then. */
  readonly isText: boolean;
  readonly isNext: boolean;
}

const defaultTerm = 'default';
const unmeasured = new Set(wordsOf(unmeasuredWords));
const states = new Set(wordsOf(stateWords.anywhere));
const statesBefore = new Set([...states, ...wordsOf(stateWords.before)]);
const between = new Set(wordsOf(stateWords.between));
/** What compares or computes; such a line gives nothing a value. */
const comparing = ['==', '!=', '<=', '>=', ' < ', ' > ', '&&', '||', '+=', '-='];
/** Marks after a name, and what ends the quoted name that is the first argument of a call. */
const marks = ['=', ':', '|', '",', "',"];
const quotes = '"\'`';

/** The value of a line; undefined if it has none, or one that is no number where a number is asked for. */
export function bindingIn(line: string, next: string, kind: ChunkKind, isNumber: boolean): Binding | undefined {
  if (kind === 'code' && isNumber && !hasAny(line + next, digits) && !unmeasured.has(fold(wordsIn(line).at(-1)?.text ?? '')))
    return undefined;
  const words = wordsIn(line);
  const marked = words.findIndex(({ text, shape }) => termsOf(text, shape).includes(defaultTerm));
  const isCompared = kind === 'code' && comparing.some((mark) => line.includes(mark));
  if (marked >= 0 && !isCompared) {
    const after = words.slice(marked + 1);
    const isValue = after.some((word) => isNumeric(line, word) || unmeasured.has(fold(word.text)) || (!isNumber && isQuoted(line, word)));
    const isHere = isValue || isLabelled(line, words, marked, isNumber) || (!isNumber && isStateAt(words, marked));
    const isText = isOnly(line.slice(words[marked]?.to, after[0]?.from ?? line.length), ' ');
    const isNext = !isHere && isText && wordsIn(next).some((word) => isNumeric(next, word));
    if (isHere || isNext) return { nameEnd: isText ? 0 : nameEndOf(line), isText, isNext };
  }
  if (isCompared) return undefined;
  const nameEnd = nameEndOf(line);
  const given = nameEnd === 0 ? [] : words.filter(({ from }) => from > nameEnd);
  const value =
    given.find((word) => isNumeric(line, word)) ??
    given.find((word, at) => !isNumber && (isFirstQuoted(line, word, nameEnd) || (at === 0 && isState(word))));
  const isNothing = kind === 'code' && given.length > 0 && unmeasured.has(fold(given.at(-1)?.text ?? ''));
  if (value !== undefined || isNothing) return { nameEnd, isText: false, isNext: false };
  const isProse = kind === 'doc' && words.some((word) => isNumeric(line, word));
  return isProse ? { nameEnd: 0, isText: true, isNext: false } : undefined;
}

/** Whether the word for a default follows a value, in brackets: "`auto` (default)". */
function isLabelled(line: string, words: readonly Word[], marked: number, isNumber: boolean): boolean {
  const [value, label] = words.slice(Math.max(marked - 1, 0), marked + 1);
  const isLabel = label !== undefined && startsWithAny(line.charAt(label.from - 1), '(') && startsWithAny(line.slice(label.to), ')');
  return value !== undefined && isLabel && (isNumeric(line, value) || (!isNumber && isQuoted(line, value)));
}

/** Whether the word for a default has a state: "defaults to true", "is enabled by default". */
function isStateAt(words: readonly Word[], marked: number): boolean {
  const [before, by] = words.slice(Math.max(marked - 2, 0), marked).map(({ text }) => fold(text));
  const isBefore = statesBefore.has(before ?? '') && between.has(by ?? '');
  return isBefore || words.slice(marked + 1, marked + 3).some(isState);
}

function isState({ text }: Word): boolean {
  return states.has(fold(text));
}

/** Whether a word is a number, also with a unit, and no index. */
function isNumeric(line: string, { shape, from }: Word): boolean {
  const before = line.charAt(from - 1);
  if (startsWithAny(before, '[')) return false;
  return (shape & Shape.Digit) !== 0 || ((shape & Shape.HoldsDigit) !== 0 && startsWithAny(before, quotes));
}

function isQuoted(line: string, { from }: Word): boolean {
  return startsWithAny(line.charAt(from - 1), quotes);
}

/** Whether a quoted word follows the mark at once. */
function isFirstQuoted(line: string, word: Word, nameEnd: number): boolean {
  return word.text.length > 1 && isQuoted(line, word) && isOnly(line.slice(nameEnd, word.from), ` =:>([|,${quotes}`);
}

/** Where the name ends that a line gives a value to; 0 if there is no name or no mark. */
function nameEndOf(line: string): number {
  // The first cell of a row is behind its first mark.
  const from = skip(line, ' \t|');
  const end = Math.min(...marks.map((mark) => line.indexOf(mark, from)).filter((at) => at >= 0), line.length);
  return end < line.length && hasAny(line.slice(0, end), letters) ? end : 0;
}

/** Whether a word only says that a value is a default. */
export function isDefaultWord(word: string): boolean {
  return termsOf(word, 0).includes(defaultTerm);
}

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
