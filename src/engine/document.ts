/**
 * The analysis of a document: plain data, a pure function of the text and its language, independent of the path.
 *
 * The words and names of the path (file stem, folders) are added when the document enters an index (`PathNames`), so a rename or a second
 * copy of a file reuses the analysis of its content.
 */

/** Identifies one analysed content. The same bytes in another language are another document. */
export interface ContentId {
  /** Hash of the file's bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** Name of the language it was analysed as, for `languageNamed`; after a blank, how its bytes were read if they can be read otherwise. */
  readonly language: string;
}

/** `doc` is prose (markdown, text, documentation); `code` is everything made of statements. */
export type ChunkKind = 'doc' | 'code';

/** The roles of a key in a chunk, as bits of a mask. */
export const Role = {
  /** The key is the chunk's title. */
  Title: 1,
  /** The chunk has a heading of that name. */
  Heading: 2,
  /** The chunk defines a type or module of that name. The bit of `Heading`, which symbols have no use for. */
  DefinesType: 2,
  /** The chunk defines the symbol. */
  Defines: 4,
  /** The chunk's text mentions the key. */
  Mentions: 8,
  /** How the chunk's code uses what it mentions (`text/uses`): an import statement names it, */
  Imports: 16,
  /** it is called, */
  Calls: 32,
  /** a type extends or implements it, */
  Extends: 64,
  /** it is thrown or raised. */
  Throws: 128,
} as const;
/** A chunk with one of these roles is about the key; others only use it. */
export const bearingRoles = Role.Title | Role.Defines | Role.Heading;

/**
 * Namespaces of keys. A key is the letter of its space, a colon and the text: `n:sandra dee`, `s:createServer`, `p:server`. Names are
 * folded to lower-case words, so titles, headings and proper names share keys; symbols keep their case.
 */
export const Space = { Name: 'n', Symbol: 's', Path: 'p', Link: 'l', Literal: 'q' } as const;
/** The letter of a key space. */
export type Space = (typeof Space)[keyof typeof Space];

/** A term of a chunk: a stemmed word or a part of an identifier. */
export interface ChunkTerm {
  readonly term: string;
  /** Weighted term frequency: 1 for an occurrence in the text, more in the title or a defined name. A positive integer. */
  readonly count: number;
  /** Position mask: bit i is set if the term occurs at place i of the chunk. Unsigned 32 bits. */
  readonly places: number;
}

/** An entity of a chunk. */
export interface ChunkKey {
  readonly key: string;
  /** Bits of `Role`. */
  readonly roles: number;
  /** As in `ChunkTerm`. */
  readonly places: number;
}

/** A line range of a document with its terms and keys. Lines are 1-based and inclusive. */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Columns (UTF-16 units, 0-based, end exclusive) if a line longer than a chunk was cut; both 0 for whole lines. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly kind: ChunkKind;
  /** The heading path (`State › Reload`) or the defined names; empty if there are neither. */
  readonly title: string;
  /** Sum of the counts of its terms. */
  readonly length: number;
  /** Unique, sorted by term in code unit order. */
  readonly terms: readonly ChunkTerm[];
  /** Unique, sorted by key in code unit order. */
  readonly keys: readonly ChunkKey[];
}

/** The analysis of one content. */
export interface DocumentAnalysis {
  readonly chunks: readonly Chunk[];
}

/** The location and kind of a chunk. */
export type ChunkHead = Pick<Chunk, 'startLine' | 'endLine' | 'startColumn' | 'endColumn' | 'kind'>;

/** The terms and keys that a path adds to every chunk of its document. */
export interface PathNames {
  /** Stemmed words of the path; each counts as a title word. */
  readonly terms: readonly string[];
  /** Path keys: the stem first, then the folders from the root. */
  readonly keys: readonly string[];
  /**
   * Whether it is a test, an example, a fixture, a text for contributors or a table of translations: it ranks lower, and its definitions do
   * not count as names.
   */
  readonly isAuxiliary: boolean;
  readonly isChangeLog: boolean;
}
