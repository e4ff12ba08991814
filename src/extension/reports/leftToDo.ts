/** What uncommitted changes reach and do not contain themselves. */

import type { ImpactResult, WireImpact } from '../../protocol/impact.ts';

/**
 * The files that use what changed and are as they were, the lines of the others that use what is declared anew and are as they were, and the tests.
 * Files that only import a changed one, and tests that only share rare names with it, stand in where no name changed, and where no test uses it.
 */
export function leftToDo({ rows, sources, names }: Pick<ImpactResult, 'rows' | 'sources' | 'names'>): readonly WireImpact[] {
  const own = new Set(sources.map(({ uri }) => uri));
  const anew = new Set(names.flatMap(({ name, isDeclaredAnew, isRemoved }) => (isDeclaredAnew || isRemoved ? [name] : [])));
  const left = rows.flatMap((row): readonly WireImpact[] => {
    if (row.kind === 'importers' && names.length > 0) return [];
    if (!own.has(row.uri)) return [row];
    const lines = row.lines.filter(({ name, isChanged }) => isChanged !== true && anew.has(name));
    return lines.length === 0 ? [] : [{ ...row, lines }];
  });
  if (left.some(({ kind, depth }) => kind === 'tests' && depth === 1)) return left;
  return left.map((row) => (row.kind === 'tests' && row.depth === 0 ? { ...row, depth: 1 } : row));
}
