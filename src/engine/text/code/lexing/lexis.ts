/** The marks of a language's comments and strings, compiled for look-ups by code unit. */

import { wordsOf } from '../../../util/strings.ts';
import type { Comments } from '../syntax.ts';

/** What a code unit may begin. */
export const Sign = { Delimiter: 1, Quote: 2, Name: 4, NameStart: 8, Pattern: 16, Heredoc: 32, Directive: 64 } as const;

export interface Delimiter {
  readonly open: string;
  /** Empty for a comment that ends with its line. */
  readonly close: string;
  /** 1 for comments, 2 for strings. */
  readonly zone: 1 | 2;
  /** Whether a name and a bracket follow `open`, and both again come before `close`. */
  readonly isNamed?: boolean;
}

export interface Lexis {
  /** Bits of `Sign` by code unit below 128. */
  readonly signs: Uint8Array;
  /** In the order in which they are tried. */
  readonly delimiters: readonly Delimiter[];
  /** Words that begin a comment at the start of a line. */
  readonly lineWords: ReadonlySet<string>;
  /** Code units of quotes. */
  readonly characters: readonly number[];
  readonly multiline: readonly number[];
  readonly isDoubled: boolean;
  readonly hasTemplates: boolean;
  readonly literal: readonly number[];
  readonly heredocs: Comments['heredocs'];
  readonly holes: Comments['holes'];
  readonly column: readonly [column: number, characters: string] | undefined;
}

const known = new WeakMap<Comments, Map<string, Lexis>>();

export function lexisOf(comments: Comments, nameMarks: string, nameStarts: string): Lexis {
  const own = known.get(comments) ?? new Map<string, Lexis>();
  known.set(comments, own);
  const key = `${nameMarks} ${nameStarts}`;
  const found = own.get(key) ?? compile(comments, nameMarks, nameStarts);
  own.set(key, found);
  return found;
}

const unitsOf = (text = ''): readonly number[] => [...text].map((character) => character.charCodeAt(0));

function compile(comments: Comments, nameMarks: string, nameStarts: string): Lexis {
  const {
    line,
    block,
    quotes,
    characters,
    multiline,
    raw = [],
    namedRaw = '',
    patterns,
    doubled,
    literal,
    heredocs,
    holes,
    directives,
    column,
  } = comments;
  const isWord = (mark: string): boolean => /^\w/.test(mark);
  const delimiters: Delimiter[] = [
    ...raw.map(([open, close]) => ({ open, close, zone: 2 as const })),
    ...wordsOf(namedRaw).map((open) => ({ open, close: '"', zone: 2 as const, isNamed: true })),
    ...block.map(([open, close]) => ({ open, close, zone: 1 as const })),
    ...line.filter((mark) => !isWord(mark)).map((open) => ({ open, close: '', zone: 1 as const })),
  ].sort((a, b) => b.open.length - a.open.length);
  const signs = new Uint8Array(128);
  const mark = (units: readonly number[], sign: number): void => {
    for (const unit of units) signs[unit] = (signs[unit] as number) | sign;
  };
  mark(
    delimiters.map(({ open }) => open.charCodeAt(0)),
    Sign.Delimiter,
  );
  mark(unitsOf(quotes), Sign.Quote);
  mark(unitsOf(nameMarks), Sign.Name);
  mark(unitsOf(nameStarts), Sign.Name | Sign.NameStart);
  if (patterns) mark(unitsOf('/'), Sign.Pattern);
  if (heredocs !== undefined) mark(unitsOf('<'), Sign.Heredoc);
  if (directives) mark(unitsOf('#'), Sign.Directive);
  const words = line.filter(isWord).map((word) => word.trim());
  return {
    signs,
    delimiters,
    lineWords: new Set(words),
    characters: unitsOf(characters),
    multiline: unitsOf(multiline),
    isDoubled: doubled === true,
    hasTemplates: quotes.includes('`'),
    literal: unitsOf(literal),
    heredocs,
    holes,
    column,
  };
}
