/**
 * Makes a model's answer safe to show: its marks become `[1]`, those of no source `[?]`; links, images and HTML become plain text. Works on a
 * stream: text is passed on as soon as nothing that follows can change it. Linear in the text; every pattern is bounded.
 */

import { codeSpans } from '../../text/codeSpans.ts';
import { codeLine, type Fence, fenceAfter } from '../../text/fences.ts';
import type { Span } from '../../text/spans.ts';
import { cutAt, endsWithAny, hasAny, indentLength, trimEndOf } from '../../util/strings.ts';
import { citation } from './citations.ts';
import { type Mark, markPattern, mayBeNamed, mayBeRaised, raised, readMarks, readNamed, readRaised } from './marks.ts';
import { type NamedSource, numberedBy } from './spelledMarks.ts';

/** Replaces a number that refers to no source. */
const unknownMark = '[?]';

/** Max UTF-16 units of a line that are held back while a bracket or backtick is open. */
const maxHeldLength = 4000;
/** Whether parentheses at `at` end soon, or may. */
function isShort(held: string, at: number): boolean {
  const rest = held.slice(at, at + maxMarkLength);
  return rest.length < maxMarkLength || hasAny(rest, brackets.roundEnd);
}
const maxMarkLength = 60;
const brackets = { square: '[【［〔', squareEnd: ']】］〕', round: '(（', roundEnd: ')）' } as const;
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
    markPattern,
  ].join('|'),
  'gi',
);

/** What may stand right before a mark with lines: after a word it is a slice. */
const beforeMarks = ` .,;:!?)]*_"'’”`;
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
  readonly #numbered: (text: string) => string;
  #held = '';
  /** The last character that was shown. */
  #last = '';
  #fence: Fence | undefined;
  #isMidLine = false;
  /** Whether it is ambiguous where code begins and ends; from then on nothing counts as code. */
  #isAmbiguous = false;
  /** Numbers that refer to no source, in order. */
  readonly unknown: number[] = [];
  /** The marks as they were passed on, in order. */
  readonly marks: Mark[] = [];
  /** Number of links, images and tags that were made plain text. */
  disarmed = 0;

  /** `sources` are those that marks may name by their paths. */
  constructor(isKnown: (n: number) => boolean, sources: readonly NamedSource[] = []) {
    this.#isKnown = isKnown;
    this.#numbered = numberedBy(sources);
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
      else if (brackets.square.includes(character)) square++;
      else if (brackets.squareEnd.includes(character)) square = Math.max(0, square - 1);
      // Parentheses that are short may hold a mark.
      else if (held.startsWith(raised.begin, i) || (brackets.round.includes(character) && (held.charAt(i - 1) === ']' || isShort(held, i))))
        round++;
      else if (held.startsWith(raised.end, i) || brackets.roundEnd.includes(character)) round = Math.max(0, round - 1);
      else if (character === '<') angle++;
      else if (character === '>') angle = Math.max(0, angle - 1);
      // The space is held back too: it belongs to a citation that may follow.
      else if (character === ' ' && square + round + angle === 0 && !mayBeNamed(held.slice(Math.max(0, i - maxMarkLength), i))) safe = i;
    }
    return safe;
  }

  #inert(written: string): string {
    const text = this.#numbered(written);
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
      (whole, alt, label, target, definition, angled, bare, word, indices, space, square, wide, round, sup, digits, noun, named, at) => {
        if (word !== undefined) return this.#afterWord(word, indices, text.slice(at + whole.length, at + whole.length + 2));
        if (named !== undefined) return this.#ifKnown(whole, `${space}${noun}`, readMarks(named.replace('(', '').replace(')', '')));
        if ((sup ?? digits) !== undefined) {
          const marks = digits === undefined ? readMarks(sup) : readRaised(digits);
          return space === '' && !mayBeRaised(text.slice(Math.max(0, at - maxMarkLength), at)) ? whole : this.#ifKnown(whole, space, marks);
        }
        if (space !== undefined) {
          const isAfterWord = space === '' && square !== undefined && at > 0 && !endsWithAny(text.slice(0, at), beforeMarks);
          const marks = readMarks(square ?? wide ?? round, round !== undefined);
          const isInLine = (text.slice(0, at).trim() || this.#last.trim()) !== '';
          if (marks === undefined && square !== undefined && isInLine) return this.#ifKnown(whole, space, readNamed(square));
          return marks === undefined || (isAfterWord && marks.some(({ lines }) => lines)) ? whole : this.#citation(whole, space, marks);
        }
        if (definition !== undefined) return `${definition} :`;
        if (bare !== undefined) {
          const url = trimEndOf(bare, '.,;:!?)');
          return this.#address(url) + bare.slice(url.length);
        }
        this.disarmed++;
        if (angled !== undefined) return this.#address(angled);
        const linked = label === undefined ? undefined : readMarks(label);
        if (linked !== undefined) return this.#citation(label, '', linked);
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
    return word + numbers.replace(citation, (whole, number) => this.#citation(whole, '', [{ n: Number(number) }]));
  }

  /** A URL as code, which is never made a link; split by a space if backticks are ambiguous. */
  #address(url: string): string {
    return this.#isAmbiguous ? url.replace(/^www\.|:(?:\/\/)?/i, '$& ') : `\`${url}\``;
  }

  /** Numbers that may be something else cite if there are such sources. */
  #ifKnown(whole: string, before: string, marks: readonly Mark[] | undefined): string {
    return marks?.every(({ n }) => this.#isKnown(n)) ? this.#citation(whole, before, marks) : whole;
  }

  #citation(whole: string, space: string, marks: readonly Mark[]): string {
    // No source has number 0, but arrays start at it.
    if (marks.some(({ n }) => n === 0)) return whole;
    const known = marks.filter(({ n }) => this.#isKnown(n));
    this.marks.push(...known);
    this.unknown.push(...marks.filter(({ n }) => !this.#isKnown(n)).map(({ n }) => n));
    return space + known.map(({ n }) => `[${n}]`).join('') + (known.length < marks.length ? unknownMark : '');
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
