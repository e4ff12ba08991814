/**
 * The lines that give a setting its value: they have a literal, and words of the question in them, above them, or in the name of their file or definition.
 * Cost: one pass over the lines of a chunk.
 */

import { type AskedWord, heldShare, type TermSet, termSet } from '../question/askedWords.ts';
import { termsOf } from '../text/words/terms.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { startsWithAny } from '../util/strings.ts';

/** Share of a word that is near a line, or in the name of its file or definition, instead of in the line. */
const nearShare = 0.6;
const nameShare = 0.4;
/** Lines above that belong to a line. */
const linesAbove = 3;
/** What the word "default" adds in a line and near it, in shares of the question. */
const ofDefault = { line: 0.4, near: 0.25 } as const;
/** What one of the names of an amount adds. */
const ofMeasure = 0.5;

const switches = new Set(['true', 'false', 'on', 'off', 'yes', 'no', 'none', 'null', 'nil']);

/** Whether a line has a number, a switch, a quoted text, or a member of an enumeration. */
function hasLiteral(line: string): boolean {
  const isMember = (sign: string, at: number): boolean => sign === '.' && line.charAt(at + 1) !== line.charAt(at + 1).toLowerCase();
  return (
    wordsIn(line).some(({ text }) => isDigit(text.charAt(0)) || switches.has(text.toLowerCase())) ||
    [...line].some((sign, at) => `"'\``.includes(sign) || isMember(sign, at))
  );
}

function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9';
}

/** How comments begin. */
const comments = '/*#;-';

export interface DefaultLine {
  /** From 1. */
  readonly line: number;
  readonly worth: number;
}

/** The line of a chunk that most likely gives the value. @param called names of what is measured. */
export function defaultLineOf(
  { text, startLine, names }: { readonly text: string; readonly startLine: number; readonly names: string },
  words: readonly AskedWord[],
  called: ReadonlySet<string>,
): DefaultLine | undefined {
  const lines = text.split('\n');
  const sets = lines.map(termsIn);
  const ofNames = termsIn(names);
  let best: DefaultLine | undefined;
  for (const [at, line] of lines.entries()) {
    if (!hasLiteral(line)) continue;
    if (startsWithAny(line.trimStart(), comments) && !(sets[at] as TermSet).terms.has('default')) continue;
    if (called.size > 0 && ![...line].some(isDigit)) continue;
    const near = termSet(sets.slice(Math.max(0, at - linesAbove), at).flatMap(({ terms }) => [...terms]));
    const own = sets[at] as TermSet;
    let worth = 0;
    for (const word of words)
      worth += word.weight * Math.max(heldShare(word, own), nearShare * heldShare(word, near), nameShare * heldShare(word, ofNames));
    if (worth === 0) continue;
    worth += own.terms.has('default') ? ofDefault.line : near.terms.has('default') ? ofDefault.near : 0;
    if ([...called].some((term) => own.terms.has(term))) worth += ofMeasure;
    if (worth > (best?.worth ?? 0)) best = { line: startLine + at, worth };
  }
  return best;
}

function termsIn(text: string): TermSet {
  return termSet(wordsIn(text).flatMap(({ text: word, shape }) => termsOf(word, shape)));
}
