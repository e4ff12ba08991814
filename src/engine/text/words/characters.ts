/**
 * Classes of UTF-16 code units, by which the scanner splits text into words.
 *
 * ASCII is filled in at load; every other unit is classified by the Unicode database on first sight and remembered, so a text costs
 * one table look-up per unit.
 */

/** The classes; those of words begin with `Lower`. */
export const Class = {
  /** A blank, a control, or a sign outside ASCII. */
  Separator: 0,
  /** Punctuation of ASCII, a line feed or a carriage return. */
  Sign: 1,
  Lower: 2,
  Upper: 3,
  Digit: 4,
  /** `_` and `$`, which join the parts of an identifier. */
  Joiner: 5,
  /** A letter without case, or a combining mark. */
  Other: 6,
  /** Han, kana, Hangul, Thai and their like: scripts written without spaces, indexed as overlapping bigrams. */
  Unspaced: 7,
} as const;

/** In place of the class of a unit that was not seen yet. */
const unknown = 255;
/** The classes of all units as far as they are known; see `classifyAll`. */
export const classes = new Uint8Array(65536).fill(unknown);

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309a\u30fc\uff70\uff9e\uff9f]/u;

function classify(unit: number): number {
  // Half of a pair: nearly always a rare Han sign; emoji land here too and cost a harmless term.
  if (unit >= 0xd800 && unit <= 0xdfff) return Class.Unspaced;
  const character = String.fromCharCode(unit);
  if (unspacedScripts.test(character)) return Class.Unspaced;
  if (/\p{Lu}/u.test(character)) return Class.Upper;
  if (/\p{Ll}/u.test(character)) return Class.Lower;
  if (/\p{N}/u.test(character)) return Class.Digit;
  if (/[\p{L}\p{M}]/u.test(character)) return Class.Other;
  return Class.Separator;
}

function classifyAscii(unit: number): number {
  if (unit === 10 || unit === 13) return Class.Sign;
  const kind = classify(unit);
  if (kind !== Class.Separator || unit <= 32 || unit === 127) return kind;
  return unit === 36 || unit === 95 ? Class.Joiner : Class.Sign;
}

for (let unit = 0; unit < 128; unit++) classes[unit] = classifyAscii(unit);

/** The class of one code unit. */
export function classOf(unit: number): number {
  const known = classes[unit] as number;
  if (known !== unknown) return known;
  const found = classify(unit);
  classes[unit] = found;
  return found;
}

/** Makes sure that `classes` knows the first `length` of some units. */
export function classifyAll(units: Uint16Array, length: number): void {
  for (let i = 0; i < length; i++) classOf(units[i] as number);
}

/** Whether a code unit belongs to a word. */
export function isInWord(unit: number): boolean {
  return classOf(unit) >= Class.Lower;
}
