/** An index to be published for others to read, as the service hands it over. */

import type { ContentId } from '../engine/document.ts';
import type { FrozenIndex } from '../engine/index/frozenIndex.ts';
import type { Lexicons } from '../engine/text/words/lexicon.ts';

/** The content of a published file. */
export interface PublishedContent extends ContentId {
  /** As git stores it, and its size in bytes, so that it is recognised without being read. */
  readonly git?: { readonly blob: string; readonly bytes: number } | undefined;
}

/** What is published. */
export interface Publishable {
  /** By path, relative with `/`. */
  readonly contents: ReadonlyMap<string, ContentId>;
  /** The documents of the paths, with ids of the lexicons. */
  readonly index: FrozenIndex;
  readonly lexicons: Lexicons;
  /** git's blob of the content of a path. */
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
