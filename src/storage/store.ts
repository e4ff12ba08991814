/** Where an index is kept between runs: the content of each path when it was last read, and segments of the documents. */

import type { ContentId } from '../engine/document.ts';
import type { SavedSegment } from '../engine/index/codec/savedSegments.ts';
import type { Message } from '../engine/message.ts';
import type { Steps } from '../engine/util/steps.ts';

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

/** Written atomically. */
export interface StoreChange {
  readonly files: readonly FileRow[];
  readonly removed: readonly string[];
  /** The new documents of the files. */
  readonly segments: readonly SavedSegment[];
  /** The settings that the rows depend on besides the files: a text that the owner compares on the next start. */
  readonly basis?: string | undefined;
}

/** What is stored of a folder. */
export interface StoredIndex {
  /** Sorted by path in code unit order. */
  readonly rows: readonly FileRow[];
  /** Also hold documents that no row refers to any more. A row whose document none of them has is to be read again. */
  readonly saved: readonly SavedSegment[];
}

/** The state of a store. */
export interface StoreStatus {
  /** Absolute path of the directory; absent if nothing outlives the process. */
  readonly directory?: string;
  /** For the user, if something was repaired or cannot be kept. */
  readonly messages?: readonly Message[];
  /** True if another process writes this store; what is committed here then stays in memory. */
  readonly isFollowing: boolean;
}

/** Changes made by another process since the last call. */
export type StoreNews =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'changes' } & Pick<StoreChange, 'files' | 'removed' | 'segments'>)
  /** More than was recorded: everything must be read and compared. */
  | { readonly kind: 'everything' }
  /** No process writes the store any more; it can be opened again for writing. */
  | { readonly kind: 'writer gone' };

/** One folder's store. Methods are synchronous and short, or return steps. */
export interface IndexStore {
  status(): StoreStatus;
  /** The basis of the last change that had one. */
  basis(): string | undefined;
  /** What is stored, without what is damaged. */
  read(): Steps<StoredIndex>;
  /** Never throws for external reasons: the status reports what could not be kept. */
  commit(change: StoreChange): void;
  /** Whether `save` is worthwhile for an index of this many documents. */
  isDue(documents: number): boolean;
  /** Writes the index as a whole, in place of the changes that led to it. `now` is asked again at the end, for what has changed meanwhile. */
  save(now: () => StoredIndex): Steps<void>;
  /** Whether `news` has anything to report; cheap enough to poll several times a second. */
  isBehind(): boolean;
  /** Other processes' writes since the last call; `nothing` if this process is the writer. */
  news(): StoreNews;
  /** Empties the store. */
  clear(): void;
  /** Bytes on disk. */
  sizeBytes(): number;
  /** Releases the store. No other method may be called afterwards. */
  close(): void;
}

/** True for a file that was read but is not indexed. */
export function isSkipNote(content: ContentId | SkipNote): content is SkipNote {
  return 'reason' in content;
}

/** Whether two ids are of the same content. */
export function isSameContent(one: ContentId, other: ContentId): boolean {
  return one.hash === other.hash && one.language === other.language;
}
