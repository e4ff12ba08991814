/**
 * Splits text into words: runs of letters, marks and digits, with `_` and `$` inside them.
 *
 * A run of an unspaced script (Han, kana, Hangul, Thai) is a word of its own kind, even where Latin letters touch it.
 * The same pass notes what else is asked of a text: where its lines begin, which signs and groups of words each of them holds, and where
 * its quotes, backslashes and full stops are. Nobody else need look at every unit.
 * Cost: a copy of the text, one pass, one table look-up per code unit, four numbers per word and per line, no strings.
 */

import { Class, classes, classOf, unknown } from './characters.ts';
import { grown } from './grown.ts';
import { groupMask, groupsByHash } from './lineWords.ts';
import { signBits } from './signs.ts';
import { copyUnits } from './units.ts';
import { hashBasis, hashFactor } from './wordHash.ts';

/** Bits that describe a word. */
export const Shape = {
  /** Begins with a capital letter. */
  Capital: 1,
  /** Begins with a digit. */
  Digit: 2,
  /** Holds `_`, `$` or a change of case inside, as identifiers do. */
  Identifier: 4,
  /** Holds something outside ASCII. */
  Foreign: 8,
  /** A run of an unspaced script. */
  Unspaced: 16,
  /** Holds a digit. */
  HoldsDigit: 32,
} as const;

/** The words of one text, in order; parallel columns. */
export interface Tokens {
  readonly count: number;
  /** The text's code units. */
  readonly units: Uint16Array;
  readonly starts: Int32Array;
  /** Exclusive. */
  readonly ends: Int32Array;
  readonly shapes: Uint8Array;
  /** FNV-1a of each word's code units, with its bits mixed; not of a run of an unspaced script. */
  readonly hashes: Int32Array;
}

/** All that one pass over a text finds. */
export interface Scan extends Tokens {
  /** Whether every unit is ASCII. */
  readonly isAscii: boolean;
  /** Lines end at `\n`, `\r\n` and a lone `\r`, as in editors; a text that ends with a line break has no empty line after it. */
  readonly lineCount: number;
  /** Where each line begins; one more entry holds the length of the text. */
  readonly lineStarts: Int32Array;
  /** The signs of each line, bits of `signBits`. */
  readonly lineSigns: Int32Array;
  /** The groups of the words of each line, bits of `WordGroup`. */
  readonly lineWords: Uint8Array;
  readonly markCount: number;
  /** Where quotes, backslashes, full stops and line feeds stand, and the last sign of each `://`. */
  readonly marks: Int32Array;
  /** Whether there is a `://`. */
  readonly hasLink: boolean;
}

const isMark = new Uint8Array(128);
for (const sign of '"\'`\\.\n') isMark[sign.charCodeAt(0)] = 1;
const [slash, colon] = [47, 58];

/** Scans one text after the other into the same columns: read them before the next one. */
export class Scanner implements Scan {
  units = new Uint16Array(1 << 12);
  isAscii = true;
  count = 0;
  starts = new Int32Array(1 << 10);
  ends = new Int32Array(1 << 10);
  shapes = new Uint8Array(1 << 10);
  hashes = new Int32Array(1 << 10);
  lineCount = 0;
  lineStarts = new Int32Array(1 << 8);
  lineSigns = new Int32Array(1 << 8);
  lineWords = new Uint8Array(1 << 8);
  markCount = 0;
  marks = new Int32Array(1 << 9);
  hasLink = false;

  scan(text: string): Scan {
    if (this.units.length < text.length) this.units = new Uint16Array(text.length * 2);
    this.isAscii = copyUnits(text, this.units);
    this.#scan(text.length);
    return this;
  }

  #scan(length: number): void {
    const { units } = this;
    let { starts, ends, shapes, hashes, marks } = this;
    let [count, markCount, signs, words, at] = [0, 0, 0, 0, 0];
    this.lineCount = 0;
    this.lineStarts[0] = 0;
    this.hasLink = false;
    while (at < length) {
      const unit = units[at] as number;
      let kind = classes[unit] as number;
      if (kind === Class.Separator) {
        at++;
        continue;
      }
      if (kind >= Class.Sign) {
        if (kind === unknown) {
          classOf(unit);
          continue;
        }
        if (kind === Class.Sign) signs |= signBits[unit] as number;
        const endsLink = unit === slash && at >= 2 && units[at - 1] === slash && units[at - 2] === colon;
        if (isMark[unit] === 1 || endsLink) {
          if (endsLink) this.hasLink = true;
          if (markCount === marks.length) marks = this.marks = grown(marks);
          marks[markCount++] = at;
        }
        at++;
        if (kind === Class.Break && (unit === 10 || at === length || units[at] !== 10)) {
          this.#endLine(at, signs, words);
          signs = words = 0;
        }
        continue;
      }
      const start = at++;
      let shape = 0;
      let all = unit;
      let hash = Math.imul(hashBasis ^ unit, hashFactor);
      if (kind === Class.Unspaced) {
        shape = Shape.Unspaced | Shape.Foreign;
        while (at < length && classOf(units[at] as number) === Class.Unspaced) at++;
      } else {
        if (kind === Class.Upper) shape = Shape.Capital;
        else if (kind === Class.Digit) shape = Shape.Digit | Shape.HoldsDigit;
        else if (kind === Class.Joiner) shape = Shape.Identifier;
        for (; at < length; at++) {
          const next = units[at] as number;
          const nextKind = classOf(next);
          if (nextKind !== kind) {
            if (nextKind === Class.Separator || nextKind >= Class.Unspaced) break;
            if (nextKind === Class.Joiner || nextKind === Class.Upper) shape |= Shape.Identifier;
            else if (nextKind === Class.Digit) shape |= Shape.HoldsDigit;
            else if (nextKind === Class.Lower && kind === Class.Upper && at - start >= 2) shape |= Shape.Identifier;
            kind = nextKind;
          }
          hash = Math.imul(hash ^ next, hashFactor);
          all |= next;
        }
      }
      if (all > 127) shape |= Shape.Foreign;
      hash ^= hash >>> 15;
      if (count === starts.length) {
        starts = this.starts = grown(starts);
        ends = this.ends = grown(ends);
        shapes = this.shapes = grown(shapes);
        hashes = this.hashes = grown(hashes);
      }
      starts[count] = start;
      ends[count] = at;
      shapes[count] = shape;
      hashes[count] = hash;
      count++;
      words |= groupsByHash[hash & groupMask] as number;
    }
    if (length > (this.lineStarts[this.lineCount] as number)) this.#endLine(length, signs, words);
    this.count = count;
    this.markCount = markCount;
  }

  #endLine(end: number, signs: number, words: number): void {
    const line = this.lineCount++;
    if (line + 2 > this.lineStarts.length) {
      this.lineStarts = grown(this.lineStarts);
      this.lineSigns = grown(this.lineSigns);
      this.lineWords = grown(this.lineWords);
    }
    this.lineSigns[line] = signs;
    this.lineWords[line] = words;
    this.lineStarts[line + 1] = end;
  }
}

const passing = new Scanner();

/** Scans a text that is soon forgotten. The columns are used again by the next call: read them before calling again. */
export function scanned(text: string): Scan {
  return passing.scan(text);
}

/** The words of a text; as `scanned`. */
export function tokenize(text: string): Tokens {
  return passing.scan(text);
}
