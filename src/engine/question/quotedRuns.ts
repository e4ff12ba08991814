/** Messages that a question quotes, as the words that a text must hold in a row. Cost: one pass over the question. */

import { foldedWords } from '../text/names/entities.ts';
import { isOnly } from '../util/strings.ts';

/** Fewer quoted words are a term rather than a message. */
const minWords = 3;

/** The runs of words between quotation marks, folded and joined by blanks. A number in a message is a value that its template lacks. */
export function quotedRuns(question: string): readonly string[] {
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
  return runs.filter(({ length }) => length >= minWords).map((run) => run.join(' '));
}
