/** What the rules for questions need to know of a natural language: phrases and words as data, one file for each that questions are understood in. */

/** What a question asks for where that decides how much is shown: steps, or a place. */
export type Intent = 'how' | 'where';

export interface Vocabulary {
  /** BCP 47 language, as `Intl.Segmenter` takes it. */
  readonly id: string;
  /** Whether words are written without spaces between them. */
  readonly isUnspaced?: boolean;
  /** Words that say nothing about a subject: they neither need to be found nor tell one passage from another. */
  readonly stopWords: string;
  /** Phrases by which a question asks for each, as alternatives of a regular expression. */
  readonly intents?: Readonly<Record<Intent, string>>;
  /** How a question begins that continues the one before it, and words that point back to it. */
  readonly followUp?: { readonly begins: string; readonly points: string };
}
