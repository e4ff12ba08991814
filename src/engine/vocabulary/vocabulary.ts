/** What the rules for questions need to know of a natural language: phrases and words as data, one file for each that questions are understood in. */

import type { Measure } from './newcomers/measures.ts';

/** What a question asks for: steps, or a location. */
export type Intent = 'how' | 'where';

/** What a question asks about a name; the first one whose phrase fits a question is meant. */
export const nameRelations = [
  'connection',
  'difference',
  'reach',
  'tests',
  'docs',
  'calls',
  'imports',
  'subclasses',
  'uses',
  'reason',
  'definition',
] as const;
export type NameRelation = (typeof nameRelations)[number];

/** Questions about names. All texts are alternatives of a regular expression. */
export interface NameVocabulary {
  /** What may stand before and after such a question. */
  readonly before: string;
  readonly after: string;
  readonly articles: string;
  /** Words for kinds of names: "function", "class". */
  readonly kinds: string;
  /** Words that stand for a name that was given before. */
  readonly pronouns: string;
  /** Words that phrases refer to, in braces, by a name of their own. */
  readonly words: Readonly<Record<string, string>>;
  /** By relation, regular expressions with `{a}` (and `{b}`) for the names. */
  readonly phrases: Readonly<Partial<Record<NameRelation, readonly string[]>>>;
}

export interface Vocabulary {
  /** BCP 47 language tag, as for `Intl.Segmenter`. */
  readonly id: string;
  /** Whether words are written without spaces between them. */
  readonly isUnspaced?: boolean;
  /** False if it is written in another script than the Latin one, so that a Latin word in it is a name. */
  readonly isLatin?: boolean;
  /** Stop words, separated by white space: they need not be found and do not discriminate between passages. */
  readonly stopWords: string;
  /** Words of sentences that say what brought something about, separated by blanks; no stop words. */
  readonly causes?: string;
  /** Phrases by which a comment gives a reason, as alternatives of a regular expression. */
  readonly reasons?: string;
  /** Phrases by which a question asks for each, as alternatives of a regular expression. */
  readonly intents?: Readonly<Record<Intent, string>>;
  /** How questions about names are asked. */
  readonly names?: NameVocabulary;
  /**
   * Of questions for a value: phrases for where nothing is set, those that ask for each measure, and what is said of anything that lasts, as alternatives
   * of a regular expression.
   */
  readonly values?: { readonly unset: string; readonly frame: string; readonly measures: Readonly<Partial<Record<Measure, string>>> };
  /** Phrases that ask which file or part does something, or where something is decided, which code answers. */
  readonly deciders?: string;
  /** Words for kinds of definitions, separated by blanks: a question with one is about code. */
  readonly definitions?: string;
  /** Of questions about the workspace as a whole: words for it and for what is asked about it, demonstratives, and other words that point to it. */
  readonly workspace?: { readonly words: string; readonly demonstratives?: string; readonly points?: string };
  /**
   * Of questions of somebody who finds their way: words that only ask, for reading, for code as such, for its parts, for where it is entered, for where to
   * begin (if a place or something to read is asked for), for folders, for changes, and for the last of them.
   */
  readonly orientation?: {
    readonly asking: string;
    readonly read: string;
    readonly code: string;
    readonly parts: string;
    readonly entry: string;
    readonly start: string;
    readonly folder: string;
    readonly changes: string;
    readonly latest: string;
  };
  /**
   * Of questions that an entry of a manifest answers: words that ask for a supported version, for dependencies (as written), that only ask to
   * run something, and that say what a script makes, which its name may leave out.
   */
  readonly manifest?: { readonly versions: string; readonly dependencies: string; readonly run: string; readonly makes: string };
  /** How a question begins that continues the one before it, and words that point back to it. */
  readonly followUp?: { readonly begins: string; readonly points: string };
}
