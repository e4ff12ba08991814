/** What the author of a file says of it: the first sentence of its text, or of a comment. */

import type { Language } from '../text/languages.ts';
import { type CommentSentence, commentSentence } from './quotes/commentSentence.ts';
import { proseSentence } from './quotes/proseSentence.ts';
import type { Sentence } from './quotes/sentence.ts';

/** A sentence of a file. */
export interface Quote extends Sentence {
  readonly path: string;
}

export type Words = Quote & CommentSentence;

/** Code units at the beginning of a file that are read. */
const readLength = 12_000;

/** The first sentence about a file; `undefined` if its beginning has none. */
export function firstSentence(path: string, text: string, language: Language): Words | undefined {
  const head = text.slice(0, readLength);
  const found = language.kind === 'doc' ? proseSentence(path, head, language) : commentSentence(head, language);
  return found && { path, of: 'file', ...found };
}

/** The first sentence, unless it is about one of several definitions. */
export function sentenceOfFile(path: string, text: string, language: Language): Quote | undefined {
  const found = firstSentence(path, text, language);
  return found?.of === 'file' ? found : undefined;
}
