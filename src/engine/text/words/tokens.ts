/**
 * Splits text into words: runs of letters, marks and digits, with `_` and `$` inside them.
 *
 * A run of an unspaced script (Han, kana, Hangul, Thai) is a word of its own kind, even where Latin letters touch it.
 * The same pass notes what else is asked of a text: where its lines begin, which signs and groups of words each of them holds, and where
 * its quotes, backslashes and full stops are. Nobody else need look at every unit.
 * Cost: a copy of the text, one pass, one table look-up per code unit, four numbers per word and per line, no strings.
 */

import { copyUnits } from '../../util/codeUnits.ts';
import { grown } from '../../util/growArray.ts';
import { Class, classes, classifyAll } from './characters.ts';
import { groupMask, groupsByHash } from './lineWords.ts';
import { signBits } from './punctuationMasks.ts';
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
  /** FNV-1a of each word's code units, with its bits mixed. */
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

const [lineFeed, carriageReturn, slash, colon] = [10, 13, 47, 58];
/** Odd for the signs that are marks wherever they stand; 2 or more for those that are looked at more closely. */
const markKinds = new Uint8Array(128);
for (const sign of '"\'`\\.') markKinds[sign.charCodeAt(0)] = 1;
markKinds[lineFeed] = 3;
markKinds[carriageReturn] = markKinds[slash] = 2;

/** What the class of its first unit says of a word, and that of a later one which is of another class than the unit before. */
const firstShape = new Uint8Array(8);
const laterShape = new Uint8Array(8);
firstShape[Class.Unspaced] = Shape.Unspaced;
firstShape[Class.Upper] = Shape.Capital;
firstShape[Class.Digit] = Shape.Digit | Shape.HoldsDigit;
laterShape[Class.Digit] = Shape.HoldsDigit;
firstShape[Class.Joiner] = laterShape[Class.Joiner] = laterShape[Class.Upper] = Shape.Identifier;

/** Scans one text after the other into the same columns: read them before the next one. */
export class Scanner implements Scan {
  isAscii = true;
  hasLink = false;
  count = 0;
  lineCount = 0;
  markCount = 0;
  /** Room for each of these there is as much as a text has units; what no text has used takes no memory. */
  units = new Uint16Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  shapes = new Uint8Array(0);
  hashes = new Int32Array(0);
  marks = new Int32Array(0);
  lineStarts = new Int32Array(1 << 8);
  lineSigns = new Int32Array(1 << 8);
  lineWords = new Uint8Array(1 << 8);

  scan(text: string): Scan {
    if (this.units.length <= text.length) this.#makeRoom(Math.max(4096, text.length * 2));
    this.isAscii = copyUnits(text, this.units);
    if (!this.isAscii) classifyAll(this.units, text.length);
    const signCount = this.#findWords(text.length);
    this.#readSigns(signCount, text.length);
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

  /** Puts signs and line breaks in `marks`, to be read next; returns how many there are. */
  #findWords(length: number): number {
    const { units, starts, ends, shapes, hashes, marks } = this;
    // In local names: what is imported is fetched anew at each unit. Nothing is called, so that all of them stay in registers.
    const table = classes;
    const { Lower, Upper, Unspaced } = Class;
    const basis = hashBasis | 0;
    const factor = hashFactor;
    const first = firstShape;
    const later = laterShape;
    let count = 0;
    let signCount = 0;
    let at = 0;
    while (at < length) {
      const unit = units[at] as number;
      let kind = table[unit] as number;
      if (kind < Lower) {
        // Written in any case: whether a sign or a blank comes next cannot be foreseen, and a wrong guess costs more than writing.
        marks[signCount] = at++;
        signCount += kind;
        continue;
      }
      const start = at++;
      let shape = first[kind] as number;
      let all = unit;
      let hash = Math.imul(basis ^ unit, factor);
      while (at < length) {
        const next = units[at] as number;
        const nextKind = table[next] as number;
        if (nextKind !== kind) {
          if (nextKind < Lower || nextKind === Unspaced || kind === Unspaced) break;
          if (nextKind !== Lower) shape |= later[nextKind] as number;
          else if (kind === Upper && at - start >= 2) shape |= Shape.Identifier;
          kind = nextKind;
        }
        hash = Math.imul(hash ^ next, factor);
        all |= next;
        at++;
      }
      starts[count] = start;
      shapes[count] = all > 127 ? shape | Shape.Foreign : shape;
      hashes[count] = hash ^ (hash >>> 15);
      ends[count++] = at;
    }
    this.count = count;
    return signCount;
  }

  /** Makes lines of the signs in `marks` and keeps there the marks alone. */
  #readSigns(signCount: number, length: number): void {
    const { units, marks } = this;
    const bits = signBits;
    const kinds = markKinds;
    this.lineCount = 0;
    this.lineStarts[0] = 0;
    this.hasLink = false;
    let kept = 0;
    let signs = 0;
    let word = 0;
    for (let i = 0; i < signCount; i++) {
      const at = marks[i] as number;
      const unit = units[at] as number;
      const kind = kinds[unit] as number;
      signs |= bits[unit] as number;
      marks[kept] = at;
      kept += kind & 1;
      if (kind < 2) continue;
      if (unit === slash) {
        if (at < 2 || units[at - 1] !== slash || units[at - 2] !== colon) continue;
        kept++;
        this.hasLink = true;
      } else if (unit === lineFeed || at + 1 === length || units[at + 1] !== lineFeed) {
        word = this.#endLine(at + 1, signs, word);
        signs = 0;
      }
    }
    if (length > (this.lineStarts[this.lineCount] as number)) this.#endLine(length, signs, word);
    this.markCount = kept;
  }

  /** Adds the line that ends at `end`, where the words from `word` on are those after the line before; returns the first after this one. */
  #endLine(end: number, signs: number, word: number): number {
    const { starts, hashes, count } = this;
    const table = groupsByHash;
    let groups = 0;
    let next = word;
    for (; next < count && (starts[next] as number) < end; next++) groups |= table[(hashes[next] as number) & groupMask] as number;
    const line = this.lineCount++;
    if (line + 2 > this.lineStarts.length) {
      this.lineStarts = grown(this.lineStarts);
      this.lineSigns = grown(this.lineSigns);
      this.lineWords = grown(this.lineWords);
    }
    this.lineSigns[line] = signs;
    this.lineWords[line] = groups;
    this.lineStarts[line + 1] = end;
    return next;
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
