/** A question as the brief uses it: its weighted words and its language. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { quotedRuns } from '../../question/quotedRuns.ts';
import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { asksAboutRights } from '../demotion.ts';

export interface BriefQuery {
  readonly words: readonly AskedWord[];
  readonly vocabulary: Vocabulary;
  /** Quoted runs of words, such as an error message, folded and surrounded by spaces. */
  readonly quotes: readonly string[];
  /** Whether the licence that opens a source may be the answer. */
  readonly asksAboutRights: boolean;
}

export function briefQueryOf(question: string, rarity: Rarity): BriefQuery {
  const vocabulary = languageOfQuestion(question);
  const words = askedWords(question, rarity, vocabulary);
  return { words, vocabulary, quotes: quotedRuns(question).map((run) => ` ${run} `), asksAboutRights: asksAboutRights(question) };
}
