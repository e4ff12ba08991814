/**
 * A segment: the chunks of some documents with their posting lists, immutable once built.
 *
 * Posting lists are rows (one per term or key, sorted by id) of entries (chunk, value, places) as bytes; see `entryRows.ts`. A change of
 * the index adds a small segment and tombstones for old chunks; see `memoryIndex.ts`.
 * Memory: some 2.5 bytes an entry, 12 a row, 40 a chunk. Cost: a look-up is a binary search among the rows.
 */

import type { PathNames } from '../document.ts';
import { languageNamed } from '../text/languages.ts';
import { pathNames } from '../text/names/pathNames.ts';
import type { DocumentColumns } from '../text/words/columns.ts';
import type { EntryRows } from './entryRows.ts';

/** A document as it is added to an index: content under a path. */
export interface IndexedDocument {
  readonly path: string;
  /** As in `ContentId`. */
  readonly language: string;
  readonly names: PathNames;
  /** With ids of the index's lexicons. */
  readonly columns: DocumentColumns;
}

/** A document of a path; `language` as in `ContentId`. */
export function indexedDocument(path: string, language: string, columns: DocumentColumns): IndexedDocument {
  return { path, language, names: pathNames(path, languageNamed(language)), columns };
}

/** The posting lists of terms or keys: rows of chunks with frequencies or roles, by id. */
export interface Rows extends EntryRows {
  /** Ids that have a row, ascending. */
  readonly ids: Int32Array;
}

export interface Segment {
  /** By document. */
  readonly paths: readonly string[];
  /** As in `ContentId`, by document. */
  readonly languages: readonly string[];
  readonly firstChunkOf: Int32Array;
  readonly chunkCount: number;
  /** The document of each chunk. The following columns are by chunk too. */
  readonly documentOf: Int32Array;
  readonly startLines: Int32Array;
  readonly endLines: Int32Array;
  readonly startColumns: Int32Array;
  readonly endColumns: Int32Array;
  /** Title ids. */
  readonly titles: Int32Array;
  readonly lengths: Int32Array;
  /** Bits of `Trait`. */
  readonly traits: Uint8Array;
  readonly terms: Rows;
  readonly keys: Rows;
  /** The keys of each chunk with their roles: row c belongs to chunk c. */
  readonly chunkKeys: EntryRows;
}

/** The columns with one number per chunk. */
export const chunkColumns = ['documentOf', 'startLines', 'endLines', 'startColumns', 'endColumns', 'titles', 'lengths'] as const;

/** End (exclusive) of a document's chunks. */
export function chunksEnd({ firstChunkOf, chunkCount }: Pick<Segment, 'firstChunkOf' | 'chunkCount'>, position: number): number {
  return position + 1 < firstChunkOf.length ? (firstChunkOf[position + 1] as number) : chunkCount;
}

/** How many chunks a document has. */
export function countChunks(segment: Pick<Segment, 'firstChunkOf' | 'chunkCount'>, position: number): number {
  return chunksEnd(segment, position) - (segment.firstChunkOf[position] as number);
}

/** The segment with all its bytes uncompressed, for work that reads all of them. */
export function inMemory(segment: Segment): Segment {
  const { terms, keys, chunkKeys } = segment;
  if (terms.read === undefined) return segment;
  return { ...segment, terms: loaded(terms), keys: loaded(keys), chunkKeys: loaded(chunkKeys) };
}

function loaded<T extends EntryRows>({ read: _, ...rows }: T): T {
  return rows as T;
}
