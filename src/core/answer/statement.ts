/** What a statement is. */

import type { Span } from '../text/spans.ts';

/** A stretch of a text that says something. */
export interface Statement extends Span {
  /**
   * A whole sentence, of prose or of a comment; a part of one, or words that are no sentence; an example of code amid prose or a comment; a
   * line of code.
   */
  readonly form: 'sentence' | 'fragment' | 'example' | 'line';
  /** Whether it is, or holds, what somebody types into a terminal. */
  readonly isCommand: boolean;
}

/** How a quote is shown: with its white space, as the words of a comment (`commentText`), as an example amid one (`commentCode`), or as text. */
export const quoteForms = ['code', 'comment', 'example', 'prose'] as const;
export type QuoteForm = (typeof quoteForms)[number];

/** The longest statement, in UTF-16 units: longer ones are cut between words. */
export const longestStatement = 320;
