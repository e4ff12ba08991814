/**
 * Who defines a name and who uses it: exact, directed relations with their lines, computed from texts when asked.
 *
 * The index names the candidates (chunks with the symbol or the word); their texts decide. An outermost declaration of a language with modules is
 * used where its imports lead (`moduleGraph.ts`), a member wherever a member of that name is used in the language, any other name wherever it
 * occurs. Cost: reading the candidates, at most `maxTexts`; what is left out is counted.
 */

import { type DefinitionKind, isField } from '../text/code/definition.ts';
import { definitionsIn as definitionsOfText } from '../text/code/read.ts';
import { comparedIn, isProgram, type Language } from '../text/languages.ts';
import { lineCursor, linesIn, linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import { isTestName, mayHaveTests } from '../text/names/testNames.ts';
import { tokenize } from '../text/words/tokens.ts';
import { readJson } from '../util/budget.ts';
import { pushTo } from '../util/pushTo.ts';
import { hasModules } from './bindings.ts';
import { filesDefining, filesHolding, type RelationSource } from './candidates.ts';
import { isInternal, isSignature } from './linkage.ts';
import { isCompound, occurrencesIn, type UseKind, useKinds, type WantedNames } from './occurrences.ts';
import { findOffsets, linksTo } from './prose.ts';
import { typesSatisfying } from './satisfying.ts';

/** A place where a name is declared. */
export interface NameDefinition {
  readonly path: string;
  /** The lines of the declaration with its body, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'type' | 'function' | 'value';
  /** The enclosing type or function. */
  readonly container?: string;
  /** `member` of a type, `local` to a function. */
  readonly scope: 'outermost' | 'member' | 'local';
}

/** The uses of a name by one file, of one kind. */
export interface NameUse {
  readonly kind: UseKind;
  readonly path: string;
  /** Ascending, 1-based, without duplicates. */
  readonly lines: readonly number[];
  readonly where: 'code' | 'comment' | 'doc';
  /** Whether these lines are in a test, by the name of its file or of a definition around them. */
  readonly isTest: boolean;
}

export interface NameUses {
  /** By kind in the order of `useKinds`, code before comments and documents, then by path; tests after the rest. */
  readonly uses: readonly NameUse[];
  /** Files that hold the name and were not read: there are too many, or they have changed. */
  readonly unread: number;
}

/** Files read for one question: those with the name in most passages. */
export const maxTexts = 1000;

/**
 * The places that declare a name: those of programs before settings, outermost before members and locals, bodies before signatures,
 * sources before tests, types and functions before values.
 */
export async function findDefinitions(name: string, source: RelationSource): Promise<readonly NameDefinition[]> {
  const stored = await definitionsAmong(await filesDefining(name, source), name, source);
  const { definitions } = stored.hasBody ? stored : await definitionsAmong(await filesHolding(name, source), name, source);
  return definitions;
}

/** The definitions in these files, in order, and whether one of a program has a body. */
async function definitionsAmong(
  paths: readonly string[],
  name: string,
  source: RelationSource,
): Promise<{ readonly definitions: readonly NameDefinition[]; readonly hasBody: boolean }> {
  const found: NameDefinition[] = [];
  const signatures = new Set<NameDefinition>();
  for (const path of paths.slice(0, maxTexts)) {
    await source.yieldThread();
    const text = source.textOf(path);
    if (text === undefined) continue;
    const language = source.languageOf(path);
    const definitions = definitionsIn(name, path, text, language);
    found.push(...definitions);
    const functions = definitions.filter(({ kind }) => kind === 'function');
    if (functions.length === 0) continue;
    const { starts } = linesIn(text, tokenize(text));
    const bare = functions.filter(({ startLine }) => isSignature(text, starts[startLine - 1] as number, language));
    // Overloads come before their implementation.
    if (bare.length === functions.length) for (const one of bare) signatures.add(one);
  }
  const isOfProgram = ({ path }: NameDefinition): boolean => isProgram(source.languageOf(path));
  const hasBody = found.some((one) => !signatures.has(one) && isOfProgram(one));
  const order = ['outermost', 'member', 'local'];
  const definitions = found.sort(
    (a, b) =>
      Number(isOfProgram(b)) - Number(isOfProgram(a)) ||
      order.indexOf(a.scope) - order.indexOf(b.scope) ||
      Number(signatures.has(a)) - Number(signatures.has(b)) ||
      Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
      // A value may be another name of a function or type.
      Number(a.kind === 'value') - Number(b.kind === 'value') ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine),
  );
  return { definitions, hasBody };
}

/** A name and what declares it. */
export interface WantedName {
  readonly name: string;
  readonly definitions: readonly NameDefinition[];
}

/** The uses of what these definitions declare; of any thing of that name if there are none. `max` as in `usersOfEach`. */
export async function findUsers(
  name: string,
  definitions: readonly NameDefinition[],
  source: RelationSource,
  max?: number,
): Promise<NameUses> {
  const [found] = await usersOfEach([{ name, definitions }], source, max);
  return found as NameUses;
}

/** The uses of each of several names, as `findUsers`; each candidate is read once, and none after `max` uses of each name. */
export async function usersOfEach(
  names: readonly WantedName[],
  source: RelationSource,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly NameUses[]> {
  const isVisible = (path: string): boolean => source.isVisible?.(path) !== false;
  const wanted = names.map(({ name, definitions }) => new WantedByFile(name, definitions, source));
  const collected = names.map(() => new CollectedUses());
  const candidates = new Map<string, number[]>();
  for (const [i, { name }] of names.entries()) {
    await source.yieldThread();
    const one = wanted[i] as WantedByFile;
    for (const path of new Set([...(await filesHolding(name, source)), ...one.importers()]))
      if (isVisible(path)) pushTo(candidates, path, i);
    for (const { path, local, lines } of one.imports()) {
      // A module that is loaded as a whole, and given no name, gives only what is named.
      if (!isVisible(path) || !(source.textOf(path) ?? local).includes(local)) continue;
      for (const line of lines) collected[i]?.add('imports', 'code', path, line, isTestPath(path));
    }
  }
  const unread = names.map(() => 0);
  let read = 0;
  for (const [path, indexes] of candidates) {
    const isEnough = ++read > maxTexts || indexes.every((i) => (collected[i] as CollectedUses).size >= max);
    const text = isEnough ? undefined : source.textOf(path);
    await source.yieldThread();
    if (text === undefined) {
      for (const i of indexes) (unread[i] as number)++;
      continue;
    }
    const language = source.languageOf(path);
    const isDocument = language.kind === 'doc';
    const sought = indexes.map((i) => (wanted[i] as WantedByFile).of(path, language));
    const found = language.syntax === undefined ? [] : occurrencesIn(text, language, sought);
    const isTest = found.some(({ length }) => length > 0) ? testLines(path, text, language) : () => false;
    for (const [at, i] of indexes.entries()) {
      const own = collected[i] as CollectedUses;
      const { name, definitions } = names[i] as WantedName;
      const known = new Set(definitions.flatMap((one) => (one.path === path ? [one.startLine] : [])));
      for (const { kind, line, isComment } of found[at] ?? []) {
        own.add(kind, isComment ? 'comment' : 'code', path, line, isTest(line));
        known.add(line);
      }
      if (isDocument) for (const line of linesWith(name, text)) if (!known.has(line)) own.add('mentions', 'doc', path, line, false);
    }
  }
  for (const [i, { name, definitions }] of names.entries())
    for (const one of definitions)
      if (one.kind === 'type')
        for (const { path, line } of await typesSatisfying(name, one.path, source))
          collected[i]?.add('extends', 'code', path, line, isTestPath(path));
  await collectLinks(names, collected, source);
  return collected.map((one, i) => ({ uses: one.sorted(), unread: unread[i] as number }));
}

/** Adds the links of documents to the defining files; names of the same files share them. */
async function collectLinks(names: readonly WantedName[], collected: readonly CollectedUses[], source: RelationSource): Promise<void> {
  const links = new Map<string, ReadonlyMap<string, readonly number[]>>();
  for (const [i, { definitions }] of names.entries()) {
    const defining = new Set(definitions.map(({ path }) => path));
    const key = JSON.stringify([...defining]);
    const known = links.get(key) ?? (await linksTo(defining, source));
    links.set(key, known);
    for (const [path, lines] of known) for (const line of lines) collected[i]?.add('links', 'doc', path, line, false);
  }
}

/** The uses of one name, by kind, place and file. */
class CollectedUses {
  readonly #lines = new Map<string, Set<number>>();

  add(kind: UseKind, where: NameUse['where'], path: string, line: number, isTest: boolean): void {
    const key = JSON.stringify([kind, where, path, isTest]);
    this.#lines.set(key, (this.#lines.get(key) ?? new Set()).add(line));
  }

  get size(): number {
    return this.#lines.size;
  }

  sorted(): readonly NameUse[] {
    const uses = [...this.#lines].map(([key, lines]): NameUse => {
      const [kind, where, path, isTest] = readJson(key) as [UseKind, NameUse['where'], string, boolean];
      return { kind, where, path, isTest, lines: [...lines].sort((a, b) => a - b) };
    });
    return uses.sort(byKind);
  }
}

const places: readonly string[] = ['code', 'comment', 'doc'];

function byKind(a: NameUse, b: NameUse): number {
  return (
    useKinds.indexOf(a.kind) - useKinds.indexOf(b.kind) ||
    places.indexOf(a.where) - places.indexOf(b.where) ||
    Number(a.isTest) - Number(b.isTest) ||
    (a.path < b.path ? -1 : 1)
  );
}

/** Which lines of a text are in a test: all of a test file, and those of definitions such as `mod tests` and `zdir_test`. */
function testLines(path: string, text: string, language: Language): (line: number) => boolean {
  if (isTestPath(path)) return () => true;
  if (!mayHaveTests(text)) return () => false;
  let tests: readonly NamedDefinition[] | undefined;
  return (line) => {
    tests ??= allDefinitionsIn(path, text, language).filter(({ name, kind }) => kind !== 'value' && isTestName(name));
    return tests.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  };
}

function linesWith(name: string, text: string): readonly number[] {
  const offsets = findOffsets(name, text);
  if (offsets.length === 0) return [];
  const lineOf = lineCursor(linesIn(text, tokenize(text)));
  return offsets.map((offset) => lineOf(offset) + 1);
}

/** A declaration with its name. */
export interface NamedDefinition extends NameDefinition {
  readonly name: string;
}

/** The definitions of a name in one text, fields and enumerators as values. */
export function definitionsIn(name: string, path: string, text: string, language: Language): readonly NameDefinition[] {
  const wanted = comparedIn(language, name);
  if (!comparedIn(language, text).includes(wanted)) return [];
  return namedDefinitionsIn(path, text, language)
    .filter((one) => comparedIn(language, one.name) === wanted)
    .map(({ name: _, isField: __, ...definition }) => definition);
}

/** The types, functions and values that a text declares, in its order, without fields and enumerators. */
export function allDefinitionsIn(path: string, text: string, language: Language): readonly NamedDefinition[] {
  return namedDefinitionsIn(path, text, language).flatMap(({ isField, ...definition }) => (isField ? [] : [definition]));
}

const kinds: Readonly<Partial<Record<DefinitionKind, NameDefinition['kind']>>> = {
  ...{ type: 'type', function: 'function', value: 'value', field: 'value', enumerator: 'value' },
};

function namedDefinitionsIn(path: string, text: string, language: Language): readonly (NamedDefinition & { readonly isField: boolean })[] {
  return definitionsOfText(linesIn(text, tokenize(text)), language).flatMap(({ name, kind, scope, container, line, lastLine }) => {
    const own = kinds[kind];
    if (own === undefined) return [];
    const found = { name, path, startLine: line + 1, endLine: lastLine + 1, kind: own };
    return [{ ...found, scope, ...(container === undefined ? {} : { container }), isField: isField(kind) }];
  });
}

/** Definitions by name, in the order of the first of each. */
export function wantedNames(definitions: readonly NamedDefinition[]): readonly WantedName[] {
  const byName = new Map<string, NamedDefinition[]>();
  for (const one of definitions) {
    pushTo(byName, one.name, one);
  }
  return [...byName].map(([name, same]) => ({ name, definitions: same }));
}

/** The statements by which a file knows a name. */
interface ImportOfName {
  readonly path: string;
  readonly local: string;
  readonly lines: readonly number[];
}

/** What to look for in each file. */
class WantedByFile {
  readonly #name: string;
  /** The names of imported declarations by file. */
  readonly #locals = new Map<string, Set<string>>();
  readonly #imports: ImportOfName[] = [];
  /** Languages with members of the name, and those where it may occur anywhere. */
  readonly #memberLanguages = new Set<string>();
  readonly #anywhereLanguages = new Set<string>();
  /** Files with a definition of their own, which may be local. */
  readonly #own: ReadonlySet<string>;
  readonly #isDefined: boolean;
  readonly #isMethod: boolean;
  /** Whether it is no word: no other thing of settings, styles and templates is called `yard.fullname`. */
  readonly #isCompound: boolean;
  readonly #isSetting: boolean;

  constructor(name: string, definitions: readonly NameDefinition[], { modules, textOf, languageOf }: RelationSource) {
    this.#name = name;
    this.#isDefined = definitions.length > 0;
    this.#isMethod = definitions.length > 0 && definitions.every(({ kind, scope }) => kind === 'function' && scope === 'member');
    this.#isCompound = isCompound(name);
    this.#isSetting = definitions.some(({ path }) => !isProgram(languageOf(path)));
    this.#own = new Set(definitions.map(({ path }) => path));
    for (const { path, scope, kind, startLine } of definitions) {
      const language = languageOf(path);
      const family = familyOf(language);
      if (scope === 'member') this.#memberLanguages.add(family);
      if (scope !== 'outermost') continue;
      if (family === 'c') {
        const text = textOf(path) ?? '';
        if (!isInternal(text, linesOf(text).starts[startLine - 1] ?? 0, path, kind)) this.#anywhereLanguages.add(family);
        continue;
      }
      if (!hasModules(language) || (family === 'typescript' && !modules.isModule(path))) {
        this.#anywhereLanguages.add(family);
        continue;
      }
      // Paths of Rust may name their module in full.
      if (family === 'rust') this.#memberLanguages.add(family);
      for (const [file, names] of modules.knownAs(path, name)) {
        const locals = this.#locals.get(file) ?? new Set<string>();
        this.#locals.set(file, locals);
        for (const { local, lines } of names) {
          locals.add(local);
          // A namespace is imported for many names: only where this one occurs.
          if (!local.includes('.')) this.#imports.push({ path: file, local, lines });
        }
      }
    }
  }

  importers(): Iterable<string> {
    return this.#locals.keys();
  }

  /** What other files import, with the name that they give it and the lines of these statements. */
  imports(): Iterable<ImportOfName> {
    return this.#imports;
  }

  of(path: string, language: Language): WantedNames {
    const family = familyOf(language);
    const name = this.#name;
    const isAnywhere = !this.#isDefined || this.#anywhereLanguages.has(family);
    const locals = new Set(this.#locals.get(path));
    const isOwn = this.#own.has(path);
    if (isOwn && !this.#isCompound) locals.add(name);
    const isHere = this.#isCompound && (isOwn || (this.#isSetting && !isProgram(language)));
    return {
      locals: [...locals].filter((local) => local !== '*' && local !== ''),
      // In Java a method is called without its object by its own class and those below it.
      members: this.#memberLanguages.has(family) ? [name] : [],
      // A field or a parameter may have the name of a method there.
      isCalled: this.#isMethod && path.endsWith('.java'),
      // In a document, what its scripts do not import or declare is a word.
      anywhere:
        language.kind === 'code' && (isAnywhere || isHere || (family === 'java' && this.#memberLanguages.has(family))) ? [name] : [],
    };
  }
}

/** Languages that use each other's names. */
export function familyOf(language: Language): string {
  const { id, name } = language;
  if (id === 'java' && !hasModules(language)) return name;
  return id === 'javascript' ? 'typescript' : id;
}
