/**
 * Proper names in prose: runs of words that begin with a capital letter or a digit, joined across at most two lower-case particles
 * ("Kiss and Tell", "Duke of York"); the parts between particles are names of their own.
 *
 * Source: the "regex entities" of MeshRAG section 3.1, which the paper does not specify. Leading stop words are dropped ("The", "According");
 * punctuation and random-looking words end a run; numbers of one or two digits alone are no names.
 * Cost: one pass over the words of the text.
 */

import { endsWithAny } from '../../util/strings.ts';
import { stopWords } from '../stemming/stopWords.ts';
import { Class, classOf } from '../words/characters.ts';
import { isRandomWord } from '../words/randomWords.ts';
import { fold } from '../words/terms.ts';
import { Shape, type Tokens } from '../words/tokens.ts';

const particles = new Set('of the de la le du von van der and for in on at to al el da di'.split(' '));
/** Longer runs are headlines or tables. */
const maxNameWords = 8;

/** Receives each name (folded words joined by spaces) and its offset. */
type NameSink = (name: string, offset: number) => void;

/** Whether the text between two words joins them to one name: spaces, a hyphen, an apostrophe, an ampersand, or the full stop of an initial. */
function isJoining(text: string, from: number, to: number, afterInitial: boolean): boolean {
  if (to - from === 1) {
    const unit = text.charCodeAt(from);
    return unit === 32 || unit === 38 || unit === 45 || unit === 39 || unit === 10 || unit === 0x2019 || unit === 0x2013;
  }
  let breaks = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 46 && i === from && afterInitial) continue;
    if (unit === 10) breaks++;
    else if (unit !== 32 && unit !== 38 && !(unit === 13 && text.charCodeAt(i + 1) === 10)) return false;
  }
  return breaks <= 1;
}

/** Drops leading stop words; a name of two or more stop words is kept whole. */
function dropLeadingStopWords(words: readonly string[]): readonly string[] {
  let first = 0;
  while (first < words.length && stopWords.has(words[first] as string)) first++;
  if (first === words.length) return words.length > 1 ? words : [];
  return words.slice(first);
}

/** A name as a key: folded words joined by spaces; undefined if nothing is left. */
export function nameOf(words: readonly string[]): string | undefined {
  const kept = dropLeadingStopWords(words.filter((word) => word !== ''));
  if (kept.length === 0 || kept.length > maxNameWords) return undefined;
  const name = kept.join(' ');
  return name.length < 2 || /^[\d ]{1,3}$|^\d+(?: \d+)+$/.test(name) ? undefined : name;
}

/** The name given by a title or heading: its words without trailing brackets. */
export function nameOfTitle(title: string, words: (text: string) => readonly string[]): string | undefined {
  const whole = title.trim();
  const opening = endsWithAny(whole, ')]') ? Math.max(whole.lastIndexOf('('), whole.lastIndexOf('[')) : -1;
  return nameOf(words(opening > 0 ? whole.slice(0, opening) : whole));
}

/** The words of one run; reused for the next run of the same text. */
interface Run {
  readonly words: string[];
  readonly offsets: number[];
  /** Whether each word is a particle. */
  readonly isParticle: boolean[];
}

function emitRange(run: Run, from: number, to: number, found: NameSink): void {
  const name = nameOf(run.words.slice(from, to));
  if (name !== undefined) found(name, run.offsets[from] as number);
}

function emit(run: Run, length: number, found: NameSink): void {
  emitRange(run, 0, length, found);
  let from = 0;
  for (let i = 0; i <= length; i++) {
    if (i < length && !run.isParticle[i]) continue;
    if (i > from && i - from < length) emitRange(run, from, i, found);
    from = i + 1;
  }
}

/** Whether most letters of a text have no case. */
function isCaseless({ count, units, starts, ends, shapes }: Tokens): boolean {
  let surplus = 0;
  for (let i = 0; i < count; i++) {
    const [start, end] = [starts[i] as number, ends[i] as number];
    if (((shapes[i] as number) & Shape.Foreign) !== 0 && classOf(units[start] as number) >= Class.Other) surplus += end - start;
    else if (((shapes[i] as number) & Shape.Digit) === 0) surplus -= end - start;
  }
  return surplus > 0;
}

/**
 * Finds the names among `tokens` of `text`. Texts in a script without capitals have none: a capitalised word there is an abbreviation or a
 * foreign word.
 */
export function findNames(text: string, tokens: Tokens, found: NameSink): void {
  if (isCaseless(tokens)) return;
  const { count, starts, ends, shapes } = tokens;
  const run: Run = { words: [], offsets: [], isParticle: [] };
  let at = 0;
  while (at < count) {
    if (!canStartName(shapes[at] as number) || isRandom(tokens, at)) {
      at++;
      continue;
    }
    let end = at;
    let last = at;
    for (; end < count; end++) {
      if (end > at && !isJoining(text, ends[end - 1] as number, starts[end] as number, isSingleCapital(tokens, end - 1))) break;
      const word = fold(text.slice(starts[end], ends[end]));
      const isParticle = !canStartName(shapes[end] as number);
      if (end > at && !isParticle && isRandom(tokens, end)) break;
      if (isParticle && (end - last > 2 || !particles.has(word))) break;
      run.words[end - at] = word;
      run.offsets[end - at] = starts[end] as number;
      run.isParticle[end - at] = isParticle;
      if (!isParticle) last = end;
    }
    emit(run, last - at + 1, found);
    at = last + 1;
  }
}

/** Whether a word is an initial, as in "Robert M. Young". */
function isSingleCapital(tokens: Tokens, i: number): boolean {
  return (tokens.ends[i] as number) - (tokens.starts[i] as number) === 1 && ((tokens.shapes[i] as number) & Shape.Capital) !== 0;
}

function isRandom({ units, starts, ends, shapes }: Tokens, i: number): boolean {
  if (((shapes[i] as number) & (Shape.HoldsDigit | Shape.Identifier)) === 0) return false;
  return isRandomWord(units, starts[i] as number, ends[i] as number);
}

function canStartName(shape: number): boolean {
  return (shape & (Shape.Capital | Shape.Digit)) !== 0;
}
