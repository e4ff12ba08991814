/**
 * The files that use what changes: users, importers, subclasses, catchers, tests and documents, level by level.
 *
 * The first level is exact in the sense of `relations`: the uses of the changed names and the imports of the changed files. Each further level
 * asks for the users of the definitions that hold a use of the level before; tests and documents end there. A name in very many files, and a member
 * whose name files declare that do not know its type, lead nowhere on further levels; documents and comments are of the first alone. Cost: reading the candidates of
 * each level, at most `maxTexts` of `relations`.
 */

import { filesDefining, filesHolding, type RelationSource } from '../relations/candidates.ts';
import type { UseKind } from '../relations/occurrences.ts';
import { linksTo } from '../relations/prose.ts';
import { allDefinitionsIn, type NamedDefinition, usersOfEach, type WantedName, wantedNames } from '../relations/relations.ts';
import type { Language } from '../text/languages.ts';
import { lineAt, linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/names/pathNames.ts';

/** How a change reaches a file; past commits changed `together` files with it, `related` ones share rare names; both may use nothing of it. */
export const reachKinds = ['users', 'subclasses', 'catchers', 'importers', 'tests', 'docs', 'together', 'related'] as const;
export type ReachKind = (typeof reachKinds)[number];

/** A line that uses a name. */
export interface ReachedLine {
  /** 1-based. */
  readonly line: number;
  /** What is used there; the changed file's path where that is imported as a whole. */
  readonly name: string;
  /** Whether the line itself is new among the uncommitted changes that were asked about. */
  readonly isChanged?: true;
}

/** A file that is reached in one way. */
export interface ReachedFile {
  readonly path: string;
  readonly kind: ReachKind;
  /** 1 for what uses a changed name itself. */
  readonly depth: number;
  /** Ascending; no line and name twice. */
  readonly lines: readonly ReachedLine[];
}

/** What changes. */
export interface Subject {
  readonly names: readonly WantedName[];
  /** Files that change as a whole, so that their imports count. */
  readonly files: ReadonlySet<string>;
}

export interface Reach {
  /** By depth, then by kind in the order of `reachKinds`, then by path. */
  readonly reached: readonly ReachedFile[];
  /** Files with a name that were not read. */
  readonly unread: number;
  /** Names that were not followed: there are too many, or they are in too many files. */
  readonly unfollowed: readonly string[];
  /** By file of the first level: how strongly it uses the changed names, the sum of their rarities in nats. */
  readonly strengths: ReadonlyMap<string, number>;
}

/** Names that are followed on each further level. */
const maxNamesPerLevel = 50;
/** A name in more files than this is not followed on. */
const maxHolders = 50;
/** A changed name in more files than this is not followed on; of several, it is too common to say anything. */
const maxDirectHolders = 200;

export async function findReach(subject: Subject, source: RelationSource, maxDepth: number): Promise<Reach> {
  const collected = new Collected();
  const unfollowed = new Set<string>();
  const seen = new Set(subject.names.flatMap(({ name, definitions }) => definitions.map(({ path }) => nameIn(path, name))));
  const total = (await source.reader.documents()).length;
  const strengths = new Map<string, number>();
  let unread = 0;
  let level = await withoutCommon(subject.names, unfollowed, source);
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const found = await usersOfEach(level, source);
    const holders: NamedDefinition[] = [];
    for (const [i, { uses, unread: more }] of found.entries()) {
      const { name, definitions } = level[i] as WantedName;
      unread += more;
      const paths = new Set(uses.map(({ path }) => path));
      const rarity = Math.log((1 + total) / (1 + paths.size));
      if (depth === 1) for (const path of paths) strengths.set(path, (strengths.get(path) ?? 0) + rarity);
      const isFollowed = depth < maxDepth && paths.size <= maxDirectHolders;
      if (depth < maxDepth && !isFollowed) unfollowed.add(name);
      for (const use of uses) {
        if (use.kind === 'links' || (depth > 1 && use.where !== 'code')) continue;
        const lines = use.lines.filter((line) => !definitions.some((one) => isInside(use.path, line, one)));
        const kind = use.where !== 'code' ? 'docs' : use.isTest ? 'tests' : kindsOfUses[use.kind];
        const catching = kind === 'users' ? catchingLines(lines, source.textOf(use.path) ?? '') : [];
        collected.add(use.path, 'catchers', depth, name, catching);
        const others = lines.filter((line) => !catching.includes(line));
        collected.add(use.path, kind, depth, name, others);
        if (isFollowed && kind !== 'tests' && kind !== 'docs') holders.push(...(await findHolders(use.path, lines, source)));
      }
    }
    level = depth < maxDepth ? await nextLevel(holders, seen, unfollowed, source) : [];
  }
  await addFileUses(subject.files, source, collected);
  return { reached: collected.sorted(), unread, unfollowed: [...unfollowed].sort(), strengths };
}

/** The names that are not too common; a single one is the subject, and stays. */
async function withoutCommon(
  names: readonly WantedName[],
  unfollowed: Set<string>,
  source: RelationSource,
): Promise<readonly WantedName[]> {
  if (names.length < 2) return names;
  const kept: WantedName[] = [];
  for (const one of names) {
    await source.yieldThread();
    if ((await filesHolding(one.name, source)).length <= maxDirectHolders) kept.push(one);
    else unfollowed.add(one.name);
  }
  return kept;
}

/** The definitions to follow on: each once, apart from those in too many files. */
async function nextLevel(
  holders: readonly NamedDefinition[],
  seen: Set<string>,
  unfollowed: Set<string>,
  source: RelationSource,
): Promise<readonly WantedName[]> {
  const next: WantedName[] = [];
  for (const definition of holders) {
    const key = nameIn(definition.path, definition.name);
    if (seen.has(key)) continue;
    seen.add(key);
    await source.yieldThread();
    const isFollowed =
      next.length < maxNamesPerLevel &&
      (await filesHolding(definition.name, source)).length <= maxHolders &&
      (definition.scope !== 'member' || (await isOfOneFamily(definition, source)));
    if (isFollowed) next.push({ name: definition.name, definitions: [definition] });
    else unfollowed.add(definition.name);
  }
  return next;
}

/**
 * Whether every other file that declares a member of this name knows the type that it belongs to, as what implements or extends it does: members are
 * found by name, whatever they belong to.
 */
async function isOfOneFamily({ name, path, container }: NamedDefinition, source: RelationSource): Promise<boolean> {
  const others = (await filesDefining(name, source)).filter((one) => one !== path);
  if (others.length === 0) return true;
  if (container === undefined || (await filesDefining(container, source)).length > 1) return false;
  const knowing = new Set(await filesHolding(container, source));
  return others.every((one) => knowing.has(one));
}

/** Imports of changed files, unless they name what changes, and links to them. */
async function addFileUses(files: ReadonlySet<string>, source: RelationSource, collected: Collected): Promise<void> {
  const { modules, isVisible } = source;
  for (const file of files) {
    for (const path of modules.importersOf(file)) {
      if (isVisible?.(path) === false) continue;
      const kind = isTestPath(path) ? 'tests' : 'importers';
      const imports = modules.importsOf(path).filter((one) => one.files.includes(file));
      const known = collected.linesOf(path, kind);
      const lines = imports.map(({ line }) => line).filter((line) => !known.has(line));
      collected.add(path, kind, 1, file, lines);
    }
    for (const [path, lines] of await linksTo(new Set([file]), source)) collected.add(path, 'docs', 1, file, lines);
  }
}

/** The innermost definitions around lines of code that others may use. */
async function findHolders(path: string, lines: readonly number[], source: RelationSource): Promise<readonly NamedDefinition[]> {
  const text = source.textOf(path);
  const language = source.languageOf(path);
  if (text === undefined || language.kind === 'doc') return [];
  await source.yieldThread();
  // Nothing can use what `_` declares.
  const definitions = allDefinitionsIn(path, text, language).filter(({ scope, name }) => scope !== 'local' && name !== '_');
  return lines.flatMap((line) => definitions.filter((one) => isInside(path, line, one)).slice(-1));
}

function isInside(path: string, line: number, definition: { path: string; startLine: number; endLine: number }): boolean {
  return path === definition.path && definition.startLine <= line && line <= definition.endLine;
}

/** What follows names exceptions that are caught: `except A`, `catch (A e)`, `rescue A`; not a call of `.catch`. */
const catching = /(?<!\.)\b(?:except|catch|rescue)\b/;

function catchingLines(lines: readonly number[], text: string): readonly number[] {
  const all = linesOf(text);
  return lines.filter((line) => line <= all.count && catching.test(lineAt(all, line - 1)));
}

const kindsOfUses: Readonly<Record<UseKind, ReachKind>> = {
  imports: 'importers',
  extends: 'subclasses',
  throws: 'users',
  calls: 'users',
  mentions: 'users',
  links: 'docs',
};

const nameIn = (path: string, name: string): string => `${path}\n${name}`;

/** What was reached, each file and kind at its least depth. */
class Collected {
  readonly #files = new Map<string, { path: string; kind: ReachKind; depth: number; lines: Map<string, ReachedLine> }>();

  add(path: string, kind: ReachKind, depth: number, name: string, lines: readonly number[]): void {
    if (lines.length === 0) return;
    const key = `${kind} ${path}`;
    const file = this.#files.get(key) ?? { path, kind, depth, lines: new Map<string, ReachedLine>() };
    this.#files.set(key, file);
    if (file.depth === depth) for (const line of lines) file.lines.set(`${line} ${name}`, { line, name });
  }

  /** The lines of a file that are known in a kind. */
  linesOf(path: string, kind: ReachKind): ReadonlySet<number> {
    const lines = this.#files.get(`${kind} ${path}`)?.lines.values() ?? [];
    return new Set([...lines].map(({ line }) => line));
  }

  sorted(): readonly ReachedFile[] {
    const files = [...this.#files.values()].map(({ path, kind, depth, lines }) => ({
      path,
      kind,
      depth,
      lines: [...lines.values()].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1)),
    }));
    return files.sort((a, b) => a.depth - b.depth || reachKinds.indexOf(a.kind) - reachKinds.indexOf(b.kind) || (a.path < b.path ? -1 : 1));
  }
}

/** What changes with a whole file: all names that it declares for others. */
export function fileSubject(path: string, text: string, language: Language): Subject {
  return { names: wantedNames(allDefinitionsIn(path, text, language).filter(({ scope }) => scope !== 'local')), files: new Set([path]) };
}
