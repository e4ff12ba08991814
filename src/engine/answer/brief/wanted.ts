/** What a question wants of a block: its words, and by its kind room for steps, or for little more than a place. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { intentOf } from '../../question/intent.ts';
import { languageOfQuestion } from '../../question/naturalLanguage.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { weights } from './weights.ts';

export interface Wanted {
  readonly words: readonly AskedWord[];
  readonly vocabulary: Vocabulary;
  /** Lines that the first block may have. */
  readonly firstLines: number;
}

export function wantedBy(question: string, rarity: Rarity): Wanted {
  const vocabulary = languageOfQuestion(question);
  const intent = intentOf(question, vocabulary);
  const { stepsLines, placeLines, firstLines } = weights;
  return {
    words: askedWords(question, rarity, vocabulary),
    vocabulary,
    firstLines: intent === 'how' ? stepsLines : intent === 'where' ? placeLines : firstLines,
  };
}
