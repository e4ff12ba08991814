/** A question as the brief uses it: its weighted words, its language, and the size of the first block by its intent. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { intentOf } from '../../question/intent.ts';
import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { weights } from './weights.ts';

export interface BriefQuery {
  readonly words: readonly AskedWord[];
  readonly vocabulary: Vocabulary;
  /** Max lines of the first block. */
  readonly firstLines: number;
}

export function briefQueryOf(question: string, rarity: Rarity): BriefQuery {
  const vocabulary = languageOfQuestion(question);
  const intent = intentOf(question, vocabulary);
  const { stepsLines, placeLines, firstLines } = weights;
  return {
    words: askedWords(question, rarity, vocabulary),
    vocabulary,
    firstLines: intent === 'how' ? stepsLines : intent === 'where' ? placeLines : firstLines,
  };
}
