/** The kind of answer that a question wants, by the phrases of its language. One pass per kind over a short question. */

import { phrases } from '../vocabulary/phrases.ts';
import type { Intent, Vocabulary } from '../vocabulary/vocabulary.ts';

/** Longer questions are reports, which ask for more than one thing. UTF-16 units. */
const maxLength = 300;
/** If several kinds match, the first one wins. */
const order: readonly Intent[] = ['how', 'where'];

/** The intent of a question; undefined if no phrase indicates one. */
export function detectIntent(question: string, vocabulary: Vocabulary): Intent | undefined {
  const { intents } = vocabulary;
  if (intents === undefined || question.length > maxLength) return undefined;
  return order.find((intent) => phraseIn(question, vocabulary, intents[intent]) !== undefined);
}

/** The first of some phrases of a language in a text, as written. */
export function phraseIn(text: string, vocabulary: Vocabulary, alternatives: string): string | undefined {
  return phrases(vocabulary, alternatives).exec(text)?.[0];
}
