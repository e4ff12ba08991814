/**
 * Retired names: defined before, and defined nowhere now.
 *
 * A pure function of the definitions before (the files that differ from a commit, as they were there), the definitions of the same files
 * now, and the names that are defined anywhere now. A rename was seen where a name that is new in the file (or in a new file) stands in the
 * same declaration, or before the same lines. Cost: linear in the definitions, but for the names that are gone from a file: each is
 * compared with every name that is new there or in new files.
 */

import { keywords } from '../text/languages.ts';
import { type DefinedName, type FileNames, shortestName } from './names.ts';

/** A name that is gone. */
export interface RetiredName {
  readonly name: string;
  /** Where it was defined last. */
  readonly path: string;
  /** 1-based, in the file as it was. */
  readonly line: number;
  readonly container?: string;
  readonly isType: boolean;
  /** What it is called now, where a rename was seen. */
  readonly newName?: string;
}

export interface RetiredOptions {
  /** The files that have changed or are gone, as they were. */
  readonly before: readonly FileNames[];
  /** The files that have changed or are new, as they are. */
  readonly after: readonly FileNames[];
  /** Names that any file defines now; those of `after` need not be among them. */
  readonly defined: ReadonlySet<string>;
  /** Names of packages that the program uses. */
  readonly dependencies: ReadonlySet<string>;
}

/** Bodies that are alike in this share of their lines belong to one thing under two names. */
const sameBody = 0.6;
const fewestBodyLines = 2;

/** The retired names, each once, in the order of `before`. */
export function retiredNames({ before, after, defined, dependencies }: RetiredOptions): readonly RetiredName[] {
  const now = new Set(after.flatMap(({ names }) => names.map(({ name }) => name)));
  const gone = (name: string): boolean =>
    name.length >= shortestName && !now.has(name) && !defined.has(name) && !keywords.has(name) && !dependencies.has(name);
  const known = new Set(before.flatMap(({ names }) => names.map(({ name }) => name)));
  const afterOf = new Map(after.map((file) => [file.path, file]));
  const oldPaths = new Set(before.map(({ path }) => path));
  const isNew = ({ name }: DefinedName): boolean => !known.has(name);
  const inNewFiles = after.filter(({ path }) => !oldPaths.has(path)).flatMap(({ names }) => names.filter(isNew));
  const found = new Map<string, RetiredName>();
  for (const { path, names } of before) {
    const lost = names.filter(({ name }) => gone(name));
    if (lost.length === 0) continue;
    const candidates = [...(afterOf.get(path)?.names.filter(isNew) ?? []), ...inNewFiles];
    for (const one of lost) {
      if (found.has(one.name)) continue;
      const newName = renameOf(one, lost, candidates);
      const { name, line, container, isType } = one;
      found.set(name, {
        name,
        path,
        line,
        isType,
        ...(container === undefined ? {} : { container }),
        ...(newName === undefined ? {} : { newName }),
      });
    }
  }
  return [...found.values()];
}

/** The name that took the place of a lost one; undefined where none did, or where it cannot be told which. */
function renameOf(lost: DefinedName, allLost: readonly DefinedName[], candidates: readonly DefinedName[]): string | undefined {
  const sameLine = candidates.filter((one) => one.signature === lost.signature && one.isType === lost.isType);
  const rivals = allLost.filter((one) => one.signature === lost.signature);
  if (sameLine.length === 1 && rivals.length === 1 && lost.signature.length > 8) return sameLine[0]?.name;
  const ranked = candidates
    .filter((one) => one.isType === lost.isType)
    .map((one) => ({ name: one.name, share: likeness(one.body, lost.body) }))
    .filter(({ share }) => share >= sameBody)
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
  const [best, second] = ranked;
  return best !== undefined && best.share > (second?.share ?? 0) ? best.name : undefined;
}

/** The share of lines that two bodies have in common, 0 to 1. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (Math.min(a.length, b.length) < fewestBodyLines) return 0;
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common++;
  }
  return common / Math.max(a.length, b.length);
}
