/**
 * Finds the comments and strings of a source by their delimiters, without a parser.
 *
 * Deviations: a regular expression literal is code; a quote that is not closed on its line opens no string, so an error ends with its line. Doc
 * strings (three quotes) count as comments. Cost: one pass over the text.
 */

import type { Steps } from '../util/steps.ts';
import type { Comments } from './languages.ts';

/** The zone of a code unit. */
export const Zone = { Code: 0, Comment: 1, String: 2 } as const;

/** The delimiters of a one-line comment; the closing one may be empty. */
export function commentOf({ line, block }: Comments): readonly [string, string] {
  return line[0] === undefined ? (block[0] ?? ['//', '']) : [line[0], ''];
}

/** The `Zone` of every code unit of a text. */
export function zonesOf(text: string, comments: Comments): Steps<Uint8Array> {
  return new ZoneReader(text, comments).read();
}

/** Whether a line by itself looks like one of a comment, or like the end of one. */
export function isCommentLine(line: string, { line: marks, block }: Comments): boolean {
  const text = line.trimStart();
  return (
    marks.some((mark) => text.startsWith(mark)) || block.some(([open]) => text.startsWith(open) || (open === '/*' && text.startsWith('*')))
  );
}

/** UTF-16 units read between two yields. */
const unitsPerStep = 10_000;

class ZoneReader {
  readonly #text: string;
  readonly #comments: Comments;
  readonly #zones: Uint8Array;
  /** The number of open braces in the code of each open template literal, innermost last. */
  readonly #templates: number[] = [];
  /** For each kind of quote, the offset up to which it is known not to be closed. */
  readonly #unclosed = new Map<string, number>();

  constructor(text: string, comments: Comments) {
    this.#text = text;
    this.#comments = comments;
    this.#zones = new Uint8Array(text.length);
  }

  *read(): Steps<Uint8Array> {
    let pauseAt = unitsPerStep;
    for (let at = 0; at < this.#text.length; ) {
      at = this.#next(at);
      if (at < pauseAt) continue;
      yield;
      pauseAt = at + unitsPerStep;
    }
    return this.#zones;
  }

  /** Reads what begins at an offset of code; returns the offset where code continues. */
  #next(at: number): number {
    const character = this.#text.charAt(at);
    if (this.#closesTemplateCode(character)) return this.#readTemplate(at);
    if (character === '`' && this.#comments.quotes.includes('`')) {
      // An unclosed backtick opens no template.
      return this.#text.indexOf('`', at + 1) < 0 ? at + 1 : this.#readTemplate(at);
    }
    const end = this.#endOfZone(at);
    if (end !== undefined) this.#zones.fill(end.zone, at, end.to);
    return end?.to ?? at + 1;
  }

  /** Counts braces; true if this one ends the code of the innermost template. */
  #closesTemplateCode(character: string): boolean {
    const inner = this.#templates.length - 1;
    if (inner < 0) return false;
    const depth = this.#templates[inner] as number;
    if (character === '{') this.#templates[inner] = depth + 1;
    if (character !== '}') return false;
    this.#templates[inner] = depth - 1;
    if (depth === 0) this.#templates.pop();
    return depth === 0;
  }

  /** Reads one string part of a template literal, up to the code in `${}` or the end; returns its end. */
  #readTemplate(open: number): number {
    const text = this.#text;
    let to = text.length;
    for (let at = open + 1; at < text.length; at++) {
      if (text.charAt(at) === '\\') at++;
      else if (text.charAt(at) === '`') {
        to = at + 1;
        break;
      } else if (text.startsWith('${', at)) {
        this.#templates.push(0);
        to = at + 2;
        break;
      }
    }
    this.#zones.fill(Zone.String, open, to);
    return to;
  }

  /** The comment or string that begins at an offset, or undefined. */
  #endOfZone(at: number): { readonly to: number; readonly zone: number } | undefined {
    const text = this.#text;
    for (const [open, close] of this.#comments.block) {
      // `(*)` is an operator in Haskell, not a comment of OCaml.
      if (!text.startsWith(open, at) || text.startsWith('(*)', at)) continue;
      const end = text.indexOf(close, at + open.length);
      return { to: end < 0 ? text.length : end + close.length, zone: Zone.Comment };
    }
    if (this.#comments.line.some((mark) => text.startsWith(mark, at)) && !isPartOfCode(text, at)) {
      const end = text.indexOf('\n', at);
      return { to: end < 0 ? text.length : end, zone: Zone.Comment };
    }
    const quote = text.charAt(at);
    if (!this.#comments.quotes.includes(quote)) return undefined;
    const end = this.#closing(at, quote);
    return end < 0 ? undefined : { to: end + 1, zone: Zone.String };
  }

  /** The offset of the closing quote on the same line, or -1. */
  #closing(open: number, quote: string): number {
    if (open < (this.#unclosed.get(quote) ?? 0)) return -1;
    const text = this.#text;
    let at = open + 1;
    for (; at < text.length; at++) {
      const character = text.charAt(at);
      if (character === quote) return at;
      if (character === '\\') at++;
      else if (character === '\n') break;
    }
    this.#unclosed.set(quote, at);
    return -1;
  }
}

/** `//` after a colon is part of a URL, `#` inside a word is part of it, and `%` begins a map or struct in Elixir. */
function isPartOfCode(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  switch (text.charAt(at)) {
    case '#':
      return /[\w$&]/.test(before);
    case '%':
      return /^%[\w.]{0,60}\{/.test(text.slice(at, at + 64));
    default:
      return before === ':' && text.charAt(at) === '/';
  }
}
