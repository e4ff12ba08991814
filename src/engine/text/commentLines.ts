/** Comments by their lines alone, without the scanner: the marks of a language, and the text after them. */

import { once } from '../util/once.ts';
import { skip } from '../util/strings.ts';
import type { Comments } from './code/syntax.ts';
import { type Language, languages, plainText } from './languages.ts';

/** The delimiters of a one-line comment; the closing one may be empty. */
export function commentOf({ line, block }: Comments): readonly [string, string] {
  return line[0] === undefined ? (block[0] ?? ['//', '']) : [line[0], ''];
}

const markupBlock = ['<!--', '-->'] as const;

/** The comments of any language, for files of an unknown one; marks that more often begin something else are left out. */
const anyComments = once((): Comments => {
  const isClear = (mark: string): boolean => !['{', '"', "'"].includes(mark);
  const line = languages.flatMap(({ comments }) => comments.line).filter(isClear);
  const block = languages.flatMap(({ comments }) => comments.block).filter(([open]) => isClear(open));
  return { line: [...new Set(line)], block, quotes: '' };
});

/** Reads the lines of a file from its first one on, and tells which of them are comments. */
export class CommentLines {
  readonly #blocks: Comments['block'];
  readonly #marks: readonly string[];
  /** The end mark of the block comment that the last line is in. */
  #close: string | undefined;

  constructor(language: Language) {
    const { line, block } = language === plainText ? anyComments() : language.comments;
    this.#blocks = [...block, markupBlock];
    // Markdown's own comments are links that nothing shows.
    this.#marks = language.kind === 'doc' && language !== plainText ? [...line, '[//]: # ('] : line;
  }

  /** The next line without its comment mark and decoration; undefined if it is not a comment. */
  read(line: string): string | undefined {
    if (this.#close !== undefined) {
      if (line.includes(this.#close)) this.#close = undefined;
      return bare(line, 0);
    }
    const start = skip(line, ' \t', 0);
    const block = this.#blocks.find(([open]) => line.startsWith(open, start));
    if (block !== undefined) {
      const [open, close] = block;
      if (!line.includes(close, start + open.length)) this.#close = close;
      return bare(line, start + open.length);
    }
    const mark = this.#marks.find((one) => line.startsWith(one, start));
    return mark === undefined ? undefined : bare(line, start + mark.length);
  }
}

function bare(line: string, from: number): string {
  return line.slice(skip(line, ' \t/*#-;%!', from)).trim();
}

/** Whether a line looks like part of a comment. */
export function isCommentLine(line: string, { line: marks, block }: Comments): boolean {
  const text = line.trimStart();
  return (
    marks.some((mark) => text.startsWith(mark)) || block.some(([open]) => text.startsWith(open) || (open === '/*' && text.startsWith('*')))
  );
}

/** Whether a line of a block comment is its last. */
export function endsBlockComment(line: string, comments: Comments): boolean {
  const text = line.trimEnd();
  return isCommentLine(line, comments) && comments.block.some(([open, close]) => open !== close && text.endsWith(close));
}
