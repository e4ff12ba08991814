/**
 * Which natural language a text is in: by its script, and within a script by the share of its words that are stop words of a language. One
 * pass over at most the first 2,000 units.
 */

import { fold } from '../text/words/terms.ts';
import { en } from '../vocabulary/en.ts';
import { vocabularies } from '../vocabulary/vocabularies.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

const maxLength = 2000;
const stopWordsOf = new Map<Vocabulary, ReadonlySet<string>>();

/** The stop words of a language, folded as terms are. */
export function stopWordsIn(vocabulary: Vocabulary): ReadonlySet<string> {
  let words = stopWordsOf.get(vocabulary);
  if (words === undefined) {
    words = new Set(vocabulary.stopWords.split(/\s+/).map(fold));
    stopWordsOf.set(vocabulary, words);
  }
  return words;
}

/** The language of a text; undefined where too little says which. */
export function naturalLanguageOf(text: string): Vocabulary | undefined {
  const sample = text.slice(0, maxLength);
  const byScript = scriptOf(sample);
  if (byScript !== undefined) return vocabularies.find(({ id }) => id === byScript);
  const words = (sample.match(/\p{L}+/gu) ?? []).map(fold);
  let best: Vocabulary | undefined;
  let max = Math.max(1, words.length / 20);
  for (const vocabulary of vocabularies) {
    const stops = stopWordsIn(vocabulary);
    const count = words.reduce((sum, word) => sum + (stops.has(word) ? 1 : 0), 0);
    if (count > max || (count === max && best === undefined && count > 1)) [best, max] = [vocabulary, count];
  }
  return best;
}

/** The language of a question: English where nothing says otherwise. */
export function languageOfQuestion(question: string): Vocabulary {
  return naturalLanguageOf(question) ?? en;
}

/** The language that a script belongs to, where a tenth of the letters are of it. Kana tell Japanese from Chinese. */
function scriptOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const count = (script: RegExp): number => text.match(script)?.length ?? 0;
  const min = Math.max(1, letters / 10);
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) >= min) return 'ja';
  if (count(/\p{Script=Hangul}/gu) >= min) return 'ko';
  if (count(/\p{Script=Han}/gu) >= min) return 'zh';
  return count(/\p{Script=Cyrillic}/gu) >= min ? 'ru' : undefined;
}
