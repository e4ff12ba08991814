/**
 * Finds what looks like a credential in a text. Credentials become no term and no key, and are masked in everything that leaves the process.
 *
 * A credential has a known format (`formats.ts`, `links.ts`), is a private key block, or looks random (`values.ts`) and has the name of a
 * credential nearby (`namedValues.ts`), the place of one (`secretPlaces.ts`) or a command-line flag before it (`commands.ts`).
 * Cost: linear. Each word is checked once; runs of value characters with a digit or a change of case are scored, and the few that look random
 * are examined with bounded work.
 * Missed by design: passwords made of words, except in URLs, and values with neither a known format nor a name.
 */

import { blanked, blanks, skip } from '../../util/strings.ts';
import type { SecretKind } from '../../vocabulary/secrets/kinds.ts';
import { replaceSpans, type Span } from '../spans.ts';
import { evidenceOf } from '../words/randomWords.ts';
import { type Scan, Shape, tokenize } from '../words/tokens.ts';
import { isCommandPassword } from './commands.ts';
import { findFormat } from './formats.ts';
import { linkSecrets } from './links.ts';
import { isNamed } from './namedValues.ts';
import { Places } from './secretPlaces.ts';
import { maxEvidence, mayBePhrase, runEnd, runStart, valuesOf } from './values.ts';

/** Replaces a secret. */
export const secretMask = '[secret removed]';

/** Words without a digit or a change of case are examined only if they are longer than words of prose. */
const minWordLength = 20;
/** Characters at the start of an identifier without a digit, and the max evidence, in tenths, at which they are a word. */
const [prefixLength, maxWordEvidence] = [6, -20];
const minRunLength = 8;
/** Longer runs are split. */
const maxRunLength = 4096;
const dash = 45;

/** A span that looks like a secret, and why. */
export interface Secret extends Span {
  readonly kind: SecretKind;
}

/** What looks like secrets in `text`, ascending, disjoint. */
export function findSecrets(text: string): readonly Secret[] {
  return secretsAmong(text, tokenize(text));
}

/** As `findSecrets`, for a scanned text. */
export function secretsAmong(text: string, scan: Scan): readonly Secret[] {
  const found: Secret[] = [];
  if (text.includes('PRIVATE KEY')) addKeyBlocks(text, found);
  if (scan.hasLink) for (const span of linkSecrets(text, scan)) found.push({ ...span, kind: 'credential in a URL' });
  addRandomSecrets(text, scan, found);
  return merged(found);
}

/** Adds runs of value characters that have a known format, or look random and are named. */
function addRandomSecrets(text: string, scan: Scan, found: Secret[]): void {
  const { count, units, starts } = scan;
  const places = new Places(text);
  let done = 0;
  for (let i = nextRandom(scan, text.length, 0, done); i < count; i = nextRandom(scan, text.length, i + 1, done)) {
    const run = runAt(units, starts[i] as number, done, text.length);
    const format = findFormat(text, units, run);
    const secret = format ? asSecret(format, 'known format of a credential') : namedSecret(text, scan, i, run, places);
    if (secret !== undefined) found.push(secret);
    done = secret === undefined ? run.to : secret.to;
  }
}

/**
 * The index of the next word, from the `first`-th on, in a run that may be random; `count` if there is none. Runs begin at `min` or later.
 * This is called for all words, so it only compares numbers.
 */
function nextRandom({ count, units, starts, ends, shapes }: Scan, length: number, first: number, min: number): number {
  let done = min;
  for (let i = first; i < count; i++) {
    const start = starts[i] as number;
    const shape = shapes[i] as number;
    if ((shape & Shape.HoldsDigit) === 0) {
      const end = ends[i] as number;
      if ((shape & Shape.Identifier) === 0 ? end - start < minWordLength : beginsWithWord(units, start, end)) continue;
    }
    if (start < done) continue;
    const run = runAt(units, start, done, length);
    done = run.to;
    if (run.to - run.from < minRunLength) continue;
    if (maxEvidence(units, run.from, run.to) > 0 || mayBePhrase(units, run.from, run.to)) return i;
  }
  return count;
}

/** Whether a short identifier begins like a word, as few random values do. */
function beginsWithWord(units: Uint16Array, from: number, to: number): boolean {
  return to - from >= prefixLength && to - from < minWordLength && evidenceOf(units, from, from + prefixLength) <= maxWordEvidence;
}

/** The run of value characters around `at`. */
function runAt(units: Uint16Array, at: number, min: number, length: number): Span {
  return { from: runStart(units, at, min), to: runEnd(units, at, Math.min(length, at + maxRunLength)) };
}

/** The value of a run, if its context marks it as a credential. */
function namedSecret(text: string, scan: Scan, word: number, run: Span, places: Places): Secret | undefined {
  const { units } = scan;
  const values = valuesOf(text, units, run);
  if (values.length === 0) return undefined;
  const named = values.find((scored) => isNamed(text, scan, word, scored));
  if (named !== undefined) return asSecret(named.value, 'named as a credential');
  const placed = values.find((scored) => places.holds(scored));
  if (placed !== undefined) return asSecret(placed.value, 'in the place of a credential');
  // In `-pPASSWORD` the flag is part of the run.
  const password = units[run.from] === dash ? { from: run.from + 2, to: run.to } : run;
  return isCommandPassword(text, password) ? asSecret(password, 'password in a command') : undefined;
}

function asSecret({ from, to }: Span, kind: SecretKind): Secret {
  return { from, to, kind };
}

/** The text with every secret replaced by `secretMask`, and the number of secrets. */
export function maskSecrets(text: string): { readonly text: string; readonly count: number } {
  return maskSpans(text, findSecrets(text));
}

/** The text with the given spans (ascending, disjoint) replaced by `secretMask`, and their number. */
export function maskSpans(text: string, secrets: readonly Span[]): { readonly text: string; readonly count: number } {
  return { text: replaceSpans(text, secrets, () => secretMask), count: secrets.length };
}

/** The text with the given spans (ascending, disjoint) blanked: same length, same lines. */
export function blankSpans(text: string, secrets: readonly Span[]): string {
  return replaceSpans(text, secrets, blanked);
}

/** Sorts secrets and merges those that overlap. */
function merged(spans: Secret[]): readonly Secret[] {
  if (spans.length < 2) return spans;
  const all: Secret[] = [];
  for (const span of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last !== undefined && span.from < last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}

/** Longer blocks count as unterminated. */
const maxBlockLength = 20_000;
/** Signs in a key block, and the max length of one without an end. */
const bodySigns = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\\:,-${blanks}\n`;
const maxOpenLength = 8000;
const keyBlock = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyBlockEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Adds the private key blocks of a text (PEM and similar); an unterminated block extends as far as it looks like a key. */
function addKeyBlocks(text: string, found: Secret[]): void {
  let end: Span | undefined;
  keyBlock.lastIndex = 0;
  for (let match = keyBlock.exec(text); match !== null; match = keyBlock.exec(text)) {
    const begin = match.index + match[0].length;
    // The next end marker is searched once, however many begin markers precede it.
    if (end === undefined || end.from < begin) end = nextEnd(text, begin);
    const isClosed = end.from - begin < maxBlockLength && !text.slice(begin, end.from).includes('-----BEGIN');
    const to = isClosed ? end.to : openBlockEnd(text, begin);
    // The marker alone, as in code that searches for it, contains no key.
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(begin, Math.min(to, begin + 2000))))
      found.push({ from: match.index, to, kind: 'private key' });
    keyBlock.lastIndex = to;
  }
}

function nextEnd(text: string, from: number): Span {
  keyBlockEnd.lastIndex = from;
  const match = keyBlockEnd.exec(text);
  return match === null ? { from: Number.POSITIVE_INFINITY, to: text.length } : { from: match.index, to: match.index + match[0].length };
}

function openBlockEnd(text: string, begin: number): number {
  return begin + skip(text.slice(begin, begin + maxOpenLength), bodySigns);
}
