/** Questions about how two ends are connected, and their answers. */

import type { End } from '../../engine/connect/connect.ts';
import type { Message } from '../../engine/message.ts';
import type { Place } from '../../engine/place.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';

/** How a passage uses a name. */
export type NameUse = 'defines' | 'extends' | 'throws' | 'imports' | 'calls' | 'mentions';

/** A name in a passage. */
export interface ShownName {
  readonly name: string;
  readonly use: NameUse;
  /** The lines that hold it, in one; the title where only that has it. */
  readonly text: string;
  /** Absent if only the title has it. */
  readonly line?: number;
}

/** A passage of a path. */
export interface ConnectedPassage extends Place {
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** What it shares with the passage before and the one after; an end itself in the first and the last one. */
  readonly names: readonly ShownName[];
}

export interface ConnectedPath {
  readonly passages: readonly ConnectedPassage[];
  /** Between neighbours: the name that both hold, and in how many passages it is. */
  readonly links: readonly { readonly name: string; readonly holders: number }[];
}

/** One end as it was understood. */
export interface ShownEnd {
  readonly asked: string;
  readonly kind: 'name' | 'file' | 'place';
  /** Number of passages with it, and of those that define or bear it. */
  readonly passages: number;
  readonly definitions: number;
  /** Of a file or place. */
  readonly file?: { readonly path: string; readonly folder: string };
}

export interface ConnectAnswer {
  readonly ends: readonly [ShownEnd, ShownEnd];
  /** A chain of calls or base types first, if there is one; then the shortest paths, best first. */
  readonly paths: readonly ConnectedPath[];
  /** Why there is no path, what links nothing, and what was left out. */
  readonly notes: readonly Message[];
  readonly ms: number;
}

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
