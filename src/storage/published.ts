/** An index that was published for others to read, wherever it is: what the rooms above know of it. */

import type { ContentId, DocumentColumns, IndexReader, Lexicons } from '../engine/index.ts';

/** The content of a published file. */
export interface PublishedContent extends ContentId {
  /** As git stores it, and its size in bytes, so that it is recognised without being read. */
  readonly git?: { readonly blob: string; readonly bytes: number } | undefined;
}

/** One commit of a published index. */
export interface PublishedIndex {
  /** The revision of version control that it was made of. */
  readonly revision: string | undefined;
  /** The content of each path, in no particular order. */
  readonly files: ReadonlyMap<string, { readonly content: PublishedContent }>;
  /** A reader of all files but some, which others lie over. Its generation is `generation`. */
  reader(hidden: readonly string[], generation: number): IndexReader;
}

/** A published name. */
export interface PublishedName {
  /** The commit that is current now: the same object as before if none has replaced it. Throws `SharedIndexError`. */
  current(): Promise<PublishedIndex>;
  close(): Promise<void>;
}

/** What is published. */
export interface Publishable {
  /** By path, relative with `/`. */
  readonly contents: ReadonlyMap<string, ContentId>;
  /** The analysis of a content, with ids of the lexicons. */
  document(id: ContentId): DocumentColumns | undefined;
  readonly lexicons: Lexicons;
  /** What git makes of the content of a path. */
  git?(path: string): Promise<PublishedContent['git']>;
  /** The revision of version control that was checked out. */
  readonly revision?: string | undefined;
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
