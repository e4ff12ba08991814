/**
 * Retired names: defined before, and defined nowhere now.
 *
 * A pure function of the definitions before (in the files that differ from a commit, as they were), the definitions in the same files now,
 * and all names defined now. A rename is detected if a name that is new in the file (or in a new file) has the same declaration, or the
 * same following lines (`renames.ts`). Cost: linear in the definitions.
 */

import { keywords } from '../text/languages.ts';
import type { Steps } from '../util/steps.ts';
import { type DefinedName, type FileNames, minNameLength } from './definedNames.ts';
import { NewNames, renameOf } from './renames.ts';

export interface RetiredName {
  readonly name: string;
  /** Where it was last defined. */
  readonly path: string;
  /** 1-based, in the old file. */
  readonly line: number;
  readonly container?: string;
  readonly isType: boolean;
  /** Its new name, if a rename was detected. */
  readonly newName?: string;
}

interface RetiredOptions {
  /** The old versions of changed and removed files. */
  readonly before: readonly FileNames[];
  /** The current versions of changed and new files. */
  readonly after: readonly FileNames[];
  /** Names that any file defines now; may omit those of `after`. */
  readonly defined: ReadonlySet<string>;
  /** Names of packages that the program uses. */
  readonly dependencies: ReadonlySet<string>;
}

/** The types that are values of the same name now, such as a type of a package: their members may live on there. */
function replacedTypes(before: readonly DefinedName[], after: readonly DefinedName[]): ReadonlySet<string> {
  const values = new Set(after.filter(({ isType }) => !isType).map(({ name }) => name));
  return new Set(before.filter(({ name, isType }) => isType && values.has(name)).map(({ name }) => name));
}

/** The retired names, each once, in the order of `before`. */
export function* retiredNames({ before, after, defined, dependencies }: RetiredOptions): Steps<readonly RetiredName[]> {
  const now = new Set(after.flatMap(({ names }) => names.map(({ name }) => name)));
  const isRetired = (name: string): boolean =>
    name.length >= minNameLength && !now.has(name) && !defined.has(name) && !keywords.has(name) && !dependencies.has(name);
  const known = new Set(before.flatMap(({ names }) => names.map(({ name }) => name)));
  const afterByPath = new Map(after.map((file) => [file.path, file]));
  const oldPaths = new Set(before.map(({ path }) => path));
  const isNew = ({ name }: DefinedName): boolean => !known.has(name);
  const inNewFiles = yield* new NewNames().add(after.filter(({ path }) => !oldPaths.has(path)).flatMap(({ names }) => names.filter(isNew)));
  const found = new Map<string, RetiredName>();
  for (const { path, names } of before) {
    yield;
    const replaced = replacedTypes(names, afterByPath.get(path)?.names ?? []);
    const isOwn = ({ container }: DefinedName): boolean => container === undefined || !replaced.has(container);
    const lost = names.filter((one) => isRetired(one.name) && isOwn(one));
    if (lost.length === 0) continue;
    const candidates = [yield* new NewNames().add(afterByPath.get(path)?.names.filter(isNew) ?? []), inNewFiles];
    const declared = new Map<string, number>();
    for (const { signature } of lost) declared.set(signature, (declared.get(signature) ?? 0) + 1);
    for (const one of lost) {
      yield;
      if (found.has(one.name)) continue;
      const newName = renameOf(one, declared.get(one.signature) === 1, candidates);
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
