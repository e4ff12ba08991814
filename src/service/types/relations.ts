/** Answers on how two places are connected, and on what a change reaches. */

import type { ReachedLine, ReachKind } from '../../engine/impact/reach.ts';
import type { Message } from '../../engine/message.ts';
import type { Place } from '../../engine/place.ts';
import type { ShownCommit } from './past.ts';

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
  /** Of uncommitted changes: whether the line that declares it is new, so that its users may have to change, too. */
  readonly isDeclaredAnew?: true;
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
  /** Of a file that past commits changed together with the changed ones. */
  readonly together?: ChangedTogether;
}

export interface ChangedTogether {
  /** Common commits, of those that changed the changed files. */
  readonly common: number;
  readonly asked: number;
  readonly newest: ShownCommit;
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
  /** Whether each passage calls, extends, throws or imports the next or the one before it; else they only share names. */
  readonly isChain?: true;
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

/** A file that differs from the last commit. */
export interface FileChange {
  readonly path: string;
  readonly status: 'changed' | 'added' | 'deleted' | 'renamed';
  /** Its path in the commit, if it was renamed. */
  readonly from?: string;
  /** Its text in the commit; empty for a new file. */
  readonly before: string;
  /** Its text now; empty for a deleted file. */
  readonly after: string;
}
