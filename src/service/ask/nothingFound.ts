/** The words that were searched for, the names that occur nowhere, and the message if nothing can be quoted. */

import type { AnswerFacts } from '../../engine/answer/facts.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { type AskedWord, askedWords } from '../../engine/question/askedWords.ts';
import { maxQuestionLength } from '../../engine/question/question.ts';
import { termsTo, wordCounts } from '../../engine/retrieval/steps/wordPostings.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import type { AskAnswer } from '../types/results.ts';

const maxWords = 8;
const maxWordLength = 60;

/** The document frequency of each term of a question, in chunks. */
export async function termSizes(reader: IndexReader, question: string): Promise<ReadonlyMap<string, number>> {
  const terms = await termsTo(reader, question);
  const counts = await wordCounts(reader, terms);
  return new Map(terms.map(({ term }, i) => [term, counts[i] as number]));
}

/** The words of a question, and the names among them that occur in no file; `sizes` comes from `termSizes`. */
export function wordsLookedFor(question: string, sizes: ReadonlyMap<string, number>): Pick<AnswerFacts, 'lookedFor' | 'missing'> {
  const text = question.slice(0, maxQuestionLength);
  const words = askedWords(text, () => 1, languageOfQuestion(text)).filter(({ terms }) => terms.some((term) => sizes.has(term)));
  const missing = words.filter((word) => word.isProper && isAbsent(word, sizes));
  return { lookedFor: shown(words), missing: shown(missing) };
}

/** As written, without repeats. */
function shown(words: readonly AskedWord[]): readonly string[] {
  return [...new Set(words.map(({ text }) => text.slice(0, maxWordLength)))].slice(0, maxWords);
}

/** Whether a word occurs in no chunk. A name must occur as a whole: its parts alone are other words. */
export function isAbsent({ terms }: Pick<AskedWord, 'terms'>, sizes: ReadonlyMap<string, number>): boolean {
  const [whole = ''] = terms;
  return (terms.length > 1 ? [whole] : terms).every((term) => (sizes.get(term) ?? 0) === 0);
}

/** One or two sentences in place of an answer, in English; the editor words them itself. */
export function nothingFound({ lookedFor, missing }: Pick<AnswerFacts, 'lookedFor' | 'missing'>): string {
  if (lookedFor.length === 0) return 'The question contains no word to search for.';
  if (missing.length > 0) return `Nothing in this workspace mentions ${missing.join(', ')}.`;
  return `Nothing in this workspace matches the question. Looked for: ${lookedFor.join(', ')}.`;
}

/** The same answer from an index that is incomplete: a name that was not found may be in the files that are left. */
export function soFar<A extends Pick<AskAnswer, 'found' | 'answer' | 'lookedFor' | 'missing'>>(answer: A): A {
  if (answer.missing.length === 0) return answer;
  const { lookedFor } = answer;
  return { ...answer, missing: [], ...(answer.found ? {} : { answer: nothingFound({ lookedFor, missing: [] }) }) };
}
