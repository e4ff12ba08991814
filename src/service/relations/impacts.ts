/** Questions about what a change reaches, and their answers. */

import type { LineRange } from '../../engine/impact/ranking.ts';
import type { ReachedLine, ReachKind } from '../../engine/impact/reach.ts';
import type { Message } from '../../engine/message.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import type { WantedName } from '../../engine/relations/relations.ts';
import type { View } from '../folder/view.ts';
import type { FileChange } from './uncommitted.ts';

export interface ImpactOptions {
  /** How many levels of users are followed, 1 to 3; 2 by default. */
  readonly maxDepth?: number;
  /** Only files at or below these absolute paths are reached. */
  readonly scope?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A file that changes. */
export interface ImpactSource {
  readonly folder: string;
  readonly path: string;
  /** Absent if a name or the file itself was asked about. */
  readonly status?: FileChange['status'];
  readonly from?: string;
}

/** A name that changes. */
export interface ImpactName {
  readonly name: string;
  readonly folder: string;
  readonly path: string;
  /** 1-based; of the committed file if it was removed. */
  readonly line: number;
  readonly isRemoved: boolean;
}

/** A file that is reached in one way. */
export interface ImpactRow {
  readonly folder: string;
  readonly path: string;
  readonly kind: ReachKind;
  /** 1 for what uses a changed name itself, 2 for what uses that, and so on; 0 for what is only related. */
  readonly depth: number;
  readonly lines: readonly ReachedLine[];
  /** Of a file that is only related: rare names that it shares with the changed places, rarest first; none if its name alone is alike. */
  readonly shared: readonly string[];
}

export interface ImpactAnswer {
  /** What was asked about; absent for the uncommitted changes. */
  readonly asked?: string;
  readonly sources: readonly ImpactSource[];
  readonly names: readonly ImpactName[];
  /** By depth, related ones last; then by kind in the order of `reachKinds`; then best first. */
  readonly rows: readonly ImpactRow[];
  /** What was left out, or is not as it seems. */
  readonly notes: readonly Message[];
  readonly ms: number;
}

export interface ImpactContext {
  readonly view: View;
  readonly sources: readonly RelationSource[];
}

/** What changes in one folder. */
export interface FolderChange {
  readonly position: number;
  readonly names: readonly WantedName[];
  /** Files whose imports count. */
  readonly files: ReadonlySet<string>;
  readonly sources: readonly Omit<ImpactSource, 'folder'>[];
  /** Changed lines of the files that do not change as a whole. */
  readonly ranges: ReadonlyMap<string, readonly LineRange[]>;
  readonly shown: readonly Omit<ImpactName, 'folder'>[];
}
