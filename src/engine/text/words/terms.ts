/**
 * Words to terms, the units of BM25: folded and stemmed words, identifiers and versions whole and in parts, bigrams of unspaced scripts.
 *
 * Folding is case (ß as ss), compatibility forms and the accents of Latin, Greek, Cyrillic, Hebrew and Arabic; stop words vanish. A word is
 * stemmed by its text's language (`stems.ts`); ASCII words as English if that is unknown or has another script. Results are cached per distinct
 * word, so a corpus pays once for each.
 */

import { detach } from '../../util/detach.ts';
import { isOnly } from '../../util/strings.ts';
import { isLowSurrogate } from '../lines.ts';
import { asciiWord, stem } from '../stemming/stem.ts';
import type { StemmedLanguage } from '../stemming/stems.ts';
import { stopWords } from '../stemming/stopWords.ts';
import { Class, classOf } from './characters.ts';
import { Shape } from './tokens.ts';

/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs and the stroke that only lengthens a word. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0640\u064b-\u065f\u0670]/g;

/** Lower case, compatibility forms and accents folded. */
export function fold(word: string): string {
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) > 127) return word.normalize('NFKD').replace(accents, '').normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
  }
  return word.toLowerCase();
}

/** The term of a folded word; undefined for a stop word, or where a lone accent was folded to nothing. */
export function termOf(folded: string, language?: StemmedLanguage): string | undefined {
  if (folded === '' || stopWords.has(folded)) return undefined;
  if (language !== undefined) return language.stem(folded);
  return asciiWord.test(folded) ? stem(folded) : folded;
}

/** Cached terms of the words of one language. */
interface KnownTerms {
  /** Parts of identifiers recur far more often than identifiers do. */
  readonly plain: Map<string, string | undefined>;
  /** By whether the words were read as identifiers: some callers want the plain reading of a word that looks like one. */
  readonly words: readonly [Map<string, readonly string[]>, Map<string, readonly string[]>];
}

const knownTerms = new Map<StemmedLanguage | undefined, KnownTerms>();

function knownIn(language: StemmedLanguage | undefined): KnownTerms {
  const known = knownTerms.get(language) ?? { plain: new Map(), words: [new Map(), new Map()] };
  knownTerms.set(language, known);
  return known;
}

function plainTerm(word: string, language: StemmedLanguage | undefined): string | undefined {
  const { plain } = knownIn(language);
  const known = plain.get(word);
  if (known !== undefined || plain.has(word)) return known;
  const own = detach(word);
  const term = termOf(fold(own), language);
  if (plain.size >= memoryLimit) plain.clear();
  plain.set(own, term);
  return term;
}

/** Parts of an identifier: `parseHTTPRequest_v2` gives parse, HTTP, Request, v2. */
export function identifierParts(word: string): readonly string[] {
  const units = Uint16Array.from(word, (_, i) => word.charCodeAt(i));
  const found = new Uint8Array(2 * word.length);
  const end = partsOf(units, 0, word.length, found);
  return Array.from({ length: end / 2 }, (_, p) => word.slice(found[2 * p], found[2 * p + 1]));
}

/** Puts where the parts of the identifier in [from, to), which has at most 255 units, begin and end after `from` into `found`; returns how many numbers that is. */
export function partsOf(units: Uint16Array, from: number, to: number, found: Uint8Array): number {
  let size = 0;
  let start = from;
  let before: number = Class.Joiner;
  for (let at = from; at < to; at++) {
    const kind = classOf(units[at] as number);
    const beginsPart =
      kind === Class.Joiner ||
      before === Class.Joiner ||
      (kind === Class.Upper &&
        (before === Class.Lower ||
          before === Class.Digit ||
          (before === Class.Upper && at + 1 < to && classOf(units[at + 1] as number) === Class.Lower)));
    if (beginsPart) {
      if (at > start) {
        found[size++] = start - from;
        found[size++] = at - from;
      }
      start = kind === Class.Joiner ? at + 1 : at;
    }
    before = kind;
  }
  if (start < to) {
    found[size++] = start - from;
    found[size++] = to - from;
  }
  return size;
}

function identifierTerms(word: string, language: StemmedLanguage | undefined): readonly string[] {
  if (isOnly(word, '_$')) return [];
  const terms = [fold(word)];
  for (const part of identifierParts(word)) {
    if (part.length < 2) continue;
    const term = plainTerm(part, language);
    if (term !== undefined && !terms.includes(term)) terms.push(term);
  }
  return terms;
}

/** Overlapping pairs of characters; a single character is a term of its own. */
function bigrams(run: string): readonly string[] {
  const text = run.normalize('NFKC');
  const pairs: string[] = [];
  let from = 0;
  let middle = characterEnd(text, 0);
  if (middle >= text.length) return [text];
  while (middle < text.length) {
    const to = characterEnd(text, middle);
    pairs.push(text.slice(from, to));
    from = middle;
    middle = to;
  }
  return pairs;
}

/** Where the character at `at` ends: after one unit, or two of a surrogate pair. */
function characterEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
}

/** The term of a word; a version also has those of its minor and major version: `2.4.1`, `2`, `2.4`. */
function wordTerms(word: string, language: StemmedLanguage | undefined): readonly string[] {
  const term = plainTerm(word, language);
  if (term === undefined) return [];
  const numbers = term.split('.');
  return [term, ...numbers.slice(1).map((_, i) => numbers.slice(0, i + 1).join('.'))];
}

/** Distinct words remembered; some megabytes at most, then the cache is cleared. Runs of unspaced scripts hardly recur. */
const memoryLimit = 20_000;
/** Longer words (keys, hashes, encoded data) are cut to this many code units. */
export const wordLimit = 64;

/** The terms of one word of the given shape (bits of `Shape`) in a text of this language, in a fixed order. */
export function termsOf(word: string, shape: number, language?: StemmedLanguage): readonly string[] {
  if (shape & Shape.Unspaced) return bigrams(word);
  const cut = word.length > wordLimit ? word.slice(0, wordLimit) : word;
  const [plain, identifiers] = knownIn(language).words;
  const memory = shape & Shape.Identifier ? identifiers : plain;
  const found = memory.get(cut);
  if (found !== undefined) return found;
  const text = detach(cut);
  const terms = termsOfNewWord(text, shape, language).map(detach);
  if (memory.size >= memoryLimit) memory.clear();
  memory.set(text, terms);
  return terms;
}

/** As `termsOf`, for a word that is not remembered, not too long, and no run of an unspaced script. */
export function termsOfNewWord(word: string, shape: number, language?: StemmedLanguage): readonly string[] {
  return shape & Shape.Identifier ? identifierTerms(word, language) : wordTerms(word, language);
}
