/** A question as the brief uses it: its weighted words and its language. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { asksAboutRights } from './demotion.ts';

export interface BriefQuery {
  readonly words: readonly AskedWord[];
  readonly vocabulary: Vocabulary;
  /** Whether the licence that opens a source may be the answer. */
  readonly asksAboutRights: boolean;
}

export function briefQueryOf(question: string, rarity: Rarity): BriefQuery {
  const vocabulary = languageOfQuestion(question);
  return { words: askedWords(question, rarity, vocabulary), vocabulary, asksAboutRights: asksAboutRights(question) };
}
