/**
 * Where an index is kept between runs: the content of each path when it was last read, and the analysis of each content in columns of the
 * process's lexicon ids.
 *
 * Documents are keyed by the hash of the file's bytes and the language, so that a rename, a copy or a branch switch reuses them. The
 * interface is deliberately narrow: a store may lie in a file, in memory or on another machine.
 */

import type { ContentId } from '../engine/document.ts';
import type { Dictionary } from '../engine/index/codec/dictionary.ts';
import type { Message } from '../engine/message.ts';
import type { DocumentColumns } from '../engine/text/words/columns.ts';

/** Why a file that was read is not indexed. */
export interface SkipNote {
  readonly reason: string;
  readonly detail?: string;
}

/** The stored state of a path. Times are nanoseconds since 1970; all are signed 64-bit integers. */
export interface FileRow {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** When the file was read. */
  readonly indexedAtNs: bigint;
  readonly content: ContentId | SkipNote;
}

/** A document to store. */
export interface NewDocument extends ContentId, Analysed {}

/** The analysis of a content. */
export interface Analysed {
  readonly columns: DocumentColumns;
  /** The same as bytes that refer to a dictionary; absent if it was not encoded yet. */
  readonly encoded?: { readonly bytes: Uint8Array; readonly dictionary: Dictionary } | undefined;
}

/** Documents that were analysed elsewhere. */
export interface Seed {
  /** The dictionary of their encoding, and its blocks as `packedStrings` makes them. */
  readonly dictionary: Dictionary;
  readonly blocks: readonly Uint8Array[];
  /** Undefined if it is unknown or damaged. */
  analysed(id: ContentId): Analysed | undefined;
  /** The content of a path where it is this blob of git, of this size in bytes. */
  contentOf(path: string, blob: string, bytes: number): ContentId | undefined;
}

/** A stored document; without `columns` if it is damaged. */
export interface StoredDocument extends ContentId {
  readonly columns?: DocumentColumns;
}

/** Written atomically. May include documents that are already stored. */
export interface StoreChange {
  readonly files: readonly FileRow[];
  readonly removed: readonly string[];
  readonly documents: readonly NewDocument[];
  /** The settings that the rows depend on besides the files: a text that the owner compares on the next start. */
  readonly basis?: string;
}

/** The state of a store. */
export interface StoreStatus {
  /** Absolute path of the file; absent if nothing outlives the process. */
  readonly file?: string;
  /** For the user, if something was repaired or cannot be kept. */
  readonly messages?: readonly Message[];
  /** True if another process writes this store; what is committed here then stays in memory. */
  readonly isFollowing: boolean;
}

/** Changes made by another process since the last call. */
export type StoreNews =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  /** More than is recorded: all rows must be compared. */
  | { readonly kind: 'everything' }
  /** No process writes the store any more; it can be opened again for writing. */
  | { readonly kind: 'writer gone' };

/** One folder's store. Methods are synchronous and short; long reads are iterators, so that the caller can yield the thread between items. */
export interface DocumentStore {
  status(): StoreStatus;
  /** The basis of the last change that had one. */
  basis(): string | undefined;
  /** The row of a path. Throws like `files`. */
  file(path: string): FileRow | undefined;
  /** All rows, sorted by path in code unit order. Throws `DamagedStoreError` and `BusyStoreError`. */
  files(): FileRow[];
  /** All documents, in no particular order. The store must not change meanwhile. Throws like `files`. */
  documents(): Iterable<StoredDocument>;
  /** One document, including one that waits to be written; undefined if it is unknown or damaged. Throws `BusyStoreError`. */
  document(id: ContentId): DocumentColumns | undefined;
  /** Takes over the dictionary of a seed, unless it has strings already, so that its documents need not be encoded again. */
  adopt(seed: Seed): void;
  /** Never throws for external reasons: the status reports what could not be kept. */
  commit(change: StoreChange): void;
  /** Whether `news` has anything to report; cheap enough to poll several times a second. */
  isBehind(): boolean;
  /** Other processes' writes since the last call; `nothing` if this process is the writer. */
  news(): StoreNews;
  /** Drops released documents whose time is up and returns their space. Call it while idle. */
  compact(): void;
  /** Runs one step of lengthy housekeeping that reclaims space; returns whether there is more. Call it while idle. */
  renew(): boolean;
  /** Empties the store. */
  clear(): void;
  /** Bytes on disk, or in memory. */
  sizeBytes(): number;
  /** Writes pending changes and releases the file. No other method may be called afterwards. */
  close(): void;
}

/** Thrown while reading a store that is damaged beyond single documents. The owner sets the file aside and starts over. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
}

/** Thrown while reading a store that another program has locked. */
export class BusyStoreError extends Error {
  override readonly name = 'BusyStoreError';
}

/** True for a file that was read but is not indexed. */
export function isSkipNote(content: ContentId | SkipNote): content is SkipNote {
  return 'reason' in content;
}

/** A content's id as a map key. */
export function contentName({ hash, language }: ContentId): string {
  return `${hash} ${language}`;
}

/** Whether two ids are of the same content. */
export function isSameContent(one: ContentId, other: ContentId): boolean {
  return one.hash === other.hash && one.language === other.language;
}
