/**
 * Classes of UTF-16 code units, by which the scanner tokenizes text.
 *
 * ASCII is filled in on load; other units are classified by the Unicode database when first seen and cached, so a text costs one table look-up
 * per unit.
 */

/** The classes; from `Lower` on they belong to words. */
export const Class = {
  /** White space, a control, or punctuation outside ASCII. */
  Separator: 0,
  /** ASCII punctuation, a line feed or a carriage return. */
  Punctuation: 1,
  Lower: 2,
  Upper: 3,
  Digit: 4,
  /** `_` and `$`, which join the parts of an identifier. */
  Joiner: 5,
  /** A letter without case, or a combining mark. */
  Other: 6,
  /** Han, kana, Hangul, Thai and the like: scripts written without spaces, indexed as overlapping bigrams. */
  Unspaced: 7,
} as const;

/** Placeholder for a unit that was not seen yet. */
const unknown = 255;
/** The classes of all units seen so far; see `classifyAll`. */
export const classes = new Uint8Array(65536).fill(unknown);

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309a\u30fc\uff70\uff9e\uff9f]/u;

function classify(unit: number): number {
  // A surrogate is nearly always part of a rare Han character; emoji are classified so too, at the cost of a harmless term.
  if (unit >= 0xd800 && unit <= 0xdfff) return Class.Unspaced;
  const character = String.fromCharCode(unit);
  if (unspacedScripts.test(character)) return Class.Unspaced;
  if (/\p{Lu}/u.test(character)) return Class.Upper;
  if (/\p{Ll}/u.test(character)) return Class.Lower;
  if (/\p{N}/u.test(character)) return Class.Digit;
  if (/[\p{L}\p{M}]/u.test(character)) return Class.Other;
  return Class.Separator;
}

// Ranges rather than the patterns above, each of which takes longer to compile than a short command has.
classes.fill(Class.Separator, 0, 128);
for (const unit of [10, 13]) classes[unit] = Class.Punctuation;
classes.fill(Class.Punctuation, 33, 127);
classes.fill(Class.Digit, 48, 58);
classes.fill(Class.Upper, 65, 91);
classes.fill(Class.Lower, 97, 123);
for (const unit of [36, 95]) classes[unit] = Class.Joiner;

/** The class of one code unit. */
export function classOf(unit: number): number {
  const known = classes[unit] as number;
  if (known !== unknown) return known;
  const found = classify(unit);
  classes[unit] = found;
  return found;
}

/** Fills in `classes` for the first `length` of the units. */
export function classifyAll(units: Uint16Array, length: number): void {
  for (let i = 0; i < length; i++) classOf(units[i] as number);
}

/** Whether a text begins with a capital. */
export function isCapitalized(text: string): boolean {
  return classOf(text.charCodeAt(0)) === Class.Upper;
}

/** Whether the character at an offset belongs to a word; none does beyond the text. */
export function isWordAt(text: string, at: number): boolean {
  return isInWord(text.charCodeAt(at));
}

/** Whether a text has a letter or digit. */
export function hasWord(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const found = classOf(text.charCodeAt(at));
    if (found >= Class.Lower && found !== Class.Joiner) return true;
  }
  return false;
}

/** Whether a code unit belongs to a word. */
export function isInWord(unit: number): boolean {
  return classOf(unit) >= Class.Lower;
}
