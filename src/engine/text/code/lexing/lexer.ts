/**
 * Reads a source into words, strings and marks, and finds its comments and strings, by the marks of its language.
 *
 * Deviations from a compiler: a quote that is not closed on its line opens no string, unless its language has strings of several lines, and
 * then within `maxStringLines`; so an error ends with its line. A doc string (a block comment with equal ends) counts as a comment.
 * Cost: one pass over what is between the words of the scan; the words are taken from it.
 */

import { Class, classOf } from '../../words/characters.ts';
import type { Scan } from '../../words/tokens.ts';
import { hashOfWord } from '../../words/wordHash.ts';
import type { Comments } from '../syntax.ts';
import { Brackets } from './brackets.ts';
import { Branch, directiveAt } from './directives.ts';
import { Heredocs } from './heredocs.ts';
import { addQuoted } from './holes.ts';
import { type Lexis, lexisOf, Sign } from './lexis.ts';
import { characterEnd, isPartOfCode, namedLiteral, patternEnd } from './literals.ts';
import { Part, type Parts } from './parts.ts';
import { Quotes } from './quotes.ts';
import { Zone, type ZoneSink } from './zone.ts';

const Char = {
  ...{ Tab: 9, LineFeed: 10, Return: 13, Blank: 32, Dollar: 36, Slash: 47, Less: 60 },
  ...{ OpeningSquare: 91, Backslash: 92, ClosingSquare: 93, Backtick: 96, OpeningBrace: 123, ClosingBrace: 125 },
} as const;

/** Not 0 for brackets and the backslash, which need a closer look. */
const brackets = new Uint8Array(128);
for (const mark of '()[]{}\\') brackets[mark.charCodeAt(0)] = 1;

/** A raw string has a prefix of up to this many letters. */
const maxPrefix = 3;
/** Parts of a name are joined into a word of up to this many units. */
const maxWord = 100;

/** Words after which a slash begins a regular expression. */
const beforePatterns = new Set(['return', 'typeof', 'case', 'in', 'of', 'and', 'or', 'not', 'when', 'if', 'unless'].map(hashOfWord));

/** What the lexer does not know by itself: which words begin declarations, and what names have inside. */
export interface LexerOptions {
  readonly declares?: ReadonlySet<number>;
  readonly nameMarks?: string;
  readonly nameStarts?: string;
}

/** Reads a scanned text: its zones and, if wanted, its parts. */
export function lex(text: string, scan: Scan, comments: Comments, zones: ZoneSink, parts: Parts, options: LexerOptions = {}): void {
  new Lexer(text, scan, comments, zones, parts, options).read();
}

class Lexer {
  readonly #text: string;
  readonly #units: Uint16Array;
  readonly #scan: Scan;
  readonly #zones: ZoneSink;
  readonly #parts: Parts;
  readonly #lexis: Lexis;
  readonly #brackets: Brackets;
  readonly #declares: ReadonlySet<number> | undefined;
  readonly #length: number;
  #at = 0;
  /** The indent of the line until its first part; -1 after that. */
  #indent = 0;
  /** Parts before this offset are those of a directive. */
  #directiveEnd = 0;
  /** The depth of brackets in which each open template goes on. */
  readonly #templates: number[] = [];
  readonly #heredocs: Heredocs;
  readonly #quotes: Quotes;

  constructor(text: string, scan: Scan, comments: Comments, zones: ZoneSink, parts: Parts, options: LexerOptions) {
    this.#text = text;
    this.#heredocs = new Heredocs(text);
    this.#scan = scan;
    this.#units = scan.units;
    this.#zones = zones;
    this.#parts = parts;
    this.#lexis = lexisOf(comments, options.nameMarks ?? '', options.nameStarts ?? '');
    this.#declares = options.declares;
    this.#quotes = new Quotes(scan.units, text.length, this.#lexis);
    this.#length = text.length;
    this.#brackets = new Brackets(parts);
  }

  read(): void {
    const { starts, ends, hashes, count } = this.#scan;
    const units = this.#units;
    const { signs } = this.#lexis;
    const length = this.#length;
    const parts = this.#parts;
    parts.clear(length);
    const { kinds, starts: partStarts, ends: partEnds, values, matches, indents } = parts;
    this.#startLine(0);
    let word = 0;
    let at = this.#at;
    // Most parts are inside a line, and are added here without a call; what needs a closer look goes on from `this.#at`.
    while (at < length) {
      let unit = units[at] as number;
      if (unit === Char.Blank) {
        while (unit === Char.Blank) unit = units[++at] as number;
        continue;
      }
      while (word < count && (starts[word] as number) < at) word++;
      const next = parts.count;
      const isInside = this.#indent < 0 && at >= this.#directiveEnd;
      if (word < count && starts[word] === at) {
        const end = ends[word] as number;
        // The prefix of a raw string.
        if (((signs[unit] as number) & Sign.Delimiter) !== 0 && end - at <= maxPrefix && this.#readDelimited(at)) {
          at = this.#at;
          continue;
        }
        if (isInside && (next === 0 || kinds[next - 1] !== Part.Word || partEnds[next - 1] !== at)) {
          kinds[next] = Part.Word;
          partStarts[next] = at;
          partEnds[next] = end;
          values[next] = hashes[word] as number;
          matches[next] = indents[next] = -1;
          parts.count = next + 1;
          at = end;
          continue;
        }
        this.#addWord(at, end, hashes[word] as number);
      } else if (unit === Char.LineFeed || (unit === Char.Return && units[at + 1] !== Char.LineFeed)) this.#startLine(at + 1);
      else if (unit < Char.Blank || unit >= 128) {
        this.#at = at + 1;
        // What the scan leaves out of a word.
        if (unit >= 128 && classOf(unit) >= Class.Lower) this.#addWord(at, at + 1, 0);
      } else if (signs[unit] !== 0) this.#readSign(at, unit, signs[unit] as number);
      else if (isInside && brackets[unit] === 0) {
        kinds[next] = Part.Mark;
        partStarts[next] = at;
        partEnds[next] = ++at;
        values[next] = unit;
        matches[next] = indents[next] = -1;
        parts.count = next + 1;
        continue;
      } else this.#addMark(at, unit);
      at = this.#at;
    }
    this.#brackets.finish();
  }

  #startLine(start: number): void {
    let width = 0;
    let at = start;
    for (; this.#units[at] === Char.Blank || this.#units[at] === Char.Tab; at++) width += this.#units[at] === Char.Tab ? 4 : 1;
    if (at >= this.#length) at = this.#length;
    this.#at = at;
    this.#indent = width;
    if (this.#heredocs.areAnnounced) this.#readHeredocs(start);
    else if (this.#lexis.column !== undefined) this.#readColumn(start);
  }

  /** A comment line by the character in its column. */
  #readColumn(start: number): void {
    const [column, characters] = this.#lexis.column as readonly [number, string];
    const end = this.#lineEnd(start);
    const at = start + column;
    if (at >= end || !characters.includes(this.#text.charAt(at))) return;
    this.#zones.add(start, end, Zone.Comment);
    this.#at = end;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#length : end;
  }

  #addWord(start: number, end: number, hash: number): void {
    this.#at = end;
    if (start < this.#directiveEnd) return;
    const { lineWords } = this.#lexis;
    if (lineWords.size > 0 && this.#indent >= 0 && lineWords.has(this.#text.slice(start, end))) {
      this.#readLineComment(start);
      return;
    }
    const parts = this.#parts;
    const last = parts.count - 1;
    if (last >= 0 && this.#indent < 0 && parts.kinds[last] === Part.Word && parts.ends[last] === start) {
      parts.ends[last] = end;
      // A longer name is no word of a language.
      const length = end - (parts.starts[last] as number);
      parts.values[last] = length <= maxWord ? hashOfWord(this.#text.slice(parts.starts[last], end)) : 0;
      return;
    }
    this.#add(Part.Word, start, end, hash);
  }

  #add(kind: number, start: number, end: number, value: number): void {
    const indent = this.#indent;
    if (indent >= 0) {
      this.#brackets.startLine(indent);
      if (kind === Part.Word && this.#brackets.depth > 0 && this.#templates.length === 0 && this.#declares?.has(value) === true)
        this.#brackets.declare(indent, this.#parts.count);
      this.#indent = -1;
    }
    this.#parts.add(kind, start, end, value, indent);
  }

  #addMark(at: number, unit: number): void {
    this.#at = at + 1;
    if (at < this.#directiveEnd) return;
    if (unit === Char.Backslash && this.#isLineEnd(at + 1)) {
      // The line goes on in the next one.
      this.#at = this.#lineEnd(at) + 1;
      return;
    }
    const part = this.#parts.count;
    this.#add(Part.Mark, at, at + 1, unit);
    switch (unit) {
      case Char.Backslash:
        // An escaped quote opens no string.
        if (((this.#lexis.signs[this.#units[at + 1] as number] as number) & Sign.Quote) !== 0) this.#at = at + 2;
        break;
      case 40:
      case Char.OpeningSquare:
      case Char.OpeningBrace:
        this.#brackets.open(part, unit);
        break;
      case 41:
      case Char.ClosingSquare:
      case Char.ClosingBrace:
        this.#brackets.close(part, unit);
        if (unit === Char.ClosingBrace && this.#templates.length > 0 && this.#brackets.depth <= (this.#templates.at(-1) as number)) {
          this.#templates.pop();
          this.#readTemplate(at + 1, at);
        }
    }
  }

  #isLineEnd(at: number): boolean {
    const unit = this.#units[at];
    return unit === Char.LineFeed || (unit === Char.Return && this.#units[at + 1] === Char.LineFeed);
  }

  #readSign(at: number, unit: number, sign: number): void {
    if ((sign & Sign.Delimiter) !== 0 && this.#readDelimited(at)) return;
    if ((sign & Sign.Quote) !== 0) this.#readQuote(at, unit);
    else if ((sign & Sign.Name) !== 0 && this.#isInName(at, sign)) this.#addWord(at, at + 1, hashOfWord(String.fromCharCode(unit)));
    else if ((sign & Sign.Pattern) !== 0 && this.#beginsPattern()) this.#readPattern(at);
    else if ((sign & Sign.Heredoc) !== 0 && this.#units[at + 1] === Char.Less) this.#readHeredocName(at);
    else if ((sign & Sign.Directive) !== 0 && this.#indent >= 0) this.#readDirective(at);
    else this.#addMark(at, unit);
  }

  /** Reads the comment or string that a mark of several units opens; false if there is none. */
  #readDelimited(at: number): boolean {
    for (const { open, close, zone, isNamed } of this.#lexis.delimiters) {
      if (!this.#text.startsWith(open, at) || isPartOfCode(this.#text, open, at)) continue;
      if (close === '') this.#readLineComment(at);
      else if (!isNamed) this.#readBlock(at, open, close, zone);
      else {
        const named = namedLiteral(this.#text, at, open, close);
        if (named === undefined) continue;
        this.#readBlock(at, named.open, named.close, zone);
      }
      return true;
    }
    return false;
  }

  /** Whether a mark belongs to a name: after a word that touches it and before one, or where it may begin one. */
  #isInName(at: number, sign: number): boolean {
    const { count, kinds, ends } = this.#parts;
    const isAfterName = count > 0 && this.#indent < 0 && kinds[count - 1] === Part.Word && ends[count - 1] === at;
    const isBeforeName = classOf(this.#units[at + 1] ?? 0) >= Class.Lower;
    return (sign & Sign.NameStart) !== 0 || (isAfterName && isBeforeName);
  }

  #readLineComment(at: number): void {
    const end = this.#lineEnd(at);
    this.#zones.add(at, end, Zone.Comment);
    this.#at = end;
  }

  #readBlock(at: number, open: string, close: string, zone: number): void {
    const from = at + open.length;
    const end = this.#text.indexOf(close, from);
    const to = end < 0 ? this.#length : end + close.length;
    // A mark that nothing closes is no string.
    if (end < 0 && zone === Zone.String) {
      this.#addMark(at, this.#units[at] as number);
      return;
    }
    addQuoted(this.#text, at, to, zone, this.#lexis.holes, this.#zones);
    this.#at = to;
    if (zone === Zone.String) this.#addString(at, to);
  }

  #addString(from: number, to: number): void {
    if (from >= this.#directiveEnd) this.#add(Part.String, from, to, this.#units[from] as number);
  }

  /** Reads the string that a quote may open. */
  #readQuote(at: number, quote: number): void {
    const { characters } = this.#lexis;
    if (quote === Char.Backtick && this.#lexis.hasTemplates) {
      // An unclosed backtick does not open a template.
      if (this.#text.indexOf('`', at + 1) < 0) this.#addMark(at, quote);
      else this.#readTemplate(at, at);
      return;
    }
    if (characters.includes(quote)) {
      const end = characterEnd(this.#units, at, quote);
      if (end < 0) this.#addMark(at, quote);
      else this.#endString(at, end);
      return;
    }
    const end = this.#quotes.closing(at, quote);
    if (end < 0) this.#addMark(at, quote);
    else this.#endString(at, end);
  }

  #endString(at: number, to: number): void {
    addQuoted(this.#text, at, to, Zone.String, this.#lexis.holes, this.#zones);
    this.#at = to;
    this.#addString(at, to);
  }

  /** Reads one string part of a template literal from `from` on, up to the code in `${}` or the end. */
  #readTemplate(from: number, open: number): void {
    const units = this.#units;
    let to = this.#length;
    let isOpen = false;
    for (let at = Math.max(from, open + 1); at < to; at++) {
      if (units[at] === Char.Backslash) at++;
      else if (units[at] === Char.Backtick) to = at + 1;
      else if (units[at] === Char.Dollar && units[at + 1] === Char.OpeningBrace) {
        isOpen = true;
        to = at + 2;
      }
    }
    this.#zones.add(open, to, Zone.String);
    this.#at = to;
    this.#addString(from, to);
    if (!isOpen) return;
    this.#templates.push(this.#brackets.depth);
    const part = this.#parts.count;
    if (from >= this.#directiveEnd) {
      this.#add(Part.Mark, to - 1, to, Char.OpeningBrace);
      this.#brackets.open(part, Char.OpeningBrace);
    }
  }

  /** Whether a slash here divides nothing: after an operator, an opening bracket, or a word such as `return`. */
  #beginsPattern(): boolean {
    const { count, kinds, values } = this.#parts;
    if (count === 0) return true;
    const last = count - 1;
    if (kinds[last] === Part.String) return false;
    if (kinds[last] === Part.Word) return beforePatterns.has(values[last] as number);
    const unit = values[last] as number;
    return unit !== 41 && unit !== Char.ClosingSquare && unit !== Char.ClosingBrace;
  }

  #readPattern(at: number): void {
    const end = patternEnd(this.#units, at, this.#length);
    if (end < 0) this.#addMark(at, Char.Slash);
    else {
      this.#at = end;
      this.#addString(at, end);
    }
  }

  #readHeredocName(at: number): void {
    const { heredocs } = this.#lexis;
    const isAfterWord = this.#parts.kinds[this.#parts.count - 1] === Part.Word;
    this.#addMark(at, Char.Less);
    const end = this.#heredocs.announce(at, {
      isTripled: heredocs === 'tripled',
      needsMark: isAfterWord && heredocs === 'marked',
      hasDots: heredocs === 'any',
    });
    if (end < 0) {
      while (this.#units[this.#at] === Char.Less) this.#at++;
      return;
    }
    this.#zones.add(at, end, Zone.String);
    this.#at = end;
  }

  /** Passes over the texts that follow the line before `start`. */
  #readHeredocs(start: number): void {
    const end = this.#heredocs.pass(start, (from, to) => addQuoted(this.#text, from, to, Zone.String, this.#lexis.holes, this.#zones));
    if (end === start) return;
    // What follows the name goes on with the statement.
    this.#at = end;
    this.#indent = -1;
  }

  /** A line of a preprocessor; what it holds are no parts. */
  #readDirective(at: number): void {
    const { end, hash, branch } = directiveAt(this.#text, this.#units, at);
    if (branch === Branch.First) this.#brackets.branch();
    else if (branch === Branch.Next) this.#brackets.next(this.#parts.count);
    else if (branch === Branch.End) this.#brackets.end();
    this.#parts.add(Part.Directive, at, end, hash, this.#indent);
    this.#directiveEnd = end;
    this.#at = at + 1;
  }
}
