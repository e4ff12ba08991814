/** An index that is published for others to read: as the service hands it over, and as it is read. */

import type { ContentId } from '../engine/document.ts';
import type { SavedArray, SavedSegment } from '../engine/index/codec/savedSegments.ts';
import type { FrozenIndex } from '../engine/index/frozenIndex.ts';
import type { JoinedPart } from '../engine/index/joinedReader.ts';
import type { Lexicons } from '../engine/text/words/lexicon.ts';
import type { GitFile, PublishedFiles } from './publishedFiles.ts';

/** What is published. */
export interface Publishable {
  /** By path, relative with `/`. */
  readonly contents: ReadonlyMap<string, ContentId>;
  /** The documents of the paths, with ids of the lexicons. */
  readonly index: FrozenIndex;
  readonly lexicons: Lexicons;
  /** What git makes of a path. */
  git?(path: string): Promise<GitFile | undefined>;
  /** The revision of version control that was checked out. */
  readonly revision?: string | undefined;
  /** What models have said of the files, by kind, as lines. */
  readonly replies?: readonly Uint8Array[] | undefined;
}

/** What a push did. */
export interface Pushed {
  readonly files: number;
  readonly chunks: number;
  /** Files that the commit before did not have under this path with this content. */
  readonly added: number;
  /** Files of the commit before that were replaced or removed. */
  readonly removed: number;
  readonly segments: number;
}

/** Segments that were made elsewhere. */
export interface Seed {
  readonly saved: readonly SavedSegment[];
  /** Their files. */
  readonly files: Pick<PublishedFiles, 'has' | 'contentOf'>;
}

/** One state of a published index. */
export interface PublishedIndex {
  readonly files: PublishedFiles;
  /** What it is read through: parts of one source are read by one call, so that a question does not wait for each. */
  readonly source: object;
  /** What models have said of its files, of the kind with this number, as lines; absent if nothing came with it. Throws `SharedIndexError`. */
  readonly replies?: ((kind: number) => Promise<SavedArray | undefined>) | undefined;
  /**
   * Readers of parts of this source, this one among them.
   *
   * @param lexicons that strings get ids of.
   */
  readonly readersOf: (parts: readonly PublishedPart[], lexicons: Lexicons, generation: number) => readonly JoinedPart[];
}

/** What is read of a published index. */
export interface PublishedPart extends PublishedIndex {
  /** Paths that are left out, as other files lie over them. */
  readonly hidden: readonly string[];
  /** Number of the folder. */
  readonly folder: number;
}

/** The name of a published index, as long as it is read. */
export interface PublishedName {
  /** The current state: the same object as before if none has replaced it. Throws `SharedIndexError`. */
  current(): Promise<PublishedIndex>;
  close(): Promise<void>;
}
