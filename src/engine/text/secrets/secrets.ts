/**
 * Finds what looks like a credential in a text. It becomes no term and no key, and is masked in everything that leaves the process.
 *
 * A credential has a known format (`secrets/formats.ts`, `keyBlocks.ts`, `links.ts`), or looks random (`values.ts`) and has the name of a
 * credential nearby (`namedValues.ts`) or a command's flag before it (`commands.ts`).
 * Cost: one look at each word; runs of value characters with a digit or a change of case are scored, and the few that look random are
 * examined with bounded work, so the whole is linear.
 * Missed by design: passwords made of words, outside of URLs, and values with neither a known format nor a name.
 */

import type { Span } from '../spans.ts';
import { evidenceOf } from '../words/randomWords.ts';
import { type Scan, Shape, scanned } from '../words/tokens.ts';
import { isOfCommand } from './commands.ts';
import { formatIn } from './formats.ts';
import { keyBlocks } from './keyBlocks.ts';
import { linkSecrets } from './links.ts';
import { isNamed } from './namedValues.ts';
import { maxEvidence, runEnd, runStart, uuidEvidence, valuesOf } from './values.ts';

/** What stands in place of a secret. */
export const secretMask = '[secret removed]';

/** Words without a digit or a change of case are examined only where they are longer than words of prose. */
const minWordLength = 20;
/** Characters at the beginning of an identifier without a digit, and the evidence, in tenths, up to which they are a word. */
const [beginning, wordEvidence] = [6, -20];
const minRunLength = 8;
/** Longer runs are read in pieces. */
const maxRunLength = 4096;
const dash = 45;

/** The spans of `text` that look like secrets: ascending, without overlap. */
export function findSecrets(text: string): readonly Span[] {
  return secretsAmong(text, scanned(text));
}

/** As `findSecrets`, for a text that was scanned. */
export function secretsAmong(text: string, scan: Scan): readonly Span[] {
  const found: Span[] = [];
  if (text.includes('PRIVATE KEY')) keyBlocks(text, found);
  if (scan.hasLink) linkSecrets(text, scan, found);
  randomSecrets(text, scan, found);
  return merged(found);
}

/** Adds runs of value characters that have a known format, or look random and are named. */
function randomSecrets(text: string, scan: Scan, found: Span[]): void {
  const { count, units, starts } = scan;
  let done = 0;
  for (let i = nextRandom(scan, text.length, 0, done); i < count; i = nextRandom(scan, text.length, i + 1, done)) {
    const run = runAt(units, starts[i] as number, done, text.length);
    const secret = formatIn(text, units, run) ?? namedSecret(text, scan, i, run);
    if (secret !== undefined) found.push(secret);
    done = secret === undefined ? run.to : secret.to;
  }
}

/**
 * The index of the next word, from the `first`-th on, in a run that may be random; `count` where there is none. Runs begin at `min` or later.
 * All words pass here, so it only compares numbers.
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
    if (run.to - run.from >= minRunLength && maxEvidence(units, run.from, run.to) > 0) return i;
  }
  return count;
}

/** Whether a short identifier begins like a word; few random values do. */
function beginsWithWord(units: Uint16Array, from: number, to: number): boolean {
  return to - from >= beginning && to - from < minWordLength && evidenceOf(units, from, from + beginning) <= wordEvidence;
}

/** The run of value characters around `at`. */
function runAt(units: Uint16Array, at: number, min: number, length: number): Span {
  return { from: runStart(units, at, min), to: runEnd(units, at, Math.min(length, at + maxRunLength)) };
}

/** The value of a run, if something nearby says that it is a credential. */
function namedSecret(text: string, scan: Scan, word: number, run: Span): Span | undefined {
  const { units } = scan;
  const values = valuesOf(text, units, run);
  const named = values.find((scored) => isNamed(text, scan, word, scored));
  if (named !== undefined) return named.value;
  if (!values.some(({ evidence }) => evidence > uuidEvidence)) return undefined;
  // In `-pPASSWORD` the flag is a part of the run.
  const password = units[run.from] === dash ? { from: run.from + 2, to: run.to } : run;
  return isOfCommand(text, password) ? password : undefined;
}

/** The text with every secret replaced by `secretMask`, and how many there were. */
export function maskSecrets(text: string): { readonly text: string; readonly count: number } {
  return maskSpans(text, findSecrets(text));
}

/** The text with the given spans (ascending, without overlap) replaced by `secretMask`, and how many there were. */
export function maskSpans(text: string, secrets: readonly Span[]): { readonly text: string; readonly count: number } {
  if (secrets.length === 0) return { text, count: 0 };
  let masked = '';
  let at = 0;
  for (const { from, to } of secrets) {
    masked += text.slice(at, from) + secretMask;
    at = to;
  }
  return { text: masked + text.slice(at), count: secrets.length };
}

/** The text with the given spans (ascending, without overlap) blanked: same length, same lines. */
export function blankSpans(text: string, secrets: readonly Span[]): string {
  let blanked = '';
  let at = 0;
  for (const { from, to } of secrets) {
    blanked += text.slice(at, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ');
    at = to;
  }
  return blanked + text.slice(at);
}

/** Sorts spans and merges those that overlap. */
function merged(spans: Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const all: Span[] = [];
  for (const span of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last !== undefined && span.from < last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}
