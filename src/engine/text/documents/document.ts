/** What a reader of documents finds, whatever the format. Lines are 0-based, `last` inclusive. */

export interface Heading {
  /** Of its text; of the rule above, if there is one. */
  readonly line: number;
  /** The line after it and its underline. */
  readonly end: number;
  /** 1 is the outermost. */
  readonly level: number;
  /** Without markup. */
  readonly title: string;
}

/**
 * - `paragraph`: also a definition with its term, and the title of a block.
 * - `item`: the first paragraph of a list item. What else belongs to the item is deeper.
 * - `directive`: the first line of a directive of reStructuredText with its options. Its content is deeper.
 * - `callout`: a block quote, or a note in one.
 * - `table`: its rows, one a line.
 * - `html`: text between tags.
 * - `code`: with its fences or delimiters.
 * - `contents`: a table of contents by the names of files (`toctree`), with its mark.
 * - `entry`: the mark of an entry of a manual page, up to the next one.
 */
export type BlockKind = 'paragraph' | 'item' | 'directive' | 'callout' | 'table' | 'html' | 'code' | 'contents' | 'entry';

/** A block of a document: what is read as one. Comments, rules, labels and front matter are none. */
export interface Block {
  readonly kind: BlockKind;
  readonly first: number;
  readonly last: number;
  /** Items and directives around it. */
  readonly depth: number;
}

export interface ReadDocument {
  /** The line after the front matter; 0 if there is none. */
  readonly start: number;
  /** Outside of code, quotes and lists, in order. */
  readonly headings: readonly Heading[];
  /** In order; read when asked for. */
  blocks(): readonly Block[];
}
