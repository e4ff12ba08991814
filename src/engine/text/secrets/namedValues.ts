/**
 * Decides whether a random-looking value belongs to the name of a credential nearby: assigned, typed, passed, tagged or in prose.
 *
 * The nearest names are tried, those before the value first. The evidence that the value is random (`values.ts`) must exceed what their
 * separation requires (`requiredEvidence.ts`), and more if the name is ambiguous (`secretNames.ts`).
 * Cost: one check of each word within the window, only for values that look random.
 */

import type { Span } from '../spans.ts';
import type { Tokens } from '../words/tokens.ts';
import { requiredAdjacent, requiredAfter, requiredBefore } from './requiredEvidence.ts';
import { extraEvidenceFor, hasCredentialStem, identifierAt } from './secretNames.ts';
import { formEvidence, Kind, kindOf, type ScoredValue } from './values.ts';

/** Characters before and after a value in which a name is searched. */
const [windowBefore, windowAfter] = [160, 80];
/** Max names tried on either side. */
const maxNames = 3;
/** Min length of a value directly after an unambiguous name, and of any other value. */
const [minAdjacentLength, minLength] = [8, 12];

/** Whether a nearby name is that of this credential. The value begins in the `word`-th word, or in one before it in the same run. */
export function isNamed(text: string, tokens: Tokens, word: number, value: ScoredValue): boolean {
  return isNamedBefore(text, tokens, word, value) || isNamedAfter(text, tokens, word, value);
}

function isNamedBefore(text: string, { units, starts, ends, shapes }: Tokens, word: number, scored: ScoredValue): boolean {
  const { value } = scored;
  let names = 0;
  for (let i = word; i >= 0 && (ends[i] as number) + windowBefore > value.from && names < maxNames; i--) {
    const [from, to] = [starts[i] as number, ends[i] as number];
    if (to > value.from || !hasCredentialStem(units, from, to, shapes[i] as number)) continue;
    names++;
    const name = identifierAt(units, from, to, text.length);
    if (name.to <= value.from && isCredential(text, units, name, scored, requiredAfter(text, units, name.to, value.from))) return true;
  }
  return false;
}

function isNamedAfter(text: string, { count, units, starts, ends, shapes }: Tokens, word: number, scored: ScoredValue): boolean {
  const { value, evidence } = scored;
  if (evidence <= formEvidence || value.to - value.from < minLength || !hasBothCases(units, value)) return false;
  let names = 0;
  for (let i = word; i < count && (starts[i] as number) < value.to + windowAfter && names < maxNames; i++) {
    const [from, to] = [starts[i] as number, ends[i] as number];
    if (from < value.to || !hasCredentialStem(units, from, to, shapes[i] as number)) continue;
    names++;
    const name = identifierAt(units, from, to, text.length);
    if (name.from >= value.to && isCredential(text, units, name, scored, requiredBefore(text, units, value, name.from))) return true;
  }
  return false;
}

/** Whether a value is random enough for its name and for the evidence required by their separation. */
function isCredential(text: string, units: Uint16Array, name: Span, { value, evidence }: ScoredValue, required: number): boolean {
  const isAdjacent = required === requiredAdjacent;
  if (evidence <= required) return false;
  const extra = extraEvidenceFor(text, units, name);
  if (extra === undefined || (extra > 0 && evidence <= required + extra)) return false;
  return value.to - value.from >= (isAdjacent && extra === 0 ? minAdjacentLength : minLength);
}

function hasBothCases(units: Uint16Array, { from, to }: Span): boolean {
  let cases = 0;
  for (let at = from; at < to; at++) if (kindOf(units[at] as number) === Kind.Letter) cases |= (units[at] as number) & 32 ? 1 : 2;
  return cases === 3;
}
