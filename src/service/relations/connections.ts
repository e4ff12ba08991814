/** Questions about how two ends are connected, and their answers. */

import type { End } from '../../engine/connect/connect.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { ShownEnd } from '../types/relations.ts';

export interface ConnectContext {
  readonly view: View;
  readonly texts: Texts;
  readonly retriever: Retriever;
  /** The folders as sources of relations, asked for where both ends are symbols. */
  readonly relations: () => Promise<readonly RelationSource[]>;
  /** Only places at or below these absolute paths, if given. */
  readonly scope?: readonly string[];
  /** Only these passages, if given. */
  readonly accept?: (chunk: number) => boolean;
  readonly signal?: AbortSignal;
}

export interface KnownEnd extends End {
  readonly shown: ShownEnd;
  /** The file, if it is one as a whole; relative to its folder. */
  readonly file?: { readonly path: string; readonly folder: number };
}
