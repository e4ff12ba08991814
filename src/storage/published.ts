/** An index that was published for others to read, wherever it is: what the rooms above know of it. */

import type { ContentId, IndexReader } from '../engine/index.ts';

/** One commit of a published index. */
export interface PublishedIndex {
  readonly name: string;
  /** The revision of version control that it was made of. */
  readonly revision: string | undefined;
  /** The content of each path, in no particular order. */
  readonly files: ReadonlyMap<string, { readonly content: ContentId }>;
  /** A reader of all files but some, which others lie over. Its generation is `generation`. */
  reader(hidden: readonly string[], generation: number): IndexReader;
}
