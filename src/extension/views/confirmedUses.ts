/** Merges the users of a name found by imports and words with those that the editor's language support knows. */

import type { WireImpact } from '../../protocol/impact.ts';

/** A line of a file, 1-based. */
export interface ReferencedLine {
  readonly uri: string;
  readonly path: string;
  readonly line: number;
}

export interface ConfirmedUsers {
  readonly rows: readonly WireImpact[];
  /** Those that the language support resolves to something else of that name. */
  readonly elsewhere: readonly WireImpact[];
}

/**
 * The direct users of a name, completed by missing references, apart from those of something else.
 * @param defined lines of its definitions, as `uri line`. @param covered URIs of files that the language support covers: a use there that is no
 * reference means something else.
 */
export function confirmUsers(
  name: string,
  rows: readonly WireImpact[],
  defined: ReadonlySet<string>,
  references: readonly ReferencedLine[],
  covered: ReadonlySet<string>,
): ConfirmedUsers {
  const referenced = new Set(references.map(keyOf));
  const found = new Set(defined);
  const own: WireImpact[] = [];
  const elsewhere: WireImpact[] = [];
  for (const row of rows) {
    const isOther = (line: number): boolean =>
      row.kind !== 'docs' && covered.has(row.uri) && !referenced.has(keyOf({ uri: row.uri, line }));
    const others = row.lines.filter(({ line }) => isOther(line));
    const lines = row.lines.filter(({ line }) => !isOther(line));
    for (const { line } of lines) found.add(keyOf({ uri: row.uri, line }));
    if (others.length > 0) elsewhere.push({ ...row, lines: others });
    if (lines.length > 0 || row.lines.length === 0) own.push({ ...row, lines });
  }
  const missing = Map.groupBy(
    references.filter((reference) => !found.has(keyOf(reference))),
    ({ uri }) => uri,
  );
  const added = [...missing].map(([uri, all]): WireImpact => {
    const lines = [...new Set(all.map(({ line }) => line))].sort((a, b) => a - b).map((line) => ({ line, name }));
    return { kind: 'users', depth: 1, uri, path: all[0]?.path ?? '', lines, shared: [] };
  });
  return { rows: [...own, ...added], elsewhere };
}

export function keyOf({ uri, line }: Pick<ReferencedLine, 'uri' | 'line'>): string {
  return `${uri} ${line}`;
}
