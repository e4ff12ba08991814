/** What the question rules need of a natural language: words and phrases as data, one file per language. */

/** Intents that decide how much of an answer is shown: steps, or a location. */
export type Intent = 'how' | 'where';

export interface Vocabulary {
  /** BCP 47 language tag, as for `Intl.Segmenter`. */
  readonly id: string;
  /** Whether words are written without spaces between them. */
  readonly isUnspaced?: boolean;
  /** Stop words, separated by white space: they need not be found and do not discriminate between passages. */
  readonly stopWords: string;
  /** Phrases of questions with each intent, as alternatives of a regular expression. */
  readonly intents: Readonly<Record<Intent, string>>;
  /** How a follow-up question begins, and anaphoric words that refer to the previous one; alternatives of a regular expression. */
  readonly followUp: { readonly begins: string; readonly points: string };
}
