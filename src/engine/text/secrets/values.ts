/**
 * Scores how much likelier a value is random than written by a person, and finds its boundaries.
 *
 * The score sums the evidence of its runs of letters and digits (`evidenceOf`, a log-likelihood ratio over pairs of neighbouring characters);
 * punctuation adds little. Random-looking values that are no secrets (paths, UUIDs, digests, public keys) are excluded by their form.
 * Cost: one check of each of the first 128 characters.
 */

import { isOnly } from '../../util/strings.ts';
import type { Span } from '../spans.ts';
import { Class, classOf } from '../words/characters.ts';
import { evidenceOf, pairTable } from '../words/randomWords.ts';

/** Max characters that are scored; what follows belongs to the same value. */
const maxScored = 128;

// All evidence is in tenths, as in `evidenceOf`.
/** For a punctuation character that does not join words, such as `!`; at most `maxPunctuation` of them count. */
const perPunctuation = 8;
const maxPunctuation = 4;
/** For a digit in a value of digits and letters of one case alone. */
const perDigitInOneCase = 18;
/** Min average per character, since long names have a few odd pairs too: of most values, without digits, and in capitals with `_`. */
const minPerCharacter = { usual: 1, lettersOnly: 2.5, constant: 5 } as const;
/** Max evidence of hexadecimal values: digests and commit ids look like this too. */
const maxHexEvidence = 50;
/**
 * Of a UUID, which is usually an id, and of words joined by a digit and signs, which are usually an expression: enough near an unambiguous name
 * or in the place of a credential.
 */
export const formEvidence = 36;
const noEvidence = -1000;

const placeholder =
  /example|sample|dummy|change[_-]?me|placeholder|your[_-]?|x{4,}|\*{3}|1234567|abcdef|\.\.\.|\$\{|\{\{|^%[sd]|%\(|<[a-z]|^\$[A-Za-z_(]/i;
/** Random-looking values that are no secrets, by their form. */
const harmless = new RegExp(
  [
    ...[':\\/\\/', '^\\.{0,2}\\/\\/?[a-z]+[/.]', '^--', '^\\\\', '^0x(?![\\da-fA-F]{64}$)', '\\(.*\\)', '^[\\w.+-]+@[\\w.-]+\\.[a-z]{2,}$'],
    // Digests, advisories, RFCs, actions at a commit, public keys (SSH and DER), character classes, IPv6 addresses and fingerprints, SVG path commands.
    ...[
      '^(?:[Ss][Hh][Aa]\\d+|[Mm][Dd]5)[-:]',
      '^(?:GHSA|CVE)-',
      '^RFC-?\\d{3,5}(?!\\w)',
      '^[\\w.-]+\\/[\\w./-]+@[\\da-f]{40}$',
      '^AAAA[A-Z][\\w+/]{2}',
      'BAQEFAAOC',
      'a-z|A-Z|0-9',
      '^[\\da-f]*:[\\da-f:]*:[\\da-f]*$',
    ],
    // Members: `a?.b2`, `a!.b2`, `this.#b2`.
    '^(?=.*(?:[?!]\\.|\\.#)[A-Za-z_])(?:[A-Za-z_]\\w*[?!]{0,2}\\.#?)+[A-Za-z_]\\w*[?!]?$',
    '^(?=.*[-.])(?!.*[A-Za-z]{2})',
  ].join('|'),
);
const algorithm = /hmac|pbkdf2|aes-?\d|sha-?[1235]|md5|secp\d|ed25519/i;
/** Longer values contain the name of an algorithm by chance. */
const maxAlgorithmLength = 31;
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
const uuidLength = 36;
/** Letters, a sign of passwords between letters or digits, and a digit. */
const phrase = /^(?!.*%[\dA-F]{2})(?=[A-Za-z])(?=[^\d]*\d)(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z]{3})[\w.+~-]+[!@#%*?^][\w.+~!@#%*?^-]+$/;
const [minPhraseLength, maxPhraseLength] = [8, 64];
const hexadecimal = '0123456789abcdefABCDEF';
/** Up to the last percent-encoded quote, colon or equals sign. */
const encodedSeparator = /^.*%(?:22|27|3A|3D)(?=[^%]{8})/i;

/** Whether a run has a sign of passwords, and may be a pass phrase. */
export function mayBePhrase(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to && at < from + maxPhraseLength; at++) if (kindOf(units[at] as number) === Kind.Punctuation) return true;
  return false;
}

/** Whether a value is hexadecimal, with or without `0x`. */
export function isHexadecimal(value: string): boolean {
  return isOnly(value.replace('0x', ''), hexadecimal);
}

/** Kinds of characters in values; `End` ends an unquoted value. */
export const Kind = { End: 0, Letter: 1, Digit: 2, Joiner: 4, Punctuation: 8 } as const;
const kinds = new Uint8Array(128);
for (let unit = 33; unit < 127; unit++) {
  const character = String.fromCharCode(unit);
  const found = classOf(unit);
  if (found === Class.Lower || found === Class.Upper) kinds[unit] = Kind.Letter;
  else if (found === Class.Digit) kinds[unit] = Kind.Digit;
  else if ('+/_-.~'.includes(character)) kinds[unit] = Kind.Joiner;
  else if ('!@#$%^*?'.includes(character)) kinds[unit] = Kind.Punctuation;
}
const [percent, slash, equals, backslash] = [37, 47, 61, 92];

/** The kind of a code unit, as `Kind`. */
export function kindOf(unit: number): number {
  return unit < 128 ? (kinds[unit] as number) : Kind.End;
}

export function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 96;
}

/** The end of the run of value characters that begins at `from`, at most `max`. */
export function runEnd(units: Uint16Array, from: number, max: number): number {
  let to = from;
  while (to < max && kindOf(units[to] as number) !== Kind.End) to++;
  return to;
}

/** The start of the run of value characters around or before `to`, at least `min`. */
export function runStart(units: Uint16Array, to: number, min: number): number {
  let from = to;
  while (from > min && kindOf(units[from - 1] as number) !== Kind.End) from--;
  return from;
}

/** A value and the evidence that it is random. */
export interface ScoredValue {
  readonly value: Span;
  readonly evidence: number;
}

/** The random-looking values that a run may belong to: the whole string literal around it, then the run itself. */
export function valuesOf(text: string, units: Uint16Array, run: Span): readonly ScoredValue[] {
  const scored: ScoredValue[] = [];
  for (const value of [literalAround(units, run, text.length), trimmed(text, units, run)]) {
    const evidence = value === undefined ? noEvidence : evidenceOfValue(text, units, value);
    if (value !== undefined && evidence > 0) scored.push({ value, evidence });
  }
  return scored;
}

/** A run with its base64 padding, without a leading backslash escape or percent-encoded separator. */
function trimmed(text: string, units: Uint16Array, run: Span): Span {
  let to = run.to;
  while (to < text.length && units[to] === equals) to++;
  if (run.from > 0 && units[run.from - 1] === backslash) return { from: run.from + 1, to };
  const head = encodedSeparator.exec(text.slice(run.from, Math.min(run.to, run.from + maxScored)));
  if (head === null) return { from: run.from, to };
  const from = run.from + head[0].length;
  const closing = text.slice(from, to).indexOf('%22');
  return { from, to: closing > 0 ? from + closing : to };
}

/** The content of the string literal around a run, if it is more than the run and has no white space. */
function literalAround(units: Uint16Array, run: Span, length: number): Span | undefined {
  const min = Math.max(0, run.from - maxScored);
  let from = run.from;
  while (from > min && !isQuote(units[from - 1] as number) && (units[from - 1] as number) > 32) from--;
  if (from === 0 || !isQuote(units[from - 1] as number)) return undefined;
  const quote = units[from - 1];
  const max = Math.min(length, run.to + maxScored);
  let to = run.to;
  while (to < max && units[to] !== quote && (units[to] as number) > 32) to++;
  if (to === max || units[to] !== quote || (from === run.from && to === run.to)) return undefined;
  return { from, to: units[to - 1] === backslash ? to - 1 : to };
}

/** For text without lower-case letters: capitals then form words, as in names of constants. */
const capitalPairs = pairTable([10, -14]);

/** An upper bound of the evidence for the value in [from, to), much cheaper than `evidenceOfValue`. */
export function maxEvidence(units: Uint16Array, from: number, to: number): number {
  return evidenceOf(units, from, Math.min(to, from + maxScored)) + maxPunctuation * perPunctuation;
}

/** The evidence that a value is a random secret; 0 or less if it is not. */
function evidenceOfValue(text: string, units: Uint16Array, { from, to: wholeEnd }: Span): number {
  const to = Math.min(wholeEnd, from + maxScored);
  if (to - from === uuidLength && uuid.test(text.slice(from, to))) return formEvidence;
  return Math.max(randomEvidence(text, units, from, to), phraseEvidence(text, from, to));
}

/** For words joined by a digit and signs: `formEvidence` if it is a pass phrase. */
function phraseEvidence(text: string, from: number, to: number): number {
  if (to - from < minPhraseLength || to - from > maxPhraseLength) return noEvidence;
  const value = text.slice(from, to);
  return phrase.test(value) && !placeholder.test(value) && !harmless.test(value) ? formEvidence : noEvidence;
}

function randomEvidence(text: string, units: Uint16Array, from: number, to: number): number {
  if (maxEvidence(units, from, to) <= 0) return noEvidence;
  const counts = countCharacters(units, from, to);
  if (counts === undefined) return noEvidence;
  const { letters, capitals, digits, punctuation, slashes } = counts;
  const length = to - from;
  const isOneCase = capitals === 0 || capitals === letters;
  if (letters < 3 || letters + digits < length / 2 || slashes * 6 > length || (digits === 0 && isOneCase)) return noEvidence;
  // Without digits it may be a name made of words and abbreviations.
  let evidence = digits === 0 ? evidenceOf(units, from, to, capitalPairs()) : counts.evidence;
  evidence += Math.min(punctuation, maxPunctuation) * perPunctuation;
  if (isOneCase && letters + digits === length) evidence += digits * perDigitInOneCase;
  const isConstant = capitals === letters && letters + digits < length;
  if (evidence <= length * minPerCharacter[digits === 0 ? 'lettersOnly' : isConstant ? 'constant' : 'usual']) return noEvidence;
  const value = text.slice(from, to);
  if (placeholder.test(value) || harmless.test(value) || (length <= maxAlgorithmLength && algorithm.test(value))) return noEvidence;
  if (uuid.test(value)) return noEvidence;
  return isHexadecimal(value) ? Math.min(evidence, maxHexEvidence) : evidence;
}

interface CharacterCounts {
  readonly letters: number;
  readonly capitals: number;
  readonly digits: number;
  readonly punctuation: number;
  readonly slashes: number;
  /** Sum over the runs of letters and digits. */
  readonly evidence: number;
}

/** Counts the characters of [from, to); undefined if there is white space or anything outside ASCII. */
function countCharacters(units: Uint16Array, from: number, to: number): CharacterCounts | undefined {
  let [letters, capitals, digits, punctuation, slashes, evidence] = [0, 0, 0, 0, 0, 0];
  let start = from;
  let hasLowercase = false;
  for (let at = from; at <= to; at++) {
    const unit = at < to ? (units[at] as number) : 0;
    const kind = kindOf(unit);
    if (at < to && (unit > 127 || unit <= 32)) return undefined;
    if (kind === Kind.Letter) {
      letters++;
      if (unit < 97) capitals++;
      else hasLowercase = true;
    } else if (kind === Kind.Digit) digits++;
    else {
      evidence += evidenceOf(units, start, at, hasLowercase ? undefined : capitalPairs());
      hasLowercase = false;
      if (unit === slash) slashes++;
      else if (unit === percent) at += 2;
      else if (at < to && kind !== Kind.Joiner && unit !== equals) punctuation++;
      start = at + 1;
    }
  }
  return { letters, capitals, digits, punctuation, slashes, evidence };
}
