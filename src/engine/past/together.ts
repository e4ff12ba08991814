/** Files that past commits changed together with others. Commits that changed a great many files say nothing of any of them. */

import type { Past } from './past.ts';

export interface Together {
  /** The present path. */
  readonly path: string;
  /** Commits that changed both. */
  readonly common: number;
  /** Commits that changed what is asked about. */
  readonly asked: number;
  /** The newest common commit. */
  readonly newest: number;
}

export interface TogetherLimits {
  /** Of the common commits, and of their share of those that changed what is asked about. */
  readonly minCommon: number;
  readonly minShare: number;
}

/** Chosen on five histories, where 45 of 100 listed files change again, a third of all that do (bench/impact/README.md). */
const togetherLimits: TogetherLimits = { minCommon: 3, minShare: 0.3 };

/** Files of a commit that is a sweep over the folder. */
const maxFiles = 30;

/**
 * Other files of the folder, the most common commits first; of as many, the newest first.
 *
 * @param paths what is asked about, by present paths.
 * @param exists whether a path is a file of the folder now.
 */
export function changedTogether(
  past: Past,
  paths: ReadonlySet<string>,
  exists: (path: string) => boolean,
  { minCommon, minShare } = togetherLimits,
): readonly Together[] {
  const asked = new Set([...paths].flatMap((path) => past.commitsChanging(path).map(({ at }) => at)));
  const found = new Map<string, { common: number; newest: number }>();
  let small = 0;
  for (const at of asked) {
    const files = past.filesAt(at);
    if (files.length > maxFiles) continue;
    small++;
    for (const other of new Set(files.map(({ path }) => past.presentPath(path, exists)))) {
      if (other === undefined || paths.has(other)) continue;
      const known = found.get(other) ?? { common: 0, newest: at };
      const isNewer = (past.columns.dates[at] as number) > (past.columns.dates[known.newest] as number);
      found.set(other, { common: known.common + 1, newest: isNewer ? at : known.newest });
    }
  }
  return [...found]
    .map(([path, one]) => ({ path, ...one, asked: small }))
    .filter(({ common }) => common >= minCommon && common >= minShare * small)
    .sort(
      (a, b) =>
        b.common - a.common ||
        (past.columns.dates[b.newest] as number) - (past.columns.dates[a.newest] as number) ||
        (a.path < b.path ? -1 : 1),
    );
}
