/**
 * Where an index is kept between runs: which content each path had when it was last looked at, and the analysis of each content in columns
 * with ids of the process's lexicons.
 *
 * Documents are kept by the hash of the file's bytes and the language, so that a rename, a copy or a branch switch finds what is known.
 * The interface is narrow on purpose: a store may lie in a file, in memory or on another machine.
 */

import type { ContentId } from '../engine/document.ts';
import type { DocumentColumns } from '../engine/text/words/columns.ts';

/** Why a file that was read is not indexed. */
export interface SkipNote {
  readonly reason: string;
  readonly detail?: string;
}

/** What is stored of a path. Times are nanoseconds since 1970; all are signed 64-bit integers. */
export interface FileRow {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** When the file was looked at. */
  readonly indexedAtNs: bigint;
  readonly content: ContentId | SkipNote;
}

/** A document to be stored. */
export interface NewDocument extends ContentId {
  readonly columns: DocumentColumns;
}

/** A stored document; `columns` are absent where it is damaged. */
export interface StoredDocument extends ContentId {
  readonly columns?: DocumentColumns;
}

/** Written together or not at all. Documents that are stored already may be given again. */
export interface StoreChange {
  readonly files: readonly FileRow[];
  readonly removed: readonly string[];
  readonly documents: readonly NewDocument[];
  /** What the rows depend on besides the files: a text that the owner compares on the next start. */
  readonly basis?: string;
}

/** How a store fares. */
export interface StoreStatus {
  /** Absolute path of the file; absent where nothing outlives the process. */
  readonly file?: string;
  /** One sentence for the user where something was mended or cannot be kept. */
  readonly message?: string;
  /** True where another process writes this store; what is committed here then stays in memory. */
  readonly isFollowing: boolean;
}

/** What another process has changed in a store since it was last asked. */
export type StoreNews =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  /** More than is noted: all rows are to be compared. */
  | { readonly kind: 'everything' }
  /** Nobody writes the store any more; it can be opened anew for writing. */
  | { readonly kind: 'writer gone' };

/** One folder's store. Methods are synchronous and short; those that read much are iterators, so that the caller can pause between items. */
export interface DocumentStore {
  status(): StoreStatus;
  /** The basis of the last change that had one. */
  basis(): string | undefined;
  /** The row of a path. Throws as `files` does. */
  file(path: string): FileRow | undefined;
  /** All rows, sorted by path in code unit order. Throws `DamagedStoreError` and `BusyStoreError`. */
  files(): FileRow[];
  /** All documents, in no particular order. The store must not be changed meanwhile. Throws as `files` does. */
  documents(): Iterable<StoredDocument>;
  /** One document, also one that waits to be written; absent where it is unknown or damaged. Throws `BusyStoreError`. */
  document(id: ContentId): DocumentColumns | undefined;
  /** Reads a part of what the next change needs; returns whether there is more of it. For idle times: without it the change reads it. */
  readAhead(): boolean;
  /** Never throws for reasons that lie outside of the program: the status tells what could not be kept. */
  commit(change: StoreChange): void;
  /** Whether `news` has something to tell; cheap enough to be asked some times a second. */
  isBehind(): boolean;
  /** What others have written since the last call; `nothing` where this process is the writer. */
  news(): StoreNews;
  /** Drops documents that no path has had for a while and gives the space back. For idle times. */
  compact(): void;
  /** Does a part of what takes longer, and gives the space back that no document needs any more; returns whether there is more of it. For idle times. */
  renew(): boolean;
  /** Forgets everything. */
  clear(): void;
  /** Bytes on disk, or in memory. */
  sizeBytes(): number;
  /** Writes what waits and lets go of the file. No other method may be called afterwards. */
  close(): void;
}

/** Thrown while a store is read that is damaged beyond single documents. The owner sets the file aside and starts anew. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
}

/** Thrown while a store is read that another program holds just now. */
export class BusyStoreError extends Error {
  override readonly name = 'BusyStoreError';
}

/** True for a file that was read but is not indexed. */
export function isSkipNote(content: ContentId | SkipNote): content is SkipNote {
  return 'reason' in content;
}
