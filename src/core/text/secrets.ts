/**
 * Finds what looks like a credential in a text: keys and tokens of well-known formats, JSON web tokens, private key blocks, passwords in
 * URLs, and random-looking values given to names that say "secret". Such stretches become no term and no key, and are masked in whatever
 * leaves the process.
 *
 * A word of eight or more signs with a letter and a digit is looked at more closely; few words of code or prose are. What has neither
 * such a word, a `://` nor a key block costs a look at its words that hold a digit. Work per candidate is bounded, so the whole is linear.
 * What it misses by design: passwords without a digit outside URLs, and values split over lines.
 */

import type { Span } from './spans.ts';
import { type Scan, Shape, scanned } from './tokens.ts';

/** What stands in place of a secret. */
export const secretMask = '[secret removed]';

/** Shortest word that is looked at; shorter values are no keys. */
const shortest = 8;
/** Longer stretches are looked at in part. */
const longest = 4096;
/** Longer key blocks are read as far as their lines look like one. */
const longestBlock = 20_000;
/** How far before a value its name is looked for. */
const nameReach = 100;

const Sign = { Letter: 1, Digit: 2, Joiner: 4 } as const;
const sign = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  sign[unit] = /[A-Za-z]/.test(character) ? Sign.Letter : /\d/.test(character) ? Sign.Digit : /[_-]/.test(character) ? Sign.Joiner : 0;
}

/** Formats of keys that are known by how they begin. Each is bounded, and begins where no word goes on. */
const formats = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])',
    'gh[pousr]_[A-Za-z0-9]{36,255}',
    'github_pat_[A-Za-z0-9_]{22,255}',
    'gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\\w-]{20,300}',
    'xox[abeoprs]-[\\w-]{10,300}',
    'xapp-\\d-[\\w-]{10,300}',
    '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,255}',
    'whsec_[A-Za-z0-9+/=]{24,255}',
    'sk-(?:ant-|or-v1-|proj-|svcacct-|admin-|lf-)?(?=[\\w-]{0,40}\\d)[\\w-]{20,300}',
    'AIza[\\w-]{35}',
    'ya29\\.[\\w-]{20,2000}',
    'GOCSPX-[\\w-]{20,100}',
    'npm_[A-Za-z0-9]{36}',
    'pypi-[\\w-]{50,1000}',
    'rubygems_[a-f0-9]{48}',
    'hf_[A-Za-z0-9]{30,100}',
    'dckr_(?:pat|oat)_[\\w-]{20,100}',
    'do[opr]_v1_[a-f0-9]{64}',
    'SG\\.[\\w-]{16,64}\\.[\\w-]{16,100}',
    'SK[0-9a-f]{32}(?![A-Za-z0-9])',
    'key-[0-9a-f]{32}(?![A-Za-z0-9])',
    '\\d{8,10}:AA[\\w-]{33}',
    '[MNO][A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,60}',
    'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
    'sq0(?:atp|csp)-[\\w-]{22,100}',
    'dapi[a-f0-9]{32}',
    'lin_api_[A-Za-z0-9]{32,64}',
    '(?:secret|ntn)_[A-Za-z0-9]{43,60}',
    'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
    'gl(?:sa|c)_[A-Za-z0-9+/=_]{32,255}',
    'hv[sbr]\\.[\\w-]{20,300}',
    '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{40,100}',
    'AGE-SECRET-KEY-1[A-Z0-9]{58}',
    'NRAK-[A-Z0-9]{27}',
    'sntry[su]_[\\w+/=-]{32,500}',
    'sbp_[a-f0-9]{40}',
    'gsk_[A-Za-z0-9]{40,80}',
    'xai-[A-Za-z0-9]{60,100}',
    'pplx-[a-f0-9]{40,64}',
    'ATATT3[\\w=-]{60,300}',
    'figd_[\\w-]{30,80}',
    'r8_[A-Za-z0-9]{37}',
    'pscale_(?:tkn|pw)_[\\w-]{32,80}',
    'eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}(?:\\.[\\w-]{0,2000})?',
  ].join('|')})`,
  'g',
);

/** Names whose values are secrets. */
const secretName =
  /passw(?:or)?d|passphrase|pwd|secret|token|credential|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|authorization|client[_-]?key|webhook|signature|[_-]key\b|\bsig$/i;
/** A name, what makes it one that is given a value, and an opening quote. */
const givesValue =
  /([\w.$-]{1,64})["'\]]{0,2}[ \t]{0,8}(?::=|=>|\?=|={1,2}|:|,)[ \t]{0,8}(?:(?:bearer|basic|token)[ \t]{1,4})?(["'`]?)(?:(?:bearer|basic|token)[ \t]{1,4})?$/i;
const placeholder = /example|sample|dummy|change[_-]?me|placeholder|your[_-]|x{4,}|\*{3}|1234567|abcdef|\.\.\.|\$\{|\{\{|<|^\$|%[sd(]/i;
const urlPassword = /:\/\/[^\s/:@"'`<>]{0,100}:([^\s/@"'`<>]{3,200})@/g;
const urlPlaceholder = /^(?:\$|%|\{|\[|\*|x+$|\.\.\.|pass(?:word|wd)?$|pwd$|secret$|token$|your)/i;
const keyBlock = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyBlockEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const webhook = /hooks\.slack\.com\/(?:services|workflows)\/([A-Za-z0-9/]{20,120})|discord(?:app)?\.com\/api\/webhooks\/([\w/-]{40,140})/g;

/** The stretches of `text` that look like secrets: ascending, apart from each other. */
export function findSecrets(text: string): readonly Span[] {
  return secretsAmong(text, scanned(text));
}

/** As `findSecrets`, for a text that was scanned. */
export function secretsAmong(text: string, scan: Scan): readonly Span[] {
  const found: Span[] = [];
  if (text.includes('PRIVATE KEY')) keyBlocks(text, found);
  if (scan.hasLink) {
    for (const match of text.matchAll(urlPassword)) {
      const value = match[1] as string;
      const to = match.index + match[0].length - 1;
      if (!urlPlaceholder.test(value)) found.push({ from: to - value.length, to });
    }
    for (const match of text.matchAll(webhook)) {
      const to = match.index + match[0].length;
      found.push({ from: to - (match[1] ?? (match[2] as string)).length, to });
    }
  }
  candidates(text, scan, found);
  return joined(found);
}

/** The text with every secret replaced by `secretMask`, and how many there were. */
export function maskSecrets(text: string): { readonly text: string; readonly count: number } {
  return maskSpans(text, findSecrets(text));
}

/** The text with the given stretches (ascending, apart) replaced by `secretMask`. */
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

/** The text with the given stretches (ascending, apart) as blanks: same length, same lines. */
export function blankSpans(text: string, secrets: readonly Span[]): string {
  let blanked = '';
  let at = 0;
  for (const { from, to } of secrets) {
    blanked += text.slice(at, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ');
    at = to;
  }
  return blanked + text.slice(at);
}

/** A block without an end goes on as long as its lines look like one. */
function keyBlocks(text: string, found: Span[]): void {
  let end: Span | undefined;
  keyBlock.lastIndex = 0;
  for (let match = keyBlock.exec(text); match !== null; match = keyBlock.exec(text)) {
    const begin = match.index + match[0].length;
    // The next end is looked for once, however many beginnings stand before it.
    if (end === undefined || end.from < begin) end = nextEnd(text, begin);
    const isClosed = end.from - begin < longestBlock && !text.slice(begin, end.from).includes('-----BEGIN');
    const to = isClosed ? end.to : openBlockEnd(text, begin);
    // The line alone, as code that looks for it has it, holds no key.
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(begin, Math.min(to, begin + 2000)))) found.push({ from: match.index, to });
    keyBlock.lastIndex = to;
  }
}

function nextEnd(text: string, from: number): Span {
  keyBlockEnd.lastIndex = from;
  const match = keyBlockEnd.exec(text);
  return match === null ? { from: Number.POSITIVE_INFINITY, to: text.length } : { from: match.index, to: match.index + match[0].length };
}

function openBlockEnd(text: string, begin: number): number {
  const body = /[A-Za-z0-9+/=\s\\:,-]{0,8000}/y;
  body.lastIndex = begin;
  body.test(text);
  return body.lastIndex;
}

/** Looks at each run of letters, digits, `_` and `-` that is long enough and holds a letter and a digit. */
function candidates(text: string, { count, units, starts, ends, shapes }: Scan, found: Span[]): void {
  let seen = 0;
  let done = 0;
  for (let i = 0; i < count; i++) {
    if (((shapes[i] as number) & Shape.HoldsDigit) === 0) continue;
    const end = ends[i] as number;
    for (let at = digitIn(units, Math.max(starts[i] as number, done), end); at >= 0; at = digitIn(units, done, end)) {
      const start = runStart(units, at, done);
      done = runEnd(units, at, text.length);
      if (done - start < shortest || done <= seen || !holdsLetter(units, start, done)) continue;
      seen = lookAt(text, start, done, Math.max(seen, start - nameReach), found);
    }
  }
}

/** Where the first digit stands, or -1. */
function digitIn(units: Uint16Array, from: number, to: number): number {
  for (let at = from; at < to; at++) if (kindOf(units[at] as number) === Sign.Digit) return at;
  return -1;
}

function holdsLetter(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (kindOf(units[at] as number) === Sign.Letter) return true;
  return false;
}

/** Where the run of letters, digits and joiners that a unit stands in begins, and where it ends. */
function runStart(units: Uint16Array, at: number, least: number): number {
  let start = at;
  while (start > least && kindOf(units[start - 1] as number) !== 0) start--;
  return start;
}

function runEnd(units: Uint16Array, at: number, most: number): number {
  let end = at;
  while (end < most && kindOf(units[end] as number) !== 0) end++;
  return end;
}

function kindOf(unit: number): number {
  return unit > 127 ? 0 : (sign[unit] as number);
}

/** Looks at one word and what touches it; returns up to where it has looked. */
function lookAt(text: string, start: number, end: number, least: number, found: Span[]): number {
  let from = start;
  while (from > least && isInner(text.charCodeAt(from - 1))) from--;
  let to = end;
  const most = Math.min(text.length, start + longest);
  while (to < most && isInner(text.charCodeAt(to))) to++;
  const word = text.slice(from, to);
  let isFormat = false;
  formats.lastIndex = 0;
  for (let match = formats.exec(word); match !== null; match = formats.exec(word)) {
    isFormat = true;
    found.push({ from: from + match.index, to: from + match.index + match[0].length });
  }
  if (!isFormat) assigned(text, from, start, found);
  return to;
}

/** Signs inside of tokens, beside those of words. */
function isInner(unit: number): boolean {
  return unit < 128 && (sign[unit] !== 0 || unit === 46 || unit === 58 || unit === 43 || unit === 47 || unit === 61);
}

/** A value that a name like "secret" is given on the same line. */
function assigned(text: string, from: number, word: number, found: Span[]): void {
  // The value begins at the nearest quote, blank, `=` or `:` before the word.
  let start = word;
  const least = Math.max(0, word - nameReach);
  while (start > least && !opensValue(text.charCodeAt(start - 1))) start--;
  const before = text.slice(Math.max(0, Math.min(from, start) - nameReach), start);
  if (!secretName.test(before)) return;
  const given = givesValue.exec(before.slice(before.lastIndexOf('\n') + 1));
  if (given === null || !secretName.test(given[0])) return;
  const quote = given[2] as string;
  const value = valueAt(text, start, quote);
  if (isRandom(value, quote !== '')) found.push({ from: start, to: start + value.length });
}

function opensValue(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 96 || unit <= 32 || unit === 61 || unit === 58;
}

/** Up to the closing quote, or to the next blank where there is none. */
function valueAt(text: string, start: number, quote: string): string {
  const rest = text.slice(start, start + longest);
  const end = quote === '' ? rest.search(/[\s"'`,;)}\]<>]/) : rest.search(quote === '`' ? /[`\n]/ : quote === '"' ? /["\n]/ : /['\n]/);
  return end < 0 ? rest : rest.slice(0, end);
}

/** Whether a value looks drawn by lot: many signs of several kinds, as no word, path, call or version has. */
function isRandom(value: string, isQuoted: boolean): boolean {
  if (value.length < shortest || placeholder.test(value) || /[()\s]|:\/\/|^[./@]|^--/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  const changes = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (value.length < 16) return isQuoted ? kinds >= 3 && changes >= 1 && !/^[A-Za-z]+[-_.]?\d+$/.test(value) : kinds >= 3 && changes >= 3;
  if (/^(?:[a-z]+[-_./])*[a-z]+[-_.]?\d{0,4}$/i.test(value) || /^[\w$]+(?:\.[a-z_$][\w$]*)+$/i.test(value)) return false;
  return entropy(value) >= 3 && changes >= 3;
}

/** Bits per sign. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function joined(spans: Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const all: Span[] = [];
  for (const span of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last !== undefined && span.from < last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}
