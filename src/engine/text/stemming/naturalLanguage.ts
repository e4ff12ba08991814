/**
 * Which natural language a text is in: by its script, and within Latin by the share of its words that are stop words of a language. One
 * pass over at most the first 2,000 units.
 */

import { once } from '../../util/once.ts';
import { wordsOf } from '../../util/strings.ts';
import { en } from '../../vocabulary/en.ts';
import { languages } from '../../vocabulary/vocabularies.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { fold } from '../words/terms.ts';
import { type Tokens, tokenize } from '../words/tokens.ts';
import { hashOfWord } from '../words/wordHash.ts';

const maxLength = 2000;
/** Longer questions have several stop words. UTF-16 units. */
const maxShort = 100;
const stopWordsOf = new Map<Vocabulary, ReadonlySet<string>>();

/** The stop words of a language, folded as terms are. */
export function stopWordsIn(vocabulary: Vocabulary): ReadonlySet<string> {
  let words = stopWordsOf.get(vocabulary);
  if (words === undefined) {
    words = new Set(wordsOf(vocabulary.stopWords).map(fold));
    stopWordsOf.set(vocabulary, words);
  }
  return words;
}

interface StopTable {
  /** Bit mask, by the hash of a word as written, of the languages in which it is a stop word. */
  readonly languagesByHash: ReadonlyMap<number, number>;
  /** 1 at the low bits of the hashes of stop words, so that few other words are looked up. */
  readonly mayBeStop: Uint8Array;
}

const stopMask = (1 << 15) - 1;
const stopTable = once((): StopTable => {
  const languagesByHash = new Map<number, number>();
  const mayBeStop = new Uint8Array(stopMask + 1);
  const add = (written: string, language: number): void => {
    const hash = hashOfWord(written);
    languagesByHash.set(hash, (languagesByHash.get(hash) ?? 0) | language);
    mayBeStop[hash & stopMask] = 1;
  };
  for (const [i, language] of languages.entries()) {
    for (const word of wordsOf(language.stopWords)) {
      const folded = fold(word);
      for (const stop of folded === word ? [word] : [word, folded]) {
        add(stop, 1 << i);
        add(stop.charAt(0).toUpperCase() + stop.slice(1), 1 << i);
      }
    }
  }
  return { languagesByHash, mayBeStop };
});

interface LanguageFound {
  readonly language: Vocabulary | undefined;
  /** Whether an English text is hardly ever mistaken for it. */
  readonly isSure: boolean;
}

/** Detects the language of a text; `words` are its tokens, if known. */
export function findLanguage(text: string, words?: Tokens): LanguageFound {
  const sample = text.slice(0, maxLength);
  const byScript = beyondLatin.test(sample) ? scriptOf(sample) : undefined;
  if (byScript !== undefined) return { language: languages.find(({ id }) => id === byScript), isSure: true };
  const { count, starts, hashes } = words ?? tokenize(sample);
  const { languagesByHash, mayBeStop } = stopTable();
  const counts = new Int32Array(languages.length);
  let word = 0;
  for (; word < count && (starts[word] as number) < maxLength; word++) {
    const hash = hashes[word] as number;
    if (mayBeStop[hash & stopMask] === 0) continue;
    let bits = languagesByHash.get(hash) ?? 0;
    for (; bits !== 0; bits &= bits - 1) (counts[31 - Math.clz32(bits & -bits)] as number)++;
  }
  let language: Vocabulary | undefined;
  let max = Math.max(1, word / 20);
  for (let i = 0; i < counts.length; i++) {
    const found = counts[i] as number;
    if (found < max || (found === max && (language !== undefined || found < 2))) continue;
    language = languages[i];
    max = found;
  }
  const english = counts[languages.indexOf(en)] as number;
  return { language, isSure: max >= 2 * english };
}

/** The language of a text; undefined if it is unclear. */
export function naturalLanguageOf(text: string): Vocabulary | undefined {
  return findLanguage(text).language;
}

/** The language of a question: of a short one the only language that has one of its words as a stop word; English by default. */
export function languageOfQuestion(question: string): Vocabulary {
  const found = naturalLanguageOf(question);
  if (found !== undefined || question.length > maxShort || !question.trimEnd().endsWith('?')) return found ?? en;
  const words = wordsOf(question.toLowerCase()).map(fold);
  const own = languages.filter((language) => words.some((word) => stopWordsIn(language).has(word)));
  return own.length === 1 ? (own[0] as Vocabulary) : en;
}

/** Letters of other scripts. */
const beyondLatin = /[\u0370-\u1dff\u3040-\ud7ff]/;

/** A letter of each script, by its language. Kana distinguish Japanese from Chinese, so they come first. */
const scripts =
  /(?<ja>[\p{Script=Hiragana}\p{Script=Katakana}])|(?<ko>\p{Script=Hangul})|(?<zh>\p{Script=Han})|(?<ru>\p{Script=Cyrillic})|(?<el>\p{Script=Greek})|(?<ar>\p{Script=Arabic})|(?<hi>\p{Script=Devanagari})|(?<th>\p{Script=Thai})/gu;

/** The language of the first script that at least a tenth of the letters belong to. */
function scriptOf(text: string): string | undefined {
  const min = Math.max(1, (text.match(/\p{L}/gu)?.length ?? 0) / 10);
  const counts = new Map<string, number>();
  for (const { groups = {} } of text.matchAll(scripts)) {
    for (const id in groups) counts.set(id, (counts.get(id) ?? 0) + (groups[id] === undefined ? 0 : 1));
  }
  return [...counts].find(([, count]) => count >= min)?.[0];
}
