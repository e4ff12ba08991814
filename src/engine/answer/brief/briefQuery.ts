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

/** The query that picks lines: the words of the question and of the restated line, in the language of the question. */
export function restatedQueryOf(query: BriefQuery, question: string, line: string, rarity: Rarity): BriefQuery {
  return { ...query, words: askedWords(`${question}\n${line}`, rarity, query.vocabulary) };
}

export function briefQueryOf(question: string, rarity: Rarity): BriefQuery {
  const vocabulary = languageOfQuestion(question);
  const words = askedWords(question, rarity, vocabulary);
  return { words, vocabulary, quotes: quotedRuns(question).map((run) => ` ${run} `), asksAboutRights: asksAboutRights(question) };
}
