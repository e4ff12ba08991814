/**
 * Finds the comments and strings of a source by their delimiters, without a parser.
 *
 * Deviations: a regular expression literal is code, and one that holds a quote may open a string up to the end of the line; a quote that is not closed on its line opens no string, so an error ends with its line. Doc
 * strings (three quotes) count as comments. Cost: one pass over the text.
 */

import { grown } from '../util/growArray.ts';
import { once } from '../util/once.ts';
import { skip } from '../util/strings.ts';
import { type Comments, type Language, languages, plainText } from './languages.ts';
import { type Scan, tokenize } from './words/tokens.ts';

/** The zone of a code unit. */
export const Zone = { Code: 0, Comment: 1, String: 2 } as const;

/** The delimiters of a one-line comment; the closing one may be empty. */
export function commentOf({ line, block }: Comments): readonly [string, string] {
  return line[0] === undefined ? (block[0] ?? ['//', '']) : [line[0], ''];
}

const markupBlock = ['<!--', '-->'] as const;

/** The comments of any language, for files of an unknown one; marks that more often begin something else are left out. */
const anyComments = once((): Comments => {
  const isClear = (mark: string): boolean => !['{', '"', "'"].includes(mark);
  const line = languages.flatMap(({ comments }) => comments.line).filter(isClear);
  const block = languages.flatMap(({ comments }) => comments.block).filter(([open]) => isClear(open));
  return { line: [...new Set(line)], block, quotes: '' };
});

/** Reads the lines of a file from its first one on, and tells which of them are comments. */
export class CommentLines {
  readonly #blocks: Comments['block'];
  readonly #marks: readonly string[];
  /** The end mark of the block comment that the last line is in. */
  #close: string | undefined;

  constructor(language: Language) {
    const { line, block } = language === plainText ? anyComments() : language.comments;
    this.#blocks = [...block, markupBlock];
    // Markdown's own comments are links that nothing shows.
    this.#marks = language.kind === 'doc' && language !== plainText ? [...line, '[//]: # ('] : line;
  }

  /** The next line without its comment mark and decoration; undefined if it is not a comment. */
  read(line: string): string | undefined {
    if (this.#close !== undefined) {
      if (line.includes(this.#close)) this.#close = undefined;
      return bare(line, 0);
    }
    const start = skip(line, ' \t', 0);
    const block = this.#blocks.find(([open]) => line.startsWith(open, start));
    if (block !== undefined) {
      const [open, close] = block;
      if (!line.includes(close, start + open.length)) this.#close = close;
      return bare(line, start + open.length);
    }
    const mark = this.#marks.find((one) => line.startsWith(one, start));
    return mark === undefined ? undefined : bare(line, start + mark.length);
  }
}

function bare(line: string, from: number): string {
  return line.slice(skip(line, ' \t/*#-;%!', from)).trim();
}

/** Whether a line looks like part of a comment. */
export function isCommentLine(line: string, { line: marks, block }: Comments): boolean {
  const text = line.trimStart();
  return (
    marks.some((mark) => text.startsWith(mark)) || block.some(([open]) => text.startsWith(open) || (open === '/*' && text.startsWith('*')))
  );
}

/** Whether a line of a block comment is its last. */
export function endsBlockComment(line: string, comments: Comments): boolean {
  const text = line.trimEnd();
  return isCommentLine(line, comments) && comments.block.some(([open, close]) => open !== close && text.endsWith(close));
}

/** Ranges of a text in order, such as its comments and strings: valid until the next `find` or `clear`. */
export class ZoneList {
  count = 0;
  starts = new Int32Array(1 << 8);
  /** Exclusive. */
  ends = new Int32Array(1 << 8);
  /** `Zone.Comment`, `Zone.String`, or any other kind that was added; at most 255. */
  kinds = new Uint8Array(1 << 8);
  #cursor = 0;

  find(text: string, scan: Scan, comments: Comments): this {
    this.clear();
    new ZoneReader(text, scan, comments, this).read();
    return this;
  }

  clear(): void {
    this.count = this.#cursor = 0;
  }

  /** The zone of an offset, or 0. Cost: constant for offsets that ascend. */
  zoneAt(offset: number): number {
    if (this.#cursor > 0 && offset < (this.ends[this.#cursor - 1] as number)) this.#cursor = 0;
    while (this.#cursor < this.count && (this.ends[this.#cursor] as number) <= offset) this.#cursor++;
    return this.#cursor < this.count && offset >= (this.starts[this.#cursor] as number) ? (this.kinds[this.#cursor] as number) : Zone.Code;
  }

  /** Adds a range, unless it is empty or overlaps the last one. */
  add(from: number, to: number, zone: number): void {
    if (to <= from || (this.count > 0 && from < (this.ends[this.count - 1] as number))) return;
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
      this.kinds = grown(this.kinds);
    }
    this.starts[this.count] = from;
    this.ends[this.count] = to;
    this.kinds[this.count++] = zone;
  }
}

const list = new ZoneList();

/** The `Zone` of every code unit of a text. */
export function zonesOf(text: string, comments: Comments): Uint8Array {
  const { count, starts, ends, kinds } = list.find(text, tokenize(text), comments);
  const zones = new Uint8Array(text.length);
  for (let i = 0; i < count; i++) zones.fill(kinds[i] as number, starts[i], ends[i]);
  return zones;
}

const Char = { LineFeed: 10, Dollar: 36, Backslash: 92, Backtick: 96, Opening: 123, Closing: 125 } as const;

/** A cursor over the occurrences of a string, for ascending offsets. */
interface Occurrence {
  readonly text: string;
  /** The end mark of a comment that it opens; a line break if empty. */
  readonly close: string;
  at: number;
}

const knownQuotes = new Map<string, Uint8Array>();

function quotesByUnit(quotes: string): Uint8Array {
  const known =
    knownQuotes.get(quotes) ?? Uint8Array.from({ length: 128 }, (_, unit) => Number(quotes.includes(String.fromCharCode(unit))));
  knownQuotes.set(quotes, known);
  return known;
}

class ZoneReader {
  readonly #text: string;
  readonly #scan: Scan;
  readonly #into: ZoneList;
  /** The delimiters of comments, blocks first. */
  readonly #occurrences: readonly Occurrence[];
  /** Not 0 for code units that are quotes. */
  readonly #quotes: Uint8Array;
  /** The next mark to look at. */
  #mark = 0;
  /** The number of open braces in the code of each open template literal, innermost last. */
  readonly #templates: number[] = [];
  /** For each kind of quote, the offset up to which it is known not to be closed. */
  readonly #unclosed = new Map<number, number>();

  constructor(text: string, scan: Scan, { line, block, quotes }: Comments, into: ZoneList) {
    this.#text = text;
    this.#scan = scan;
    this.#into = into;
    const delimiters = [...block, ...line.map((open) => [open, ''] as const)];
    this.#occurrences = delimiters.map(([open, close]) => ({ text: open, close, at: -1 }));
    this.#quotes = quotesByUnit(quotes);
  }

  read(): void {
    const { length } = this.#text;
    for (let at = 0; at < length; ) {
      const quote = this.#nextQuote(at);
      const comment = this.#nextComment(at);
      const next = Math.min(quote, comment?.at ?? length);
      const brace = this.#templates.length === 0 ? next : this.#closingBrace(at, next);
      if (brace < next) at = this.#readTemplate(brace);
      else if (comment?.at === next) at = this.#readComment(comment);
      else if (next < length) at = this.#readQuote(next);
      else break;
    }
  }

  /** The first quote from `at` on, or the length of the text. */
  #nextQuote(at: number): number {
    const { marks, units, markCount } = this.#scan;
    const quotes = this.#quotes;
    let next = this.#mark;
    while (next < markCount && ((marks[next] as number) < at || quotes[units[marks[next] as number] as number] === 0)) next++;
    this.#mark = next;
    return next < markCount ? (marks[next] as number) : this.#text.length;
  }

  /** The first delimiter of a comment from `at` on. */
  #nextComment(at: number): Occurrence | undefined {
    let first: Occurrence | undefined;
    for (const one of this.#occurrences) {
      while (one.at < at || (one.at < this.#text.length && isPartOfCode(this.#text, one))) {
        const found = this.#text.indexOf(one.text, Math.max(at, one.at + 1));
        one.at = found < 0 ? this.#text.length : found;
      }
      if (one.at < (first?.at ?? this.#text.length)) first = one;
    }
    return first;
  }

  #readComment({ at, text: open, close }: Occurrence): number {
    const end = this.#text.indexOf(close === '' ? '\n' : close, at + open.length);
    const to = end < 0 ? this.#text.length : end + close.length;
    this.#into.add(at, to, Zone.Comment);
    return to;
  }

  /** Reads the string that a quote may open; returns where code continues. */
  #readQuote(at: number): number {
    if (this.#scan.units[at] === Char.Backtick) {
      // An unclosed backtick does not open a template, nor does one in a regular expression.
      return this.#text.indexOf('`', at + 1) < 0 || isInPattern(this.#text, at) ? at + 1 : this.#readTemplate(at);
    }
    const end = this.#closing(at);
    if (end < 0) return at + 1;
    this.#into.add(at, end + 1, Zone.String);
    return end + 1;
  }

  /** The brace before `to` that closes the code of the innermost template, or `to`; counts those before it. */
  #closingBrace(from: number, to: number): number {
    const { units } = this.#scan;
    const inner = this.#templates.length - 1;
    for (let at = from; at < to; at++) {
      if (units[at] === Char.Opening) (this.#templates[inner] as number)++;
      else if (units[at] === Char.Closing && (this.#templates[inner] as number)-- === 0) {
        this.#templates.pop();
        return at;
      }
    }
    return to;
  }

  /** Reads one string part of a template literal, up to the code in `${}` or the end; returns its end. */
  #readTemplate(open: number): number {
    const { units } = this.#scan;
    let to = this.#text.length;
    for (let at = open + 1; at < to; at++) {
      if (units[at] === Char.Backslash) at++;
      else if (units[at] === Char.Backtick) to = at + 1;
      else if (units[at] === Char.Dollar && units[at + 1] === Char.Opening) {
        this.#templates.push(0);
        to = at + 2;
      }
    }
    this.#into.add(open, to, Zone.String);
    return to;
  }

  /** The closing quote on the same line, or -1. */
  #closing(open: number): number {
    const { marks, units, markCount } = this.#scan;
    const quote = units[open] as number;
    if (open < (this.#unclosed.get(quote) ?? 0)) return -1;
    let mark = this.#mark + 1;
    for (; mark < markCount; mark++) {
      const at = marks[mark] as number;
      if (units[at] === quote) return at;
      if (units[at] === Char.LineFeed) break;
      if (units[at] === Char.Backslash && marks[mark + 1] === at + 1) mark++;
    }
    this.#unclosed.set(quote, marks[mark] ?? this.#text.length);
    return -1;
  }
}

/**
 * `//` after a colon is part of a URL, `#` inside a word is part of it, `%` begins a map or struct in Elixir, and `(*)` is an operator in
 * Haskell, not a comment of OCaml.
 */
function isPartOfCode(text: string, { text: open, at }: Occurrence): boolean {
  const before = text.charAt(at - 1);
  switch (open) {
    case '#':
      return /[\w$&]/.test(before);
    case '%':
      return /^%[\w.]{0,60}\{/.test(text.slice(at, at + 64));
    case '(*':
      return text.charAt(at + 2) === ')';
    default:
      return before === ':' && open === '//';
  }
}

/** Longer lines are data. UTF-16 units. */
const maxLineLength = 400;

/** Whether the backtick at an offset is part of a regular expression literal: a slash after an operator opens one on its line, another closes it. */
function isInPattern(text: string, at: number): boolean {
  const min = Math.max(0, at - maxLineLength - 1);
  const start = min + text.slice(min, at).lastIndexOf('\n') + 1;
  if (at - start > maxLineLength) return false;
  let isOpen = false;
  let isClass = false;
  for (let i = start; i < at; i++) {
    const unit = text.charAt(i);
    if (isOpen && unit === '\\') i++;
    else if (isOpen && unit === '[') isClass = true;
    else if (isOpen && unit === ']') isClass = false;
    else if (unit === '/' && isOpen && !isClass) isOpen = false;
    else if (unit === '/' && !isOpen) isOpen = beginsPattern(text.slice(start, i).trimEnd(), text.charAt(i + 1));
  }
  const line = text.slice(at, at + maxLineLength);
  return isOpen && line.split('\n', 1)[0]?.includes('/') === true;
}

/** Whether a slash between these begins a regular expression: it divides nothing, and opens no comment. */
function beginsPattern(before: string, next: string): boolean {
  return next !== '/' && next !== '*' && ('=(,:!&|?{};[+~^'.includes(before.slice(-1)) || before.endsWith('return'));
}
