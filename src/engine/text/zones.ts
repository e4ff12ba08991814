/** The comments and strings of a text as ranges, and which of its lines are comments; found by `code/lexer.ts`. */

import { grown } from '../util/growArray.ts';
import { once } from '../util/once.ts';
import { skip } from '../util/strings.ts';
import { lex, Zone } from './code/lexing/lexer.ts';
import { Parts } from './code/lexing/parts.ts';
import type { Comments } from './code/syntax.ts';
import { type Language, languages, plainText } from './languages.ts';
import { type Scan, tokenize } from './words/tokens.ts';

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

const parts = new Parts();

/** Ranges of a text in order, such as its comments and strings: valid until the next `find` or `clear`. */
export class ZoneList {
  count = 0;
  starts = new Int32Array(1 << 8);
  /** Exclusive. */
  ends = new Int32Array(1 << 8);
  /** `Zone.Comment`, `Zone.String`, or any other kind that was added; at most 255. */
  kinds = new Uint8Array(1 << 8);
  #cursor = 0;

  find(text: string, scan: Scan, comments: Comments): this {
    this.clear();
    lex(text, scan, comments, this, parts);
    return this;
  }

  clear(): void {
    this.count = this.#cursor = 0;
  }

  /** The zone of an offset, or 0. Cost: constant for offsets that ascend. */
  zoneAt(offset: number): number {
    if (this.#cursor > 0 && offset < (this.ends[this.#cursor - 1] as number)) this.#cursor = 0;
    while (this.#cursor < this.count && (this.ends[this.#cursor] as number) <= offset) this.#cursor++;
    return this.#cursor < this.count && offset >= (this.starts[this.#cursor] as number) ? (this.kinds[this.#cursor] as number) : Zone.Code;
  }

  /** Adds a range, unless it is empty or overlaps the last one. */
  add(from: number, to: number, zone: number): void {
    if (to <= from || (this.count > 0 && from < (this.ends[this.count - 1] as number))) return;
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
      this.kinds = grown(this.kinds);
    }
    this.starts[this.count] = from;
    this.ends[this.count] = to;
    this.kinds[this.count++] = zone;
  }
  /** The zone of every code unit of a text of this length. */
  toUnits(length: number): Uint8Array {
    const units = new Uint8Array(length);
    for (let i = 0; i < this.count; i++) units.fill(this.kinds[i] as number, this.starts[i], this.ends[i]);
    return units;
  }
}

const list = new ZoneList();

/** The `Zone` of every code unit of a text. */
export function zonesOf(text: string, comments: Comments): Uint8Array {
  return list.find(text, tokenize(text), comments).toUnits(text.length);
}
