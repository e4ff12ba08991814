/** Messages that a question quotes, as the words that a text must hold in a row. Cost: one pass over the question. */

import { foldedWords } from '../text/names/entities.ts';
import { isWordAt } from '../text/words/characters.ts';
import { isOnly } from '../util/strings.ts';

/** Fewer quoted words are a term rather than a message. */
const minWords = 3;

/** Opening quotation marks with what closes them. An apostrophe inside of a word is none. */
const closings: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»', '‘': '’', "'": "'", '`': '`' };

/** The texts between quotation marks. */
function quotedTexts(question: string): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < question.length; at++) {
    const closing = closings[question.charAt(at)];
    if (closing === undefined || isWordAt(question, at - 1)) continue;
    let end = question.indexOf(closing, at + 1);
    while (end >= 0 && isWordAt(question, end + 1)) end = question.indexOf(closing, end + 1);
    if (end < 0) continue;
    texts.push(question.slice(at + 1, end));
    at = end;
  }
  return texts;
}

/** The runs of words between quotation marks, folded and joined by blanks. A number in a message is a value that its template lacks. */
export function quotedRuns(question: string): readonly string[] {
  const runs: string[][] = [];
  for (const text of quotedTexts(question)) {
    runs.push([]);
    for (const word of foldedWords(text)) {
      if (isOnly(word.slice(0, 1), '0123456789')) runs.push([]);
      else runs.at(-1)?.push(word);
    }
  }
  return runs.filter(({ length }) => length >= minWords).map((run) => run.join(' '));
}
