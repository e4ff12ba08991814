/**
 * Makes a model's answer safe to show and checks its citations: numbers of no source are replaced by `[?]`; links, images and HTML become
 * plain text; sentences without a citation are found. Works on a stream: text is passed on as soon as nothing that follows can change it.
 * Linear in the text; every pattern is bounded.
 */

import { codeSpans } from '../../text/codeSpans.ts';
import { codeLine, type Fence, fenceAfter } from '../../text/fences.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { Span } from '../../text/spans.ts';
import { tokenize } from '../../text/words/tokens.ts';
import { cutAt, endsWithAny, indentLength, trimEndOf } from '../../util/strings.ts';
import { notInSources } from './prompt.ts';

/** A sentence of an answer. */
export interface CheckedSentence extends Span {
  /** The sources that it cites, in order, without duplicates. */
  readonly cites: readonly number[];
}

/** A number in brackets and its span. */
export interface CitedNumber extends Span {
  readonly n: number;
}

/** The result of checking a whole answer. */
export interface CheckedAnswer {
  /** False if the model says that the sources do not answer, or cites none. */
  readonly found: boolean;
  /** Every cited source, in order of first citation. */
  readonly cited: readonly number[];
  readonly sentences: readonly CheckedSentence[];
  /** Sentences that state something and cite nothing. */
  readonly unsupported: readonly Span[];
}

/** A number in brackets. */
export const citation = /\[(\d{1,4})\]/g;
/** Replaces a number that refers to no source. */
const unknownMark = '[?]';

/** Max UTF-16 units of a line that are held back while a bracket or backtick is open. */
const maxHeldLength = 4000;
const mayBecomeFence = /^[ \t]*(?:`{0,2}|~{0,2})$/;
const activeTags =
  'a|applet|area|audio|base|body|button|embed|form|frame|frameset|head|html|iframe|image|img|input|link|math|meta|object|picture|script|source|style|svg|template|textarea|video';
/** In order: images, links, reference definitions, autolinks, active tags, bare URLs, numbers right after a word, citations. */
const inertParts = new RegExp(
  [
    '!\\[([^\\[\\]]{0,500})\\](?:\\([^()\\n]{0,2000}\\)?|\\[[^\\[\\]]{0,200}\\])?',
    '\\[([^\\[\\]]{0,500})\\]\\(\\s{0,9}<?([^()\\s<>]{0,2000})[^()\\n]{0,500}\\)',
    '(\\[[^\\[\\]]{1,200}\\]):(?=\\s|$)',
    '<([a-z][a-z0-9+.-]{1,30}:[^<>\\s]{0,2000})>',
    `</?(?:${activeTags})\\b[^<>]{0,2000}>`,
    '((?:\\b[a-z][a-z0-9+.-]{1,30}://|\\bwww\\.)[^\\s<>"\'`\\[\\]]{1,2000})',
    '(?<![\\w$.])([\\w$][\\w$.]{0,80}(?:\\(\\))?)((?:\\[\\d{1,4}\\]){1,9})(?![\\w$(])',
    '( ?)(?:\\[(?:sources?|n)?[ =:]{0,2}(\\d{1,4}(?: ?[,;–-] ?\\d{1,4}){0,20})\\]|【(\\d{1,4})[^】]{0,30}】)',
  ].join('|'),
  'gi',
);

/** Array names that are not English words: a number in brackets right after one of them is an index. */
const arrayNames = /^(?:arr|argv?|args|kwargs|buf|cols?|idx|lst|mat|nums|objs?|ptrs?|str|strs|tmp|vals|vec)$/i;
/** Unlike any word of prose: has `_`, an inner dot or capital, or is called. */
const codeLike = /[_$]|\w\.\w|[a-z][A-Z]|\)$/;
/** What follows an index expression: a member, another index or an increment. */
const afterIndex = /^(?:\.[\w$]|\[\D|\+\+|--)/;

/** Tags that removing other parts has formed, or that were never closed. */
const leftoverTag = new RegExp(`<(?=[/!?]?(?:${activeTags})\\b|!--)`, 'gi');

/** Makes a stream of text inert and normalizes its citations. */
export class AnswerFilter {
  readonly #isKnown: (n: number) => boolean;
  #held = '';
  /** The last character that was shown. */
  #last = '';
  #fence: Fence | undefined;
  #isMidLine = false;
  /** Whether it is ambiguous where code begins and ends; from then on nothing counts as code. */
  #isAmbiguous = false;
  /** Numbers that refer to no source, in order. */
  readonly unknown: number[] = [];
  /** Number of links, images and tags that were made plain text. */
  disarmed = 0;

  constructor(isKnown: (n: number) => boolean) {
    this.#isKnown = isKnown;
  }

  /** Takes the next piece of the answer; returns the text that can be shown so far. */
  push(text: string): string {
    return this.#shown(this.#next(text));
  }

  #shown(text: string): string {
    const apart = joinInert(this.#last, text).slice(this.#last.length);
    this.#last = apart.slice(-1) || this.#last;
    return apart;
  }

  #next(text: string): string {
    // Some readers end a line at a carriage return, others do not.
    this.#held += text.replaceAll('\r', '');
    let shown = '';
    let from = 0;
    for (let end = this.#held.indexOf('\n'); end >= 0; end = this.#held.indexOf('\n', from)) {
      shown += this.#line(this.#held.slice(from, end + 1));
      from = end + 1;
    }
    this.#held = this.#held.slice(from);
    const safe = this.#safeEnd();
    if (safe > 0) {
      this.#beginLine(this.#held);
      shown = joinInert(shown, this.#inert(this.#held.slice(0, safe)));
      this.#isMidLine = true;
      this.#held = this.#held.slice(safe);
    }
    return shown;
  }

  /** Returns the text that was held back. An open code block is closed, or it would swallow what is shown after the answer. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    const shown = rest === '' ? '' : this.#shown(this.#line(rest));
    if (this.#fence === undefined) return shown;
    const closed = `${(shown || this.#last).endsWith('\n') ? '' : '\n'}${this.#fence.mark}`;
    this.#fence = undefined;
    return shown + closed;
  }

  /** In an HTML block, a line that looks like a fence is not one. */
  #beginLine(line: string): void {
    if (!this.#isMidLine && this.#fence === undefined && indentLength(line) <= 3 && line.trimStart().startsWith('<'))
      this.#isAmbiguous = true;
  }

  #line(line: string): string {
    this.#beginLine(line);
    const before = this.#fence;
    if (!this.#isMidLine && !this.#isAmbiguous) this.#fence = fenceAfter(before, line);
    this.#isMidLine = false;
    if (before === undefined) return this.#fence === undefined ? this.#inert(line) : `${this.#fence.mark}${this.#fence.language}\n`;
    return this.#fence === undefined ? `${before.mark}${line.endsWith('\n') ? '\n' : ''}` : codeLine(before, line);
  }

  /** How much of the unfinished line can be shown: up to a space before which every bracket and backtick is closed. */
  #safeEnd(): number {
    const held = this.#held;
    if (this.#fence !== undefined || (!this.#isMidLine && (mayBecomeFence.test(held) || fenceAfter(undefined, held)))) return 0;
    if (held.length > maxHeldLength) return held.length;
    let safe = 0;
    let square = 0;
    let round = 0;
    let angle = 0;
    const { spans, isOpen } = codeSpans(held);
    let span = 0;
    for (let i = 0; i < held.length; i++) {
      const character = held.charAt(i);
      if (!this.#isAmbiguous && i === spans[span]?.from) i = (spans[span++] as Span).to - 1;
      else if (character === '`' && !this.#isAmbiguous && isOpen) break;
      else if (character === '[' || character === '【') square++;
      else if (character === ']' || character === '】') square = Math.max(0, square - 1);
      else if (character === '(' && held.charAt(i - 1) === ']') round++;
      else if (character === ')') round = Math.max(0, round - 1);
      else if (character === '<') angle++;
      else if (character === '>') angle = Math.max(0, angle - 1);
      // The space is held back too: it belongs to a citation that may follow.
      else if (character === ' ' && square + round + angle === 0) safe = i;
    }
    return safe;
  }

  #inert(text: string): string {
    const { spans, isOpen } = codeSpans(text);
    this.#isAmbiguous ||= isOpen;
    if (this.#isAmbiguous) return this.#disarm(text);
    let inert = '';
    let at = 0;
    for (const { from, to } of spans) {
      inert = joinInert(joinInert(inert, this.#disarm(text.slice(at, from))), text.slice(from, to));
      at = to;
    }
    return joinInert(inert, this.#disarm(text.slice(at)));
  }

  #disarm(text: string): string {
    const plain = text.replace(
      inertParts,
      (whole, alt, label, target, definition, angled, bare, word, indices, space, numbers, number, at) => {
        if (word !== undefined) return this.#afterWord(word, indices, text.slice(at + whole.length, at + whole.length + 2));
        if (space !== undefined) return this.#citation(whole, space, numbers ?? number);
        if (definition !== undefined) return `${definition} :`;
        if (bare !== undefined) {
          const url = trimEndOf(bare, '.,;:!?)');
          return this.#address(url) + bare.slice(url.length);
        }
        this.disarmed++;
        if (angled !== undefined) return this.#address(angled);
        if (label !== undefined) return this.#disarm(label) + (isWebAddress(target) ? ` (${this.#address(target)})` : '');
        return alt ?? '';
      },
    );
    const apart = this.#isAmbiguous ? plain : plain.replaceAll('``', '` `').replaceAll('\\`', '\\ `');
    return apart.replaceAll('](', '] (').replace(leftoverTag, '‹');
  }

  /** Numbers right after a word: indices become code, where numbers do not cite; after a word of prose they cite. */
  #afterWord(word: string, numbers: string, after: string): string {
    // A lone capital ends a name: "Appendix A[1]".
    const isIndex =
      (word.length === 1 && word >= 'a' && word <= 'z') ||
      arrayNames.test(word) ||
      codeLike.test(word) ||
      afterIndex.test(after) ||
      numbers.includes('[0]');
    if (isIndex) return this.#isAmbiguous ? word + numbers : `\`${word}${numbers}\``;
    return word + numbers.replace(citation, (whole, number) => this.#citation(whole, '', number));
  }

  /** A URL as code, which is never made a link; split by a space if backticks are ambiguous. */
  #address(url: string): string {
    return this.#isAmbiguous ? url.replace(/^www\.|:(?:\/\/)?/i, '$& ') : `\`${url}\``;
  }

  #citation(whole: string, space: string, list: string): string {
    const numbers = parseNumbers(list);
    // No source has number 0, but arrays start at it.
    if (numbers.includes(0)) return whole;
    const known = numbers.filter((n) => this.#isKnown(n));
    this.unknown.push(...numbers.filter((n) => !this.#isKnown(n)));
    const marks = [...known.map((n) => `[${n}]`), ...(known.length < numbers.length ? [unknownMark] : [])];
    return space + marks.join('');
  }
}

function isWebAddress(target: string): boolean {
  const scheme = cutAt(target, ':').toLowerCase();
  return scheme === 'http' || scheme === 'https';
}

/** Joins two texts without forming new markup from what was apart before. */
function joinInert(a: string, b: string): string {
  const isMark = endsWithAny(a, '`\\') ? b.startsWith('`') : a.endsWith(']') && b.startsWith('(');
  return isMark ? `${a} ${b}` : a + b;
}

/** The numbers of "1", "1, 3" or "2-4". */
function parseNumbers(list: string): readonly number[] {
  const numbers: number[] = [];
  for (const part of list.replaceAll(';', ',').split(',')) {
    const [from = 0, to = from] = part
      .replace('–', '-')
      .split('-')
      .map((one) => Number(one.trim()));
    for (let n = from; n <= Math.min(to, from + 50); n++) numbers.push(n);
  }
  return [...new Set(numbers)];
}

/** Checks an answer that has gone through an `AnswerFilter`; `isKnown` is whether a number refers to a source. */
export function checkAnswer(answer: string, isKnown: (n: number) => boolean): CheckedAnswer {
  const sentences = checkedSentences(answer, isKnown);
  const cited = [...new Set(sentences.flatMap(({ cites }) => cites))];
  const unsupported = sentences.filter((one) => one.cites.length === 0 && makesClaim(answer.slice(one.from, one.to)));
  const opening = answer
    .trimStart()
    .slice(0, notInSources.length - 1)
    .toLowerCase();
  const found = cited.length > 0 && opening !== notInSources.slice(0, -1).toLowerCase();
  return { found, cited, sentences, unsupported: unsupported.map(({ from, to }) => ({ from, to })) };
}

/** Whether a sentence makes a claim that needs a source. */
function makesClaim(sentence: string): boolean {
  const text = sentence.trim();
  if (endsWithAny(text, ':?') || text.startsWith('#') || text.toLowerCase().includes('sources do not')) return false;
  return tokenize(text).count >= 3;
}

/** The sentences outside fenced code, with their citations; numbers after the full stop belong to the sentence before it. */
function checkedSentences(answer: string, isKnown: (n: number) => boolean): readonly CheckedSentence[] {
  return [...proseLines(answer)].flatMap(([line, from]) => sentencesIn(line, from, isKnown));
}

/** The lines outside fenced code, with their offsets. */
function* proseLines(text: string): Generator<readonly [line: string, from: number]> {
  let fence: Fence | undefined;
  let from = 0;
  for (const line of text.split('\n')) {
    const before = fence;
    fence = fenceAfter(before, line);
    if (before === undefined && fence === undefined) yield [line, from];
    from += line.length + 1;
  }
}

/** The numbers in brackets outside code (in code they are indices), in order. */
export function citedNumbers(text: string): readonly CitedNumber[] {
  return [...proseLines(text)].flatMap(([line, at]) => numbersInLine(line).map(({ n, from, to }) => ({ n, from: at + from, to: at + to })));
}

function numbersInLine(line: string): readonly CitedNumber[] {
  const { spans } = codeSpans(line);
  let next = 0;
  const found: CitedNumber[] = [];
  for (const { 0: whole, 1: digits, index } of line.matchAll(citation)) {
    while ((spans[next]?.to ?? line.length) <= index) next++;
    if (index < (spans[next]?.from ?? line.length)) found.push({ n: Number(digits), from: index, to: index + whole.length });
  }
  return found;
}

function sentencesIn(line: string, offset: number, isKnown: (n: number) => boolean): readonly CheckedSentence[] {
  const numbers = numbersInLine(line).filter(({ n }) => isKnown(n));
  let next = 0;
  return sentencesOf(line).map(({ from, to }) => {
    const cites = new Set<number>();
    while ((numbers[next]?.from ?? to) < to) cites.add((numbers[next++] as CitedNumber).n);
    return { from: offset + from, to: offset + to, cites: [...cites] };
  });
}
