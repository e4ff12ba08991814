/** Questions about what a change reaches, and their answers. */

import type { LineRange } from '../../engine/impact/ranking.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import type { WantedName } from '../../engine/relations/relations.ts';
import type { View } from '../folder/view.ts';
import type { ImpactName, ImpactSource } from '../types/relations.ts';

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
  /** The new lines of each changed file, if what changed is known by its lines. */
  readonly newLines?: ReadonlyMap<string, ReadonlySet<number>>;
}
