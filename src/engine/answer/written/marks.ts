/**
 * The marks by which models cite: `[1]`, `[1, 3]`, `[1-3]`, `[6:48-55]`, `[source 8]`, `(see source 8)`, `【1†L15】`, `[^1]`, `source 8` in a
 * sentence, `¹`, `<sup>1</sup>`. Each is one or more numbers of sources, perhaps with lines. One pass over the text of a mark.
 */

import { isOnly, skip, trimEndOf, wordsOf } from '../../util/strings.ts';
import { fillers, lineNouns, rangeWords, sourceNouns } from '../../vocabulary/replies/replyWords.ts';

/** Lines of a source's file, counted from 1, inclusive. */
export interface MarkedLines {
  readonly from: number;
  readonly to: number;
}

export interface Mark {
  readonly n: number;
  /** The lines that the model named; several ranges as one. */
  readonly lines?: MarkedLines;
}

/** A pattern for one of the words. */
export const alternatives = (words: Iterable<string>): string => `(?:${[...words].join('|')})`;
/** A word before a number; one of a script without blanks may touch it. */
const before = '(?:[^\\s\\d\\[\\]()（）]{1,14}[ :=-]{1,2}|[^\\0-\\u024f\\s\\d（）]{1,6})';
const joint = `(?:, ?| ?[-–&] ?| ${alternatives(fillers)} )`;
const lines = `(?:,? \\(?${alternatives(lineNouns)}\\.? ?\\d{1,6}(?: ?[-–—] ?\\d{1,6})?\\)?)?`;
/**
 * A pattern for what may be a mark: a number in brackets after at most two words, in parentheses after a word, raised, or right after a word for
 * a source.
 */
export const markPattern = `( ?)(?:${[
  `\\[(\\^?${before}{0,2}#?\\d{1,4}[^\\[\\]\\n]{0,60})\\](?!\\()`,
  '[【［〔]([^【】［］〔〕\\n]{1,80})[】］〕]',
  `[(（](${before}{1,2}\\d{1,4}[^()（）\\[\\]\\n]{0,40})[)）]`,
  '(?:<sup>\\[?([^<>\\[\\]\\n]{1,40})\\]?</sup>|([⁰¹²³⁴-⁹]{1,3}))',
  `(?<![\\wÀ-ɏЀ-ӿ])(${alternatives(sourceNouns)}(?:[:：]?\\*{0,2} |(?<=[^\\0-\\u024f])[:：]?))(\\d{1,3}(?:${joint}\\d{1,3}){0,5}${lines})(?![\\w%]|[.:]\\d)`,
].join('|')})`;
/** What begins and ends a raised mark. */
export const raised = { begin: '<sup>', end: '</sup>' } as const;

/** The marks in raised digits. */
export function readRaised(text: string): readonly Mark[] {
  return [{ n: Number([...text].map((digit) => raisedDigits.indexOf(digit)).join('')) }];
}
const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Whether what is raised after this text may be a mark: after a unit or a number it is an exponent, as in "km²". */
export function mayBeRaised(text: string): boolean {
  let from = text.length;
  while (from > 0 && isOfWord(text.charAt(from - 1))) from--;
  const word = [...text.slice(from)];
  return word.length === 0 || (word.length >= minWordLength && !word.some((character) => digits.includes(character)));
}
/** Units are shorter. */
const minWordLength = 4;

function isOfWord(character: string): boolean {
  return digits.includes(character) || character.toLowerCase() !== character.toUpperCase();
}

/** Whether the number of a source may follow a text, or more of what names it: "sources 1 and". */
export function mayBeNamed(text: string): boolean {
  for (const word of wordsOf(text.slice(-maxNamedLength)).toReversed()) {
    const plain = trimEndOf(word.slice(skip(word, aroundWord)), aroundWord).toLowerCase();
    if (nouns.some((noun) => plain.endsWith(noun))) return true;
    if (!isOnly(plain, `${digits}-–—&`) && !fillers.has(plain) && !lineNouns.has(plain)) return false;
  }
  return false;
}
const nouns = [...sourceNouns];
const maxNamedLength = 60;
const aroundWord = ',.:：*()（）_';

const maxInRange = 50;

/** The marks in a text between brackets; undefined if it is something else. In parentheses a word for a source is needed (`isNamed`). */
export function readMarks(text: string, isNamed = false): readonly Mark[] | undefined {
  const marks: { n: number; lines?: MarkedLines }[] = [];
  let isNoun = false;
  /** What the next number is; after lines it may be either. */
  let next: 'source' | 'line' | 'lineOrSource' = 'source';
  let isRange = false;
  const tokens = tokensOf(text);
  for (const [i, one] of tokens.entries()) {
    const last = marks.at(-1);
    const number = Number(one);
    if (!Number.isNaN(number)) {
      const isLine: boolean =
        next === 'line' || (next === 'lineOrSource' && !lineSigns.has(tokens[i + 1] ?? '') && number > (last?.lines?.to ?? 0));
      if (isLine && last !== undefined) last.lines = { from: last.lines?.from ?? number, to: Math.max(last.lines?.to ?? 0, number) };
      else if (isRange && last !== undefined) for (let n = last.n + 1; n <= Math.min(number, last.n + maxInRange); n++) marks.push({ n });
      else marks.push({ n: number });
      next = isLine ? 'lineOrSource' : 'source';
      isRange = false;
    } else if (sourceNouns.has(one.toLowerCase())) {
      isNoun = true;
      next = 'source';
    } else if (lineSigns.has(one) || (last !== undefined && lineNouns.has(one.toLowerCase())))
      next = last === undefined ? 'source' : 'line';
    else if (rangeSigns.has(one) || (rangeWords.has(one.toLowerCase()) && !Number.isNaN(Number(tokens[i + 1] ?? '-')))) isRange = true;
    else if (one === dot && lineNouns.has((tokens[i - 1] ?? '').toLowerCase())) continue;
    else if (!separators.has(one) && !fillers.has(one.toLowerCase())) {
      // After its number a source may be named.
      if (last === undefined || (next !== 'line' && !isNoun)) return undefined;
      break;
    }
  }
  return (isNoun || !isNamed) && marks.length > 0 ? distinct(marks) : undefined;
}

/**
 * A number after a word that is known for neither sources nor anything else, as in `[doc 2]` or `[cite: 2]`; undefined if it is something else. A name
 * in capitals has numbers of its own.
 */
export function readNamed(text: string): readonly Mark[] | undefined {
  const [word = '', ...rest] = tokensOf(text);
  const number = rest.at(-1) ?? '';
  const isJoined = rest.length === 1 ? text.includes(blank) : rest.length === 2 && namedBy.has(rest[0] ?? '');
  const isWord = word.length >= minNameLength && word !== word.toUpperCase();
  return isWord && isJoined && isOnly(number, digits) ? [{ n: Number(number) }] : undefined;
}
const namedBy = new Set([':', '=']);
const minNameLength = 3;

/** Numbers, words and signs. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  let before: string | undefined;
  for (const character of text) {
    const kind = digits.includes(character) ? digits : signs.includes(character) ? signs : '';
    if (kind === before && kind !== signs) tokens.push(tokens.pop() + character);
    else tokens.push(character);
    before = kind;
  }
  return tokens.filter((token) => token !== blank);
}
const digits = '0123456789';
const blank = ' ';
const dot = '.';
const signs = ' :：†#-–—,;&^=、，./()<>"*_`';

const lineSigns = new Set([':', '：', '†', '#']);
const rangeSigns = new Set(['-', '–', '—']);
const separators = new Set([',', ';', '&', '^', '=', '、', '，']);

function distinct(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter((mark, i) => marks.findIndex((one) => one.n === mark.n && one.lines?.from === mark.lines?.from) === i);
}
