/** What kind of answer a question wants, by the phrases of its language. One pass per kind over a short question. */

import { phrases } from '../vocabulary/phrases.ts';
import type { Intent, Vocabulary } from '../vocabulary/vocabulary.ts';

/** Longer questions are reports, which ask for more than one thing. UTF-16 units. */
const maxLength = 300;
/** Where several kinds match, the first decides. */
const order: readonly Intent[] = ['how', 'where'];

/** The kind of a question; undefined where no phrase tells. */
export function intentOf(question: string, vocabulary: Vocabulary): Intent | undefined {
  const { intents } = vocabulary;
  if (intents === undefined || question.length > maxLength) return undefined;
  return order.find((intent) => phrases(vocabulary, intents[intent]).test(question));
}
