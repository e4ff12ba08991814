/** Merges the users of a name found by imports and words with those that the editor's language support knows. */

import type { SymbolResult, WireUse } from '../../protocol/symbol.ts';

/** A line of a file, 1-based. */
export interface ReferencedLine {
  readonly uri: string;
  readonly path: string;
  readonly line: number;
}

/** The uses of a name by one file, of one kind. */
export interface ConfirmedUse extends WireUse {
  /** The language support resolves it to something else of that name. */
  readonly isElsewhere?: true;
}

/**
 * The uses, completed by missing references; those of something else come last.
 * @param elsewhere URIs of files that the language support covers: a mention there that is no reference means something else.
 */
export function confirmUses(
  { definitions, uses }: SymbolResult,
  references: readonly ReferencedLine[],
  elsewhere: ReadonlySet<string>,
): readonly ConfirmedUse[] {
  const referenced = new Set(references.map(keyOf));
  const own: ConfirmedUse[] = [];
  const others: ConfirmedUse[] = [];
  const found = new Set(definitions.map(({ uri, startLine }) => keyOf({ uri, line: startLine })));
  for (const use of uses) {
    const isOther = (line: number): boolean =>
      use.where === 'code' && elsewhere.has(use.uri) && !referenced.has(keyOf({ uri: use.uri, line }));
    const [no, yes] = [use.lines.filter(isOther), use.lines.filter((line) => !isOther(line))];
    for (const line of yes) found.add(keyOf({ uri: use.uri, line }));
    if (yes.length > 0) own.push({ ...use, lines: yes });
    if (no.length > 0) others.push({ ...use, lines: no, isElsewhere: true });
  }
  // Among the other uses of its kind, which are in code, before those in comments and documents.
  const at = own.findIndex(({ kind, where }) => kind === 'links' || (kind === 'mentions' && where !== 'code'));
  const end = at < 0 ? own.length : at;
  const missing = byFile(references.filter((reference) => !found.has(keyOf(reference))));
  return [...own.slice(0, end), ...missing, ...own.slice(end), ...others];
}

function byFile(references: readonly ReferencedLine[]): readonly ConfirmedUse[] {
  const files = new Map<string, { readonly path: string; readonly lines: Set<number> }>();
  for (const { uri, path, line } of references) {
    const file = files.get(uri) ?? { path, lines: new Set() };
    files.set(uri, file);
    file.lines.add(line);
  }
  return [...files].map(([uri, { path, lines }]) => {
    return { kind: 'mentions', where: 'code', uri, path, lines: [...lines].sort((a, b) => a - b) };
  });
}

function keyOf({ uri, line }: Pick<ReferencedLine, 'uri' | 'line'>): string {
  return `${uri} ${line}`;
}
