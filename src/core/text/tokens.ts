/**
 * Splits text into words: runs of letters, marks and digits, with `_` and `$` inside them.
 *
 * A run of an unspaced script (Han, kana, Hangul, Thai) is a word of its own kind, even where Latin letters touch it.
 * Cost: a copy of the text, one pass, one table look-up per code unit, four numbers per word, no strings.
 */

import { Class, classOf } from './characters.ts';

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

const hashBasis = 0x811c9dc5;
const hashFactor = 0x01000193;

let starts = new Int32Array(4096);
let ends = new Int32Array(4096);
let shapes = new Uint8Array(4096);
let hashes = new Int32Array(4096);

function grow(): void {
  const size = starts.length * 2;
  const copy = <T extends Int32Array | Uint8Array>(from: T, to: T): T => {
    to.set(from);
    return to;
  };
  starts = copy(starts, new Int32Array(size));
  ends = copy(ends, new Int32Array(size));
  shapes = copy(shapes, new Uint8Array(size));
  hashes = copy(hashes, new Int32Array(size));
}

const encoder = new TextEncoder();
let encoded = new Uint8Array(4096);
/** Shorter texts are read unit by unit. */
const shortText = 64;

/** The code units of a text, in `room` where it is large enough. Reading them there takes a fraction of the time that a string takes. */
export function unitsOf(text: string, room: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const { length } = text;
  const units = room.length < length ? new Uint16Array(length * 2) : room;
  if (length >= shortText) {
    if (encoded.length < length) encoded = new Uint8Array(length * 2);
    // As many bytes as units: all is ASCII.
    const { read, written } = encoder.encodeInto(text, encoded.subarray(0, length));
    if (read === length && written === length) {
      units.set(encoded.subarray(0, length));
      return units;
    }
  }
  for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
  return units;
}

let passing = new Uint16Array(4096);

/** The words of a text. The columns are used again by the next call: read them before calling again. */
export function tokenize(text: string): Tokens {
  passing = unitsOf(text, passing);
  return tokenizeUnits(passing, 0, text.length);
}

/** As `tokenize`, for the units from `from` to `length`. */
export function tokenizeUnits(units: Uint16Array, from: number, length: number): Tokens {
  let count = 0;
  let at = from;
  while (at < length) {
    const unit = units[at] as number;
    let kind = classOf(unit);
    if (kind === Class.Separator) {
      at++;
      continue;
    }
    const start = at;
    let shape = unit > 127 ? Shape.Foreign : 0;
    let hash = Math.imul(hashBasis ^ unit, hashFactor);
    if (kind === Class.Unspaced) {
      shape = Shape.Unspaced | Shape.Foreign;
      at++;
      while (at < length && classOf(units[at] as number) === Class.Unspaced) at++;
    } else {
      if (kind === Class.Upper) shape |= Shape.Capital;
      else if (kind === Class.Digit) shape |= Shape.Digit;
      else if (kind === Class.Joiner) shape |= Shape.Identifier;
      let before = kind;
      at++;
      for (; at < length; at++) {
        const next = units[at] as number;
        kind = classOf(next);
        if (kind === Class.Separator || kind === Class.Unspaced) break;
        hash = Math.imul(hash ^ next, hashFactor);
        if (next > 127) shape |= Shape.Foreign;
        if (kind === Class.Joiner || (kind === Class.Upper && before !== Class.Upper)) shape |= Shape.Identifier;
        else if (kind === Class.Lower && before === Class.Upper && at - start >= 2) shape |= Shape.Identifier;
        before = kind;
      }
    }
    if (count === starts.length) grow();
    starts[count] = start;
    ends[count] = at;
    shapes[count] = shape;
    // The low bits alone depend on few bits of the last units.
    hashes[count] = hash ^ (hash >>> 15);
    count++;
  }
  return { count, units, starts, ends, shapes, hashes };
}
