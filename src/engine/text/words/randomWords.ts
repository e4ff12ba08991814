/**
 * Recognizes machine-generated random words: base64, hashes, object ids. They can be searched for, but name nothing.
 *
 * Hexadecimal is recognized by its changes between letters and digits. In other words each pair of neighbouring characters is scored by how much
 * likelier it is in uniformly random strings than in names: by the characters' classes (a digit next to a letter, a capital within a hump), and
 * for two letters by whether the bigram is common. The sum is the evidence (a log-likelihood ratio); the weights come from the names of fifteen
 * repositories, rounded. Recall on random words of 10, 16 and 20 characters is 75, 96 and 99 %; shorter ones are only checked for hexadecimal.
 * A word of one case without a digit never counts as random, and neither does one with `_` or `$`.
 * Cost: one table look-up per pair of characters, only for words with a digit or a change of case.
 */

import { once } from '../../util/once.ts';
import { Class, classOf } from './characters.ts';

/** In UTF-16 units: an abbreviated commit hash. */
const minHexLength = 7;
/** Shorter words cannot be distinguished from abbreviations. */
const minRandomLength = 10;
/** From this length on, hexadecimal needs no second change between letters and digits. */
const certainHexLength = 16;
/** Threshold of a random word, in tenths of evidence. */
const minEvidence = 80;

/** The letters that commonly follow each letter in names, from a to z. */
const followers = (
  'bcdgilmnprstuy aelou aehklortu aeiou acdefglmnpqrstvxy aeio ei aeiot acdefglmnorstvz - e adeilotu aeiop acdefgiost bcdklmnoprstuw aeloprt u ' +
  'aceimnorstuy acehiopstu acehiorstuy eilmnprst aei ai pt p e'
).split(' ');

/** Evidence of a pair of letters, in tenths: if it is uncommon, and if it is common. */
const evidence = {
  lowercase: [6, -19],
  /** A capital, then a lower-case letter: the beginning of a hump. */
  hump: [24, -1],
  capitals: [14, 0],
} as const;
const [beginsHump, mixedDigit, digits] = [6, 18, 5];

/** Whether a word looks random. */
export const Randomness = {
  No: 0,
  /** Rather random than not: if it touches a random word at `+` or `/`, it is part of the same data. */
  Maybe: 1,
  Yes: 2,
} as const;

/** The `Randomness` of the word in [from, to). */
export function randomnessOf(units: Uint16Array, from: number, to: number): number {
  const kinds = kindsOf(units, from, to);
  if ((kinds & (kinds - 1)) === 0) return Randomness.No;
  if (to - from >= minHexLength && (kinds & bothCases) !== bothCases && isHexadecimal(units, from, to)) {
    if (to - from >= certainHexLength || digitTransitions(units, from, to) >= 2) return Randomness.Yes;
  }
  const evidence = evidenceOf(units, from, to);
  if (evidence <= 0) return Randomness.No;
  return to - from >= minRandomLength && evidence > minEvidence ? Randomness.Yes : Randomness.Maybe;
}

/** Whether the word in [from, to) looks random. */
export function isRandomWord(units: Uint16Array, from: number, to: number): boolean {
  return to - from >= minHexLength && randomnessOf(units, from, to) === Randomness.Yes;
}

/** The classes of a word's units as bits; 0 if there is anything but ASCII letters and digits. */
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

function digitTransitions(units: Uint16Array, from: number, to: number): number {
  let changes = 0;
  for (let i = from + 1; i < to; i++) if (isDigit(units[i - 1] as number) !== isDigit(units[i] as number)) changes++;
  return changes;
}

function isDigit(unit: number): boolean {
  return unit <= 57;
}

/** The evidence of each pair of characters, at 128 times the first plus the second; 0 if one is neither letter nor digit. */
type PairTable = Int8Array;

/** A table with the given weights for two capitals, made at the first call of what is returned. */
export function pairTable(capitals: readonly [uncommon: number, common: number]): () => PairTable {
  return once(() => {
    const table = new Int8Array(128 * 128);
    for (const first of alphanumerics)
      for (const second of alphanumerics) table[first * 128 + second] = pairEvidence(first, second, capitals);
    return table;
  });
}

const alphanumerics = Array.from({ length: 128 }, (_, unit) => unit).filter(
  (unit) => classOf(unit) >= Class.Lower && classOf(unit) <= Class.Digit,
);

function pairEvidence(first: number, second: number, capitals: readonly [number, number]): number {
  if (isDigit(first) || isDigit(second)) return isDigit(first) && isDigit(second) ? digits : mixedDigit;
  if (isLowercase(first) && !isLowercase(second)) return beginsHump;
  const weights = isLowercase(first) ? evidence.lowercase : isLowercase(second) ? evidence.hump : capitals;
  const isCommon = (followers[(first | 32) - 97] as string).includes(String.fromCharCode(second | 32));
  return weights[isCommon ? 1 : 0];
}

function isLowercase(unit: number): boolean {
  return unit >= 97;
}

const pairsInNames = pairTable(evidence.capitals);

/** The log-likelihood ratio of the ASCII characters in [from, to) being random rather than written, in tenths of a nat; negative for words. */
export function evidenceOf(units: Uint16Array, from: number, to: number, pairs: PairTable = pairsInNames()): number {
  let sum = 0;
  for (let i = from + 1; i < to; i++) sum += pairs[((units[i - 1] as number) & 127) * 128 + ((units[i] as number) & 127)] as number;
  return sum;
}

/** Whether [from, to) has no white space and is mostly random: a labelled hash, a UUID, base64 data. */
export function isMostlyRandom(units: Uint16Array, from: number, to: number): boolean {
  if (to - from < minHexLength) return false;
  let random = 0;
  let start = from;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? (units[i] as number) : 0;
    if (unit > 127 || (i < to && unit <= 32)) return false;
    const kind = classOf(unit);
    if (kind >= Class.Lower && kind <= Class.Digit) continue;
    if (i > start && isRandomWord(units, start, i)) random += i - start;
    start = i + 1;
  }
  return random * 2 >= to - from;
}
