/**
 * Tells words that somebody wrote from those that a machine drew: base64, hashes, identifiers of objects. The drawn ones are words to search
 * for, but name nothing.
 *
 * Hexadecimal is told by its changes between letters and digits. Of other words each two signs that stand side by side are judged by how much
 * likelier they are among signs drawn evenly than in names: by their kinds (a digit beside a letter, a capital within a hump), and for two
 * letters by whether such a pair is usual. The sum is the evidence (a log-likelihood ratio); the weights are those of the names of fifteen
 * repositories, rounded. Of drawn words of 10, 16 and 20 signs it knows 75, 96 and 99 in 100; shorter ones but hexadecimal are not judged.
 * A word of one case without a digit is never taken for drawn, and neither is one with `_` or `$`.
 * Cost: one look at each pair of signs, for words with a digit or a change of case alone.
 */

import { Class, classOf } from './characters.ts';

/** In units: a short hash of a commit. */
const shortestRandom = 7;
/** Shorter ones cannot be told from abbreviations. */
const shortestDrawn = 10;
/** Hexadecimal of this length needs no change between letters and digits beyond the first. */
const surelyHex = 16;
/** In tenths. */
const enough = 80;

/** The letters that usually follow each letter in names, from a to z. */
const followers = (
  'bcdgilmnprstuy aelou aehklortu aeiou acdefglmnpqrstvxy aeio ei aeiot acdefglmnorstvz - e adeilotu aeiop acdefgiost bcdklmnoprstuw aeloprt u ' +
  'aceimnorstuy acehiopstu acehiorstuy eilmnprst aei ai pt p e'
).split(' ');
/** By the pair of letters, 26 for each first one. */
const isUsual = new Uint8Array(26 * 26);
for (const [first, all] of followers.entries())
  for (const letter of all) if (letter !== '-') isUsual[first * 26 + letter.charCodeAt(0) - 97] = 1;

/** Evidence of a pair of letters, in tenths: of unusual ones, and of usual ones. */
const evidence = {
  small: [6, -19],
  /** A capital, then a small letter: the beginning of a hump. */
  hump: [24, -1],
  capitals: [14, 0],
} as const;
const [beginsHump, besideDigit, digits] = [6, 18, 5];

/** How much a word looks drawn by lot. */
export const Drawn = {
  No: 0,
  /** Rather drawn than written: where it touches a drawn word by `+` or `/` it is a piece of the same data. */
  Perhaps: 1,
  Yes: 2,
} as const;

/** How much the word in [from, to) looks drawn by lot, as `Drawn`. */
export function drawnOf(units: Uint16Array, from: number, to: number): number {
  const kinds = kindsOf(units, from, to);
  if ((kinds & (kinds - 1)) === 0) return Drawn.No;
  if (to - from >= shortestRandom && (kinds & bothCases) !== bothCases && isHexadecimal(units, from, to)) {
    if (to - from >= surelyHex || changesOfDigits(units, from, to) >= 2) return Drawn.Yes;
  }
  const evidence = evidenceOf(units, from, to);
  if (evidence <= 0) return Drawn.No;
  return to - from >= shortestDrawn && evidence > enough ? Drawn.Yes : Drawn.Perhaps;
}

/** Whether the word in [from, to) looks drawn by lot. */
export function isRandomWord(units: Uint16Array, from: number, to: number): boolean {
  return to - from >= shortestRandom && drawnOf(units, from, to) === Drawn.Yes;
}

/** The classes of a word's units as bits; 0 where there is anything but letters and digits of ASCII. */
function kindsOf(units: Uint16Array, from: number, to: number): number {
  let kinds = 0;
  for (let i = from; i < to; i++) {
    const unit = units[i] as number;
    const kind = unit < 128 ? classOf(unit) : Class.Other;
    if (kind < Class.Lower || kind > Class.Digit) return 0;
    kinds |= 1 << kind;
  }
  return kinds;
}

function isHexadecimal(units: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isDigit(units[i] as number) && ((units[i] as number) | 32) > 102) return false;
  return true;
}

const bothCases = (1 << Class.Lower) | (1 << Class.Upper);

function changesOfDigits(units: Uint16Array, from: number, to: number): number {
  let changes = 0;
  for (let i = from + 1; i < to; i++) if (isDigit(units[i - 1] as number) !== isDigit(units[i] as number)) changes++;
  return changes;
}

function isDigit(unit: number): boolean {
  return unit <= 57;
}

/** The evidence of each pair of signs, by 128 times the first and the second; 0 where one is neither letter nor digit. */
export type PairTable = Int8Array;

/** A table with weights of its own for two capitals, of unusual pairs and of usual ones. */
export function pairTable(capitals: readonly [unusual: number, usual: number]): PairTable {
  const table = new Int8Array(128 * 128);
  for (const first of alphanumerics)
    for (const second of alphanumerics) table[first * 128 + second] = pairEvidence(first, second, capitals);
  return table;
}

const alphanumerics = Array.from({ length: 128 }, (_, unit) => unit).filter(
  (unit) => classOf(unit) >= Class.Lower && classOf(unit) <= Class.Digit,
);

function pairEvidence(first: number, second: number, capitals: readonly [number, number]): number {
  if (isDigit(first) || isDigit(second)) return isDigit(first) && isDigit(second) ? digits : besideDigit;
  if (isSmall(first) && !isSmall(second)) return beginsHump;
  const weights = isSmall(first) ? evidence.small : isSmall(second) ? evidence.hump : capitals;
  return weights[isUsual[((first | 32) - 97) * 26 + (second | 32) - 97] as 0 | 1];
}

function isSmall(unit: number): boolean {
  return unit >= 97;
}

const pairsInNames = pairTable(evidence.capitals);

/** How much likelier the letters and digits in [from, to) are drawn than written: tenths of a nat, negative for words. For signs of ASCII. */
export function evidenceOf(units: Uint16Array, from: number, to: number, pairs: PairTable = pairsInNames): number {
  let sum = 0;
  for (let i = from + 1; i < to; i++) sum += pairs[((units[i - 1] as number) & 127) * 128 + ((units[i] as number) & 127)] as number;
  return sum;
}

/** Whether what stands in [from, to) without a blank is drawn for the most part: a hash with what it is of, a UUID, data in base64. */
export function isMostlyRandom(units: Uint16Array, from: number, to: number): boolean {
  if (to - from < shortestRandom) return false;
  let drawn = 0;
  let start = from;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? (units[i] as number) : 0;
    if (unit > 127 || (i < to && unit <= 32)) return false;
    const kind = classOf(unit);
    if (kind >= Class.Lower && kind <= Class.Digit) continue;
    if (i > start && isRandomWord(units, start, i)) drawn += i - start;
    start = i + 1;
  }
  return drawn * 2 >= to - from;
}
