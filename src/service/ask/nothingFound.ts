/** The words that were searched for, those that occur nowhere, and the message if nothing can be quoted. */

import type { AnswerFacts } from '../../engine/answer/facts.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { maxQuestionLength } from '../../engine/question/question.ts';
import { termsTo, wordCounts } from '../../engine/retrieval/steps/wordPostings.ts';
import { languageOfQuestion, stopWordsIn } from '../../engine/text/stemming/naturalLanguage.ts';
import { fold, termsOf } from '../../engine/text/words/terms.ts';
import { tokenize } from '../../engine/text/words/tokens.ts';

const maxWords = 8;
const maxWordLength = 60;

/** The document frequency of each term of a question, in chunks. */
export async function termSizes(reader: IndexReader, question: string): Promise<ReadonlyMap<string, number>> {
  const terms = await termsTo(reader, question);
  const counts = await wordCounts(reader, terms);
  return new Map(terms.map(({ term }, i) => [term, counts[i] as number]));
}

/** The words of a question, and those that occur in no file; `sizes` comes from `termSizes`. */
export function wordsLookedFor(question: string, sizes: ReadonlyMap<string, number>): Pick<AnswerFacts, 'lookedFor' | 'missing'> {
  const words = wordsOf(question, sizes);
  const lookedFor = [...words.keys()].slice(0, maxWords);
  const missing = [...words].flatMap(([word, isKnown]) => (isKnown ? [] : [word]));
  return { lookedFor, missing: missing.slice(0, maxWords) };
}

/** One or two sentences in place of an answer, in English; the editor words them itself. */
export function nothingFound({ lookedFor, missing }: Pick<AnswerFacts, 'lookedFor' | 'missing'>): string {
  if (lookedFor.length === 0) return 'The question contains no word to search for.';
  const words = missing.length > 0 ? `Not found anywhere: ${missing.join(', ')}.` : `Looked for: ${lookedFor.join(', ')}.`;
  return `Nothing in this workspace mentions that. ${words}`;
}

/** The words of the question as written, without those that only ask, and whether any chunk contains them. */
function wordsOf(question: string, sizes: ReadonlyMap<string, number>): Map<string, boolean> {
  const text = question.slice(0, maxQuestionLength);
  const { count, starts, ends, shapes } = tokenize(text);
  const words = new Map<string, boolean>();
  const seen = new Set<string>();
  const stops = stopWordsIn(languageOfQuestion(text));
  for (let i = 0; i < count; i++) {
    const word = text.slice(starts[i], ends[i]);
    if (stops.has(fold(word))) continue;
    const terms = termsOf(word, shapes[i] as number).filter((term) => sizes.has(term));
    const isNew = terms.some((term) => !seen.has(term));
    for (const term of terms) seen.add(term);
    if (isNew) words.set(word.slice(0, maxWordLength), occursAnywhere(word, terms, sizes));
  }
  return words;
}

/** A name must occur as a whole: its parts alone are other words. */
function occursAnywhere(word: string, terms: readonly string[], sizes: ReadonlyMap<string, number>): boolean {
  const whole = fold(word);
  const looked = terms.includes(whole) ? [whole] : terms;
  return looked.some((term) => (sizes.get(term) ?? 0) > 0);
}
