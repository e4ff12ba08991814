/**
 * What the files of a folder import from each other, and what they call of each other, line by line.
 *
 * An import is a statement that leads to a file. A call is what `declarationReader.ts` reads of a file as a whole: calls, base types and what is
 * thrown. A member counts where its file, or the type that it belongs to, is known to the caller: other things may be called so. Deviations:
 * those of `declarationReader.ts`; in C a call leads to the header that declares the function. Cost: one reading of each file.
 */

import { hasModules } from '../relations/bindings.ts';
import type { RelationSource } from '../relations/candidates.ts';
import type { NameDefinition } from '../relations/relations.ts';
import { DeclarationReader } from './declarationReader.ts';

/** How a line of one file uses another. */
export interface FileUse {
  readonly kind: 'imports' | 'calls';
  readonly from: string;
  /** 1-based, in `from`. */
  readonly line: number;
  readonly to: string;
  /** What is imported or called; the module, where that is imported as a whole. */
  readonly name: string;
}

/** What an import of a module as a whole has for a name. */
const whole: ReadonlySet<string> = new Set(['*', '', 'default']);
/** Parts of a name: longer ones are rare, and where modules import each other as a whole, each part more multiplies the time. */
const maxParts = 4;

/** The uses of these files by each other, in the order of the files and their lines; of a name once a line. */
export async function usesBetween(paths: readonly string[], source: RelationSource): Promise<readonly FileUse[]> {
  const asked = new Set(paths);
  const reader = new DeclarationReader(source, maxParts);
  const found: FileUse[] = [];
  for (const from of paths) {
    await source.yieldThread();
    const own = [...importsOf(from, source), ...(await callsIn(from, reader, source))].filter(({ to }) => to !== from && asked.has(to));
    found.push(...own.sort((a, b) => a.line - b.line));
  }
  return found;
}

function importsOf(from: string, { modules }: RelationSource): readonly FileUse[] {
  const imports = modules
    .importsOf(from)
    .flatMap(({ files, line, name, module }) =>
      files.map((to): FileUse => ({ kind: 'imports', from, line, to, name: whole.has(name) ? module : name })),
    );
  return distinctBy(imports, ({ line, to }) => `${line} ${to}`);
}

/** The first use of each key. */
function distinctBy(uses: readonly FileUse[], keyOf: (use: FileUse) => string): readonly FileUse[] {
  return [...new Map(uses.toReversed().map((use) => [keyOf(use), use])).values()].reverse();
}

async function callsIn(from: string, reader: DeclarationReader, source: RelationSource): Promise<readonly FileUse[]> {
  const whole: NameDefinition = { path: from, startLine: 1, endLine: Number.POSITIVE_INFINITY, kind: 'value', scope: 'outermost' };
  const used = await reader.usedBy([{ name: '', definition: whole }]);
  const calls = used.flatMap(({ name, definition, from: by }): readonly FileUse[] => {
    if (by === undefined || !isKnown(definition, from, source)) return [];
    return [{ kind: 'calls', from, line: by.use.line, to: definition.path, name }];
  });
  return distinctBy(calls, ({ line, to, name }) => `${line} ${to} ${name}`);
}

/** Whether a file knows what a definition belongs to. */
function isKnown({ path, scope, container }: NameDefinition, from: string, { modules, languageOf }: RelationSource): boolean {
  if (scope !== 'member' || !hasModules(languageOf(from))) return true;
  if (modules.importsOf(from).some(({ files }) => files.includes(path))) return true;
  return container !== undefined && modules.knownAs(path, container, maxParts).has(from);
}
