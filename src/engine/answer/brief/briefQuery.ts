/** A question as the brief uses it: its weighted words and its language. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { detectIntent } from '../../question/intent.ts';
import { quotedRuns } from '../../question/quotedRuns.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { asksAboutRights } from '../demotion.ts';
import { weights } from './weights.ts';

export interface BriefQuery {
  readonly words: readonly AskedWord[];
  readonly vocabulary: Vocabulary;
  /**
   * Runs of words that a text may hold word for word, folded and surrounded by spaces: what the question quotes, such as an error message, and
   * the question itself unless it is too short to say more than a term.
   */
  readonly quotes: readonly string[];
  /** Whether it asks how to do something. */
  readonly asksHow: boolean;
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
  const whole = words.length < weights.sureWords ? [] : [foldedWords(question).join(' ')];
  const quotes = [...quotedRuns(question), ...whole].map((run) => ` ${run} `);
  const asksHow = detectIntent(question, vocabulary) === 'how';
  return { words, vocabulary, quotes, asksHow, asksAboutRights: asksAboutRights(question) };
}
