/**
 * What the index knows of a document: plain data, a pure function of the text and its language, free of the path.
 *
 * The path's own words and names (file stem, folders) are added when a document is placed in an index (`PathNames`), so a rename
 * or a second copy of a file re-uses what was computed for its content.
 */

/** Names one analysed content: the same bytes as another language are another document. */
export interface ContentId {
  /** Hash of the file's bytes in lower-case hexadecimal digits. */
  readonly hash: string;
  /** Id of the language it was analysed as. */
  readonly language: string;
}

/** `doc` is prose (markdown, text, documentation); `code` is everything whose lines are statements. */
export type ChunkKind = 'doc' | 'code';

/** What a chunk does with a key; the values are bits of one mask. */
export const Role = {
  /** The chunk bears the key as its title. */
  Title: 1,
  /** The chunk holds a heading of that name. */
  Heading: 2,
  /** The chunk defines the symbol. */
  Defines: 4,
  /** The chunk's text mentions the key. */
  Mentions: 8,
} as const;

/**
 * The spaces of keys. A key is its space's letter, a colon and the text: `n:sandra dee`, `s:createServer`, `p:server`.
 * Names are folded words (titles, headings and proper names meet here); symbols keep their case.
 */
export const Space = { Name: 'n', Symbol: 's', Path: 'p', Link: 'l', Literal: 'q' } as const;
/** The letter of one of the spaces. */
export type Space = (typeof Space)[keyof typeof Space];

/** One term of a chunk: a stemmed word or identifier part. */
export interface ChunkTerm {
  readonly term: string;
  /** Weighted occurrences: one in the text counts 1, one in the title or a defined name counts more. A positive integer. */
  readonly count: number;
  /** Bit i is set where place i of the chunk holds the term (see `Chunk.places`). Unsigned 32 bits. */
  readonly places: number;
}

/** One entity of a chunk. */
export interface ChunkKey {
  readonly key: string;
  /** Bits of `Role`. */
  readonly roles: number;
  /** As in `ChunkTerm`. */
  readonly places: number;
}

/** A line range of a document with what it says. Lines are 1-based and inclusive. */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Columns (UTF-16 units, 0-based, end exclusive) where a line longer than a chunk was cut; both 0 for whole lines. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly kind: ChunkKind;
  /** The heading path (`State › Reload`) or the defined names; empty where there is neither. */
  readonly title: string;
  /** The sum of the counts of its terms. */
  readonly length: number;
  /** Sorted by term (code unit order), each once. */
  readonly terms: readonly ChunkTerm[];
  /** Sorted by key (code unit order), each once. */
  readonly keys: readonly ChunkKey[];
}

/** The analysis of one content. */
export interface DocumentAnalysis {
  readonly chunks: readonly Chunk[];
}

/** Where a chunk stands, and its kind. */
export type ChunkHead = Pick<Chunk, 'startLine' | 'endLine' | 'startColumn' | 'endColumn' | 'kind'>;

/** What a path says of every chunk of its document. */
export interface PathNames {
  /** Stemmed words of the path; each counts as a title word does. */
  readonly terms: readonly string[];
  /** Path keys: the stem first, then the folders from the root. */
  readonly keys: readonly string[];
  /** True for tests, examples and fixtures, whose definitions do not count as names. */
  readonly isTest: boolean;
  /** True for documents that list what was changed. */
  readonly isChangeLog: boolean;
}
