/**
 * Tokenizes text into words: runs of letters, combining marks and digits, with `_` and `$` inside them. The numbers of a version (`2.4.1`,
 * `v2.4.1`) are one word, without the `v`.
 *
 * A run of an unspaced script (Han, kana, Hangul, Thai) is a token of its own, even next to Latin letters.
 * The same pass finds the starts of lines, and the quotes, backslashes and full stops, so that nothing else needs to scan every code unit.
 * Cost: a copy of the text, one pass, one table look-up per code unit, four numbers per word and per line, no strings.
 */

import { copyUnits } from '../../util/codeUnits.ts';
import { grown } from '../../util/growArray.ts';
import type { Span } from '../spans.ts';
import { Class, classes, classifyAll } from './characters.ts';
import { hashBasis, hashFactor, mixed } from './wordHash.ts';

/** Flags of a token. */
export const Shape = {
  /** Begins with a capital letter. */
  Capital: 1,
  /** Begins with a digit. */
  Digit: 2,
  /** Has `_`, `$` or a change of case inside, as identifiers do. */
  Identifier: 4,
  /** Has a character outside ASCII. */
  Foreign: 8,
  /** A run of an unspaced script. */
  Unspaced: 16,
  /** Has a digit. */
  HoldsDigit: 32,
} as const;

/** The tokens of a text, in order, as parallel columns. */
export interface Tokens {
  readonly count: number;
  /** The text's code units. */
  readonly units: Uint16Array;
  readonly starts: Int32Array;
  /** Exclusive. */
  readonly ends: Int32Array;
  readonly shapes: Uint8Array;
  /** The hash of each token, as `hashOfWord`. */
  readonly hashes: Int32Array;
}

/** The result of one pass over a text. */
export interface Scan extends Tokens {
  /** Whether every unit is ASCII. */
  readonly isAscii: boolean;
  /** Lines end at `\n`, `\r\n` and a lone `\r`, as in editors; there is no empty line after a final line break. */
  readonly lineCount: number;
  /** Start of each line; one more entry holds the length of the text. */
  readonly lineStarts: Int32Array;
  readonly markCount: number;
  /** Offsets of quotes, backslashes, full stops and line feeds, and of the last slash of each `://`. */
  readonly marks: Int32Array;
  /** Whether the text has a `://`. */
  readonly hasLink: boolean;
}

const [lineFeed, carriageReturn, fullStop, slash, colon, smallV] = [10, 13, 46, 47, 58, 118];
/** Odd for characters that always are marks; 2 or more for those that need a closer look. */
const markKinds = new Uint8Array(128);
for (const character of '"\'`\\.') markKinds[character.charCodeAt(0)] = 1;
markKinds[lineFeed] = 3;
markKinds[carriageReturn] = markKinds[slash] = 2;

/** The shape that a word gets by the class of its first unit, and by that of a later unit whose class differs from the one before. */
const firstShape = new Uint8Array(8);
const laterShape = new Uint8Array(8);
firstShape[Class.Unspaced] = Shape.Unspaced;
firstShape[Class.Upper] = Shape.Capital;
firstShape[Class.Digit] = Shape.Digit | Shape.HoldsDigit;
laterShape[Class.Digit] = Shape.HoldsDigit;
firstShape[Class.Joiner] = laterShape[Class.Joiner] = laterShape[Class.Upper] = Shape.Identifier;

/** Scans texts into the same columns: a result is valid until the next scan. */
export class Scanner implements Scan {
  isAscii = true;
  hasLink = false;
  count = 0;
  lineCount = 0;
  markCount = 0;
  /** These are as long as a text has units; unused pages take no physical memory. */
  units = new Uint16Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  shapes = new Uint8Array(0);
  hashes = new Int32Array(0);
  marks = new Int32Array(0);
  lineStarts = new Int32Array(1 << 8);
  #text: string | undefined;

  /** Scanning the same text again is free: lines, definitions, zones and occurrences are found one after the other. */
  scan(text: string): Scan {
    if (text === this.#text) return this;
    this.#text = text;
    if (this.units.length <= text.length) this.#makeRoom(Math.max(4096, text.length * 2));
    this.isAscii = copyUnits(text, this.units);
    if (!this.isAscii) classifyAll(this.units, text.length);
    const punctuationCount = this.#findWords(text.length);
    this.#readPunctuation(punctuationCount, text.length);
    return this;
  }

  #makeRoom(size: number): void {
    this.units = new Uint16Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.shapes = new Uint8Array(size);
    this.hashes = new Int32Array(size);
    this.marks = new Int32Array(size);
  }

  /** Finds the words, and puts the offsets of punctuation and line breaks in `marks`; returns their number. */
  #findWords(length: number): number {
    const { units, starts, ends, shapes, hashes, marks } = this;
    // Local copies, since imports are loaded for each unit. Nothing is called, so that all of them stay in registers.
    const table = classes;
    const { Lower, Upper, Digit, Unspaced } = Class;
    const basis = hashBasis | 0;
    const factor = hashFactor;
    const first = firstShape;
    const later = laterShape;
    let count = 0;
    let punctuationCount = 0;
    let at = 0;
    while (at < length) {
      const unit = units[at] as number;
      let kind = table[unit] as number;
      if (kind < Lower) {
        // Branchless: whether punctuation or a space comes next is unpredictable, and a misprediction costs more than the write.
        marks[punctuationCount] = at++;
        punctuationCount += kind;
        continue;
      }
      let start = at++;
      let shape = first[kind] as number;
      let all = unit;
      let hash = Math.imul(basis ^ unit, factor);
      while (at < length) {
        const next = units[at] as number;
        const nextKind = table[next] as number;
        if (nextKind !== kind) {
          if (nextKind < Lower || nextKind === Unspaced || kind === Unspaced) {
            if (next !== fullStop || kind !== Digit || table[units[at + 1] as number] !== Digit || at + 1 >= length) break;
            if ((shape & Shape.Digit) === 0) {
              // A word that begins with a letter goes on after a full stop only if it is a version: v1.2.
              if (((units[start] as number) | 32) !== smallV) break;
              let digits = start + 1;
              while (digits < at && table[units[digits] as number] === Digit) digits++;
              if (digits < at) break;
              start++;
              shape = first[Digit] as number;
              hash = basis;
              for (let i = start; i < at; i++) hash = Math.imul(hash ^ (units[i] as number), factor);
            }
            marks[punctuationCount++] = at;
          } else if (nextKind !== Lower) shape |= later[nextKind] as number;
          else if (kind === Upper && at - start >= 2) shape |= Shape.Identifier;
          kind = nextKind;
        }
        hash = Math.imul(hash ^ next, factor);
        all |= next;
        at++;
      }
      starts[count] = start;
      shapes[count] = all > 127 ? shape | Shape.Foreign : shape;
      hashes[count] = mixed(hash);
      ends[count++] = at;
    }
    this.count = count;
    return punctuationCount;
  }

  /** Finds the lines by the punctuation in `marks`, and reduces that to the marks. */
  #readPunctuation(punctuationCount: number, length: number): void {
    const { units, marks } = this;
    const kinds = markKinds;
    this.lineCount = 0;
    this.lineStarts[0] = 0;
    this.hasLink = false;
    let kept = 0;
    for (let i = 0; i < punctuationCount; i++) {
      const at = marks[i] as number;
      const unit = units[at] as number;
      const kind = kinds[unit] as number;
      marks[kept] = at;
      kept += kind & 1;
      if (kind < 2) continue;
      if (unit === slash) {
        if (at < 2 || units[at - 1] !== slash || units[at - 2] !== colon) continue;
        kept++;
        this.hasLink = true;
      } else if (unit === lineFeed || at + 1 === length || units[at + 1] !== lineFeed) this.#endLine(at + 1);
    }
    if (length > (this.lineStarts[this.lineCount] as number)) this.#endLine(length);
    this.markCount = kept;
  }

  /** Adds the line that ends at `end`. */
  #endLine(end: number): void {
    if (this.lineCount + 2 > this.lineStarts.length) this.lineStarts = grown(this.lineStarts);
    this.lineStarts[++this.lineCount] = end;
  }
}

const shared = new Scanner();

/** Scans a text with a shared scanner: the result is valid until the next call. */
export function tokenize(text: string): Scan {
  return shared.scan(text);
}

/** A word as written and where it is; `shape` has bits of `Shape`. */
export interface Word extends Span {
  readonly text: string;
  readonly shape: number;
}

/** The words of a text as objects, for short texts. */
export function wordsIn(text: string): readonly Word[] {
  const { count, starts, ends, shapes } = tokenize(text);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [starts[i] as number, ends[i] as number];
    return { text: text.slice(from, to), from, to, shape: shapes[i] as number };
  });
}
