/** The operators of a question that restrict its results (`fields.ts`), as they are written. */

import type { ChunkKind } from '../document.ts';
import { fold } from '../text/words/terms.ts';

export const operator = /(?<=^|\s)(path|lang|kind):(?:"([^"]*)"|(\S+))/g;

/** A question split into its words and its operators `path:`, `lang:` and `kind:`, verbatim. */
export function partOperators(question: string): { readonly words: string; readonly operators: string } {
  const operators: string[] = [];
  const words = question.replace(operator, (whole, name: string, quoted: string | undefined, bare: string | undefined) => {
    if (name === 'kind' && !isKind(fold(quoted ?? bare ?? ''))) return whole;
    operators.push(whole);
    return '';
  });
  return operators.length === 0
    ? { words: question, operators: '' }
    : { words: words.replace(/[ \t]{2,}/g, ' ').trim(), operators: operators.join(' ') };
}

/** Whether a value of `kind:` is one. */
export const isKind = (value: string): value is ChunkKind => value === 'doc' || value === 'code';
