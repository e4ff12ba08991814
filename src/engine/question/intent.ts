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
  return order.find((intent) => phrases(vocabulary, intents[intent]).test(question));
}
