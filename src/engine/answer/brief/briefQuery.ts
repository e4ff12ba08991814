/** A question as the brief uses it: its weighted words and its language. */

import { type AskedWord, askedWords, type Rarity } from '../../question/askedWords.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { isOnly } from '../../util/strings.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { asksAboutRights } from './demotion.ts';

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
  return { words, vocabulary, quotes: quotesIn(question), asksAboutRights: asksAboutRights(question) };
}

/** Fewer quoted words are a term rather than a message. */
const minQuotedWords = 3;

/** The runs of words between quotation marks; a number in a message is a value that its template lacks. */
function quotesIn(question: string): readonly string[] {
  const quoted = question.replaceAll('“', '"').replaceAll('”', '"').split('"');
  const runs: string[][] = [];
  for (const [i, text] of quoted.entries()) {
    if (i % 2 === 0 || i + 1 === quoted.length) continue;
    runs.push([]);
    for (const word of foldedWords(text)) {
      if (isOnly(word.slice(0, 1), '0123456789')) runs.push([]);
      else runs.at(-1)?.push(word);
    }
  }
  return runs.filter(({ length }) => length >= minQuotedWords).map((run) => ` ${run.join(' ')} `);
}
