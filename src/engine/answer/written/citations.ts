/**
 * What a model wrote, made safe to show and checked against its sources: numbers that mean no source become a mark, links, images and HTML
 * become plain text, and sentences without a source are found. Works on a stream: a piece is handed on as soon as nothing that may follow
 * can change it. Linear in the text; every pattern is bounded.
 */

import { codeSpans } from '../../text/codeSpans.ts';
import { codeLine, type Fence, fenceAfter } from '../../text/fences.ts';
import type { Span } from '../../text/spans.ts';
import { notInSources } from './prompt.ts';
import { sentenceGoesOn } from './sentenceEnd.ts';

/** A sentence of an answer. */
export interface CheckedSentence extends Span {
  /** The sources that it cites, in their order, without repeats. */
  readonly cites: readonly number[];
}

/** A number in brackets, with the stretch that it takes. */
export interface CitedNumber extends Span {
  readonly n: number;
}

/** What the check of a whole answer found. */
export interface CheckedAnswer {
  /** False where the model says that the sources do not answer, or cites none. */
  readonly found: boolean;
  /** Every cited source, in the order in which they are first cited. */
  readonly cited: readonly number[];
  readonly sentences: readonly CheckedSentence[];
  /** Those that state something and cite nothing. */
  readonly unsupported: readonly Span[];
}

/** Stands where a number was that means no source. */
const unknownMark = '[?]';

/** A piece of a line is held back at most this long, waiting for a bracket or backtick to close. */
const maxHeldLength = 4000;
const mayBecomeFence = /^[ \t]*(?:`{0,2}|~{0,2})$/;
const activeTags =
  'a|applet|area|audio|base|body|button|embed|form|frame|frameset|head|html|iframe|image|img|input|link|math|meta|object|picture|script|source|style|svg|template|textarea|video';
/** In this order: images, links, reference definitions, links in angles, active tags, bare addresses, numbers behind a word, citations. */
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

/** Names of lists that are no words of English: a number in brackets right behind one of them is an index. */
const listNames = /^(?:arr|argv?|args|kwargs|buf|cols?|idx|lst|mat|nums|objs?|ptrs?|str|strs|tmp|vals|vec)$/i;
/** A capital alone is the end of a name: "Appendix A[1]". */
const letter = /^[a-z]$/;
/** What no word of prose looks like: joined by `_`, a dot or a capital within, called. */
const codeLike = /[_$]|\w\.\w|[a-z][A-Z]|\)$/;
/** How an index goes on: with a member, a call or another index. */
const restOfIndex = /^(?:\.[\w$]|\[\D|\+\+|--)/;

/** What taking parts out may have put together, and what was never closed. */
const leftTag = new RegExp(`<(?=[/!?]?(?:${activeTags})\\b|!--)`, 'gi');

/** Makes a stream of text inert and its numbers right. */
export class AnswerFilter {
  readonly #isKnown: (n: number) => boolean;
  #held = '';
  /** The last sign that was shown. */
  #last = '';
  #fence: Fence | undefined;
  #isMidLine = false;
  /** Whether it is in doubt where code begins and ends; from there on nothing counts as code. */
  #isDoubtful = false;
  /** Numbers that mean no source, as they came. */
  readonly unknown: number[] = [];
  /** Links, images and tags that were made plain. */
  disarmed = 0;

  constructor(isKnown: (n: number) => boolean) {
    this.#isKnown = isKnown;
  }

  /** The next piece of the answer; returns what can be shown by now. */
  push(text: string): string {
    return this.#shown(this.#next(text));
  }

  #shown(text: string): string {
    const apart = beside(this.#last, text).slice(this.#last.length);
    this.#last = apart.slice(-1) || this.#last;
    return apart;
  }

  #next(text: string): string {
    // A carriage return would end a line for some readers and not for others.
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
      shown = beside(shown, this.#inert(this.#held.slice(0, safe)));
      this.#isMidLine = true;
      this.#held = this.#held.slice(safe);
    }
    return shown;
  }

  /** What was held back to the end. Code that the model left open is closed, or it would swallow what is written behind the answer. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    const shown = rest === '' ? '' : this.#shown(this.#line(rest));
    if (this.#fence === undefined) return shown;
    const closed = `${(shown || this.#last).endsWith('\n') ? '' : '\n'}${this.#fence.mark}`;
    this.#fence = undefined;
    return shown + closed;
  }

  /** In a block of HTML, what looks like a fence is none. */
  #beginLine(line: string): void {
    if (!this.#isMidLine && this.#fence === undefined && /^\s{0,3}</.test(line)) this.#isDoubtful = true;
  }

  #line(line: string): string {
    this.#beginLine(line);
    const before = this.#fence;
    if (!this.#isMidLine && !this.#isDoubtful) this.#fence = fenceAfter(before, line);
    this.#isMidLine = false;
    if (before === undefined) return this.#fence === undefined ? this.#inert(line) : `${this.#fence.mark}${this.#fence.language}\n`;
    return this.#fence === undefined ? `${before.mark}${line.endsWith('\n') ? '\n' : ''}` : codeLine(before, line);
  }

  /** Up to where the unfinished line can be shown: a blank before which every bracket, angle and backtick is closed. */
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
      const sign = held.charAt(i);
      if (!this.#isDoubtful && i === spans[span]?.from) i = (spans[span++] as Span).to - 1;
      else if (sign === '`' && !this.#isDoubtful && isOpen) break;
      else if (sign === '[' || sign === '【') square++;
      else if (sign === ']' || sign === '】') square = Math.max(0, square - 1);
      else if (sign === '(' && held.charAt(i - 1) === ']') round++;
      else if (sign === ')') round = Math.max(0, round - 1);
      else if (sign === '<') angle++;
      else if (sign === '>') angle = Math.max(0, angle - 1);
      // The blank itself stays: it goes with a number that is removed.
      else if (sign === ' ' && square + round + angle === 0) safe = i;
    }
    return safe;
  }

  #inert(text: string): string {
    const { spans, isOpen } = codeSpans(text);
    this.#isDoubtful ||= isOpen;
    if (this.#isDoubtful) return this.#disarm(text);
    let inert = '';
    let at = 0;
    for (const { from, to } of spans) {
      inert = beside(beside(inert, this.#disarm(text.slice(at, from))), text.slice(from, to));
      at = to;
    }
    return beside(inert, this.#disarm(text.slice(at)));
  }

  #disarm(text: string): string {
    const plain = text.replace(
      inertParts,
      (whole, alt, label, target, definition, angled, bare, word, behind, blank, numbers, number, at) => {
        if (word !== undefined) return this.#behindWord(word, behind, text.slice(at + whole.length, at + whole.length + 2));
        if (blank !== undefined) return this.#citation(whole, blank, numbers ?? number);
        if (definition !== undefined) return `${definition} :`;
        if (bare !== undefined) {
          const url = bare.replace(/[.,;:!?)]{1,9}$/, '');
          return this.#address(url) + bare.slice(url.length);
        }
        this.disarmed++;
        if (angled !== undefined) return this.#address(angled);
        if (label !== undefined) return this.#disarm(label) + (/^https?:/i.test(target) ? ` (${this.#address(target)})` : '');
        return alt ?? '';
      },
    );
    const apart = this.#isDoubtful ? plain : plain.replaceAll('``', '` `').replaceAll('\\`', '\\ `');
    return apart.replaceAll('](', '] (').replace(leftTag, '‹');
  }

  /** Numbers right behind a word: indexes become code, in which no number cites; behind a word of prose they cite. */
  #behindWord(word: string, numbers: string, after: string): string {
    const isIndex = letter.test(word) || listNames.test(word) || codeLike.test(word) || restOfIndex.test(after) || numbers.includes('[0]');
    if (isIndex) return this.#isDoubtful ? word + numbers : `\`${word}${numbers}\``;
    return word + numbers.replace(/\[(\d{1,4})\]/g, (whole, number) => this.#citation(whole, '', number));
  }

  /** An address as code, which nothing makes a link; where backticks are in doubt, broken in two. */
  #address(url: string): string {
    return this.#isDoubtful ? url.replace(/(:\/\/|^www\.|:)/i, '$1 ') : `\`${url}\``;
  }

  #citation(whole: string, blank: string, list: string): string {
    const numbers = listed(list);
    // No source has the number 0, a list has.
    if (numbers.includes(0)) return whole;
    const known = numbers.filter((n) => this.#isKnown(n));
    this.unknown.push(...numbers.filter((n) => !this.#isKnown(n)));
    const marks = [...known.map((n) => `[${n}]`), ...(known.length < numbers.length ? [unknownMark] : [])];
    return blank + marks.join('');
  }
}

/** Two texts in a row that, where something between them was taken out, do not become one mark. */
function beside(a: string, b: string): string {
  const isMark = /[`\\]$/.test(a) ? b.startsWith('`') : a.endsWith(']') && b.startsWith('(');
  return isMark ? `${a} ${b}` : a + b;
}

/** The numbers of "1", "1, 3" or "2-4". */
function listed(list: string): readonly number[] {
  const numbers: number[] = [];
  for (const part of list.split(/[,;]/)) {
    const [from = 0, to = from] = part.split(/[–-]/).map((one) => Number(one.trim()));
    for (let n = from; n <= Math.min(to, from + 50); n++) numbers.push(n);
  }
  return [...new Set(numbers)];
}

/** Checks an answer that has gone through an `AnswerFilter`; `isKnown` tells which numbers mean a source. */
export function checkAnswer(answer: string, isKnown: (n: number) => boolean): CheckedAnswer {
  const sentences = sentencesOf(answer, isKnown);
  const cited = [...new Set(sentences.flatMap(({ cites }) => cites))];
  const unsupported = sentences.filter((one) => one.cites.length === 0 && states(answer.slice(one.from, one.to)));
  const opening = answer
    .trimStart()
    .slice(0, notInSources.length - 1)
    .toLowerCase();
  const found = cited.length > 0 && opening !== notInSources.slice(0, -1).toLowerCase();
  return { found, cited, sentences, unsupported: unsupported.map(({ from, to }) => ({ from, to })) };
}

/** Whether a sentence says something that a source would have to say. */
function states(sentence: string): boolean {
  const text = sentence.trim();
  if (/[:?]$|^#{1,6}\s/.test(text) || text.toLowerCase().includes('sources do not')) return false;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3;
}

/** The sentences outside of fenced code, with what each cites; numbers behind the full stop belong to the sentence before it. */
function sentencesOf(answer: string, isKnown: (n: number) => boolean): readonly CheckedSentence[] {
  const sentences: CheckedSentence[] = [];
  let fence: Fence | undefined;
  let from = 0;
  for (const line of answer.split(/(?<=\n)/)) {
    const before = fence;
    fence = fenceAfter(before, line);
    if (before === undefined && fence === undefined) sentences.push(...sentencesIn(line, from, isKnown));
    from += line.length;
  }
  return sentences;
}

/** The numbers in brackets that stand in no code, where a number is an index, in their order. */
export function citedNumbers(text: string): readonly CitedNumber[] {
  const found: CitedNumber[] = [];
  let fence: Fence | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const before = fence;
    fence = fenceAfter(before, line);
    if (before === undefined && fence === undefined)
      for (const { n, from, to } of numbersInLine(line)) found.push({ n, from: at + from, to: at + to });
    at += line.length;
  }
  return found;
}

function numbersInLine(line: string): readonly CitedNumber[] {
  const { spans } = codeSpans(line);
  let next = 0;
  const found: CitedNumber[] = [];
  for (const { 0: whole, 1: digits, index } of line.matchAll(/\[(\d{1,4})\]/g)) {
    while ((spans[next]?.to ?? line.length) <= index) next++;
    if (index < (spans[next]?.from ?? line.length)) found.push({ n: Number(digits), from: index, to: index + whole.length });
  }
  return found;
}

function sentencesIn(line: string, offset: number, isKnown: (n: number) => boolean): readonly CheckedSentence[] {
  const found: CheckedSentence[] = [];
  const numbers = numbersInLine(line).filter(({ n }) => isKnown(n));
  let from = 0;
  let next = 0;
  const ends = /[.!?。！？]["')*_`]{0,4}(?:\s?\[\d{1,4}\])*(?=\s|$)|$/g;
  for (const end of line.matchAll(ends)) {
    const to = end.index + end[0].length;
    const text = line.slice(from, to);
    if (to < line.length && sentenceGoesOn(text, line.slice(to, to + 12))) continue;
    if (text.trim() !== '') {
      const cites: number[] = [];
      while ((numbers[next]?.from ?? to) < to) cites.push((numbers[next++] as CitedNumber).n);
      found.push({ from: offset + from + text.search(/\S/), to: offset + from + text.trimEnd().length, cites: [...new Set(cites)] });
    }
    from = to;
  }
  return found;
}
