/**
 * Which parts of a source are comments and strings: a scanner of marks, not a parser.
 *
 * Deviations: a regular expression is code; a quote that nothing closes on its line opens
 * nothing, so an error ends with its line. Documentation strings (three quotes) count as comments. Cost: one pass over the text.
 */

import type { Steps } from '../util/steps.ts';

/** What a code unit belongs to. */
export const Zone = { Code: 0, Comment: 1, String: 2 } as const;

interface Marks {
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  readonly quotes: string;
}

const cLike: Marks = { line: ['//'], block: [['/*', '*/']], quotes: '"\'`' };
const marksOf: Readonly<Record<string, Marks>> = {
  python: {
    line: ['#'],
    block: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    quotes: '"\'',
  },
  ruby: { line: ['#'], block: [['=begin', '=end']], quotes: '"\'' },
  elixir: { line: ['#', '%'], block: [['"""', '"""']], quotes: '"\'' },
  r: { line: ['#', '//'], block: [['/*', '*/']], quotes: '"\'' },
  php: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'' },
  lua: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'' },
  sql: { line: ['--'], block: [['/*', '*/']], quotes: '"\'' },
  haskell: {
    line: ['--', '//'],
    block: [
      ['{-', '-}'],
      ['(*', '*)'],
    ],
    quotes: '"',
  },
  lisp: { line: [';'], block: [['#|', '|#']], quotes: '"' },
  shellscript: { line: ['#'], block: [], quotes: '"\'' },
  makefile: { line: ['#'], block: [], quotes: '' },
  config: { line: ['#', ';'], block: [], quotes: '"\'' },
  html: { line: [], block: [['<!--', '-->']], quotes: '' },
  rust: { line: ['//'], block: [['/*', '*/']], quotes: '"' },
  css: { line: ['//'], block: [['/*', '*/']], quotes: '"\'' },
  json: { line: ['//'], block: [['/*', '*/']], quotes: '"' },
};

/** How a comment of one line is written in a language: what opens it, and what closes it where something has to. */
export function commentOf(languageId: string): readonly [string, string] {
  const { line, block } = marksOf[languageId] ?? cLike;
  return line[0] === undefined ? (block[0] ?? ['//', '']) : [line[0], ''];
}

/** One of `Zone` for every code unit of the text of a language. */
export function zonesOf(text: string, languageId: string): Steps<Uint8Array> {
  return new ZoneReader(text, marksOf[languageId] ?? cLike).read();
}

/** UTF-16 units that are read without a pause. */
const unitsOfStep = 10_000;

class ZoneReader {
  readonly #text: string;
  readonly #marks: Marks;
  readonly #zones: Uint8Array;
  /** Of each template that the reader is inside of, the braces that its code has open; the innermost last. */
  readonly #templates: number[] = [];
  /** Up to where a quote is known not to be closed: all that follow were escaped when it was looked for. */
  readonly #unclosed = new Map<string, number>();

  constructor(text: string, marks: Marks) {
    this.#text = text;
    this.#marks = marks;
    this.#zones = new Uint8Array(text.length);
  }

  *read(): Steps<Uint8Array> {
    let pauseAt = unitsOfStep;
    for (let at = 0; at < this.#text.length; ) {
      at = this.#next(at);
      if (at < pauseAt) continue;
      yield;
      pauseAt = at + unitsOfStep;
    }
    return this.#zones;
  }

  /** Reads what begins at an offset of code; returns where code goes on. */
  #next(at: number): number {
    const sign = this.#text.charAt(at);
    if (this.#closesTemplateCode(sign)) return this.#readTemplate(at);
    if (sign === '`' && this.#marks.quotes.includes('`')) {
      // What nothing closes is no template.
      return this.#text.indexOf('`', at + 1) < 0 ? at + 1 : this.#readTemplate(at);
    }
    const end = this.#endOfZone(at);
    if (end !== undefined) this.#zones.fill(end.zone, at, end.to);
    return end?.to ?? at + 1;
  }

  /** Counts braces; whether this one ends the code of the innermost template. */
  #closesTemplateCode(sign: string): boolean {
    const inner = this.#templates.length - 1;
    if (inner < 0) return false;
    const depth = this.#templates[inner] as number;
    if (sign === '{') this.#templates[inner] = depth + 1;
    if (sign !== '}') return false;
    this.#templates[inner] = depth - 1;
    if (depth === 0) this.#templates.pop();
    return depth === 0;
  }

  /** A template literal is a string but for the code in `${}`: reads from the mark that opens a part of it to the one that ends the part. */
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

  /** The comment or string that opens at an offset; undefined where none does. */
  #endOfZone(at: number): { readonly to: number; readonly zone: number } | undefined {
    const text = this.#text;
    for (const [open, close] of this.#marks.block) {
      // The operator of Haskell, not a comment of OCaml.
      if (!text.startsWith(open, at) || text.startsWith('(*)', at)) continue;
      const end = text.indexOf(close, at + open.length);
      return { to: end < 0 ? text.length : end + close.length, zone: Zone.Comment };
    }
    if (this.#marks.line.some((mark) => text.startsWith(mark, at)) && !isPartOfCode(text, at)) {
      const end = text.indexOf('\n', at);
      return { to: end < 0 ? text.length : end, zone: Zone.Comment };
    }
    const quote = text.charAt(at);
    if (!this.#marks.quotes.includes(quote)) return undefined;
    const end = this.#closing(at, quote);
    return end < 0 ? undefined : { to: end + 1, zone: Zone.String };
  }

  /** The quote that closes the one at an offset on its line; -1 where none does. */
  #closing(open: number, quote: string): number {
    if (open < (this.#unclosed.get(quote) ?? 0)) return -1;
    const text = this.#text;
    let at = open + 1;
    for (; at < text.length; at++) {
      const sign = text.charAt(at);
      if (sign === quote) return at;
      if (sign === '\\') at++;
      else if (sign === '\n') break;
    }
    this.#unclosed.set(quote, at);
    return -1;
  }
}

/** `//` after a colon is part of an address, `#` inside a word part of it, and `%` begins a map or a struct of Elixir. */
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
