/**
 * Decides whether a random-looking value belongs to the name of a credential, however the two are written: assigned, typed, passed, tagged, in
 * prose or in a table.
 *
 * The nearest names are tried, first those before the value. The value has to look random (`values.ts`) clearly enough for what separates the
 * two (`ties.ts`) and for how surely the name is one (`names.ts`).
 * Cost: a look at each word within `reach`, only for values that look random.
 */

import type { Span } from '../spans.ts';
import type { Tokens } from '../words/tokens.ts';
import { doubtOf, identifierAt, isName } from './names.ts';
import { headingOf } from './tables.ts';
import { neededAfter, neededBefore, neededBelow, neededNext } from './ties.ts';
import { Kind, kindOf, type ScoredValue, uuidEvidence } from './values.ts';

/** Characters before a value, and after it, where a name is looked for. */
const [reachBefore, reachAfter] = [160, 80];
/** Names that are tried on either side. */
const maxNames = 3;
/** Length of the shortest value directly behind a name that is certain, and of any other. */
const [minNextLength, minLength] = [8, 12];

/** Whether a name near the value is the name of this credential. The value begins in the `word`-th word, or in one before it in the same run. */
export function isNamed(text: string, tokens: Tokens, word: number, value: ScoredValue): boolean {
  return isNamedBefore(text, tokens, word, value) || isNamedAfter(text, tokens, word, value) || isInNamedColumn(text, tokens, word, value);
}

function isNamedBefore(text: string, { units, starts, ends, shapes }: Tokens, word: number, scored: ScoredValue): boolean {
  const { value } = scored;
  let names = 0;
  for (let i = word; i >= 0 && (ends[i] as number) + reachBefore > value.from && names < maxNames; i--) {
    const [from, to] = [starts[i] as number, ends[i] as number];
    if (to > value.from || !isName(units, from, to, shapes[i] as number)) continue;
    names++;
    const name = identifierAt(units, from, to, text.length);
    if (name.to <= value.from && isGiven(text, units, name, scored, neededAfter(text, units, name.to, value.from))) return true;
  }
  return false;
}

function isNamedAfter(text: string, { count, units, starts, ends, shapes }: Tokens, word: number, scored: ScoredValue): boolean {
  const { value, evidence } = scored;
  if (evidence <= uuidEvidence || value.to - value.from < minLength || !hasBothCases(units, value)) return false;
  let names = 0;
  for (let i = word; i < count && (starts[i] as number) < value.to + reachAfter && names < maxNames; i++) {
    const [from, to] = [starts[i] as number, ends[i] as number];
    if (from < value.to || !isName(units, from, to, shapes[i] as number)) continue;
    names++;
    const name = identifierAt(units, from, to, text.length);
    if (name.from >= value.to && isGiven(text, units, name, scored, neededBefore(text, units, value, name.from))) return true;
  }
  return false;
}

/** Whether the heading of the value's column ends with a name. */
function isInNamedColumn(text: string, { units, starts, ends, shapes }: Tokens, word: number, scored: ScoredValue): boolean {
  const { value } = scored;
  const heading = value.to - value.from < minLength ? undefined : headingOf(text, units, value.from);
  if (heading === undefined) return false;
  let i = word;
  while (i >= 0 && (starts[i] as number) >= heading.to) i--;
  const [from, to] = [starts[i] as number, ends[i] as number];
  if (i < 0 || from < heading.from || !isName(units, from, to, shapes[i] as number)) return false;
  return isGiven(text, units, identifierAt(units, from, to, text.length), scored, neededBelow);
}

/** Whether a value looks random enough, given the evidence that its distance from the name needs. */
function isGiven(text: string, units: Uint16Array, name: Span, { value, evidence }: ScoredValue, needed: number): boolean {
  const isNext = needed === neededNext;
  if (evidence <= needed && !(isNext && evidence === uuidEvidence)) return false;
  const doubt = doubtOf(text, units, name);
  if (doubt === undefined || (doubt > 0 && evidence <= needed + doubt)) return false;
  return value.to - value.from >= (isNext && doubt === 0 ? minNextLength : minLength);
}

function hasBothCases(units: Uint16Array, { from, to }: Span): boolean {
  let cases = 0;
  for (let at = from; at < to; at++) if (kindOf(units[at] as number) === Kind.Letter) cases |= (units[at] as number) & 32 ? 1 : 2;
  return cases === 3;
}
