/** What the author of a file says of it: the first sentence of its text, or of a comment. */

import { languageOf } from '../text/languages.ts';
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
export function firstSentence(path: string, text: string): Words | undefined {
  const head = text.slice(0, readLength);
  const found = languageOf(path).kind === 'doc' ? proseSentence(path, head) : commentSentence(path, head);
  return found && { path, of: 'file', ...found };
}
