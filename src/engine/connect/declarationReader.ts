/**
 * What declarations call, extend and throw.
 *
 * The uses are read from the texts; the index says which of these names are defined, and the imports of the file whether one of these definitions
 * is meant. A member is meant where only one is called so, or where it is of the same type. Deviations from a call graph: values that are passed
 * on are no calls, and the type of a receiver is not inferred. Cost: each file is read once for its uses, and once for what it declares.
 */

import { Role, Space } from '../document.ts';
import type { Postings } from '../index/reader.ts';
import { hasModules } from '../relations/bindings.ts';
import type { RelationSource } from '../relations/candidates.ts';
import { type Use, usesIn } from '../relations/occurrences.ts';
import { allDefinitionsIn, familyOf, type NameDefinition, wantedNames } from '../relations/relations.ts';
import { isTestPath } from '../text/names/pathNames.ts';

/** Names that more places define mean nothing without an import. */
const maxDefinitions = 20;
const own: ReadonlySet<string> = new Set(['this', 'self', 'cls', 'super', 'Self', '@']);

/** Languages in which a member is never called without its object. */
const needsObject: ReadonlySet<string> = new Set(['typescript', 'python', 'rust', 'go']);

/** A declaration, and the one that uses it. */
export interface Step {
  readonly name: string;
  readonly definition: NameDefinition;
  readonly from?: { readonly step: Step; readonly use: Use };
}

/** Reads what declarations use, each file once. */
export class DeclarationReader {
  readonly #source: RelationSource;
  readonly #uses = new Map<string, readonly Use[]>();
  /** The files that define a name; undefined if there are none, or too many. */
  readonly #files = new Map<string, readonly string[] | undefined>();
  readonly #definitions = new Map<string, readonly NameDefinition[]>();
  readonly #locals = new Map<string, ReadonlyMap<string, readonly string[]>>();
  /** By file and name. */
  readonly #declared = new Map<string, ReadonlyMap<string, readonly NameDefinition[]>>();

  readonly #maxParts: number | undefined;

  /** @param maxParts as of `ModuleGraph.knownAs`. */
  constructor(source: RelationSource, maxParts?: number) {
    this.#source = source;
    this.#maxParts = maxParts;
  }

  /** The definitions that each of these uses, in their order; of one name alone, if it is given. */
  async usedBy(steps: readonly Step[], only?: string): Promise<readonly Step[]> {
    const used: { readonly step: Step; readonly use: Use; readonly name: string }[] = [];
    for (const step of steps) {
      await this.#source.yieldThread();
      const { path, startLine, endLine } = step.definition;
      for (const use of this.#usesIn(path)) {
        if (use.line < startLine || use.line > endLine || use.name === step.name) continue;
        const original = use.qualifiers.length > 0 ? undefined : this.#findOriginal(use.name, path);
        for (const name of original === undefined ? [use.name] : [use.name, original])
          if (only === undefined || name === only) used.push({ step, use, name });
      }
    }
    await this.#findFiles(new Set(used.map(({ name }) => name)));
    return used.flatMap(({ step, use, name }) =>
      this.#meantBy(name, use, step).map((definition): Step => ({ name, definition, from: { step, use } })),
    );
  }

  #usesIn(path: string): readonly Use[] {
    const known = this.#uses.get(path);
    if (known !== undefined) return known;
    const text = this.#source.textOf(path);
    const uses = text === undefined ? [] : usesIn(text, this.#source.languageOf(path));
    this.#uses.set(path, uses);
    return uses;
  }

  /** What a name is called where it is imported from, if otherwise than here. */
  #findOriginal(name: string, path: string): string | undefined {
    const binding = this.#source.modules.importsOf(path).find(({ local }) => local === name);
    return binding === undefined || binding.name === name || ['*', '', 'default'].includes(binding.name) ? undefined : binding.name;
  }

  async #findFiles(names: ReadonlySet<string>): Promise<void> {
    const { reader, folder, isVisible } = this.#source;
    const unknown = [...names].filter((name) => !this.#files.has(name));
    const found = await reader.findKeys(unknown.map((name) => `${Space.Symbol}:${name}`));
    const holders = found.map(({ postings }) => definers(postings));
    const infos = await reader.chunkInfo(holders.flat());
    let at = 0;
    unknown.forEach((name, i) => {
      const count = (holders[i] as readonly number[]).length;
      const all = infos.slice(at, at + count).filter((info) => info.folder === folder && isVisible?.(info.path) !== false);
      at += count;
      this.#files.set(name, all.length === 0 ? undefined : [...new Set(all.map(({ path }) => path))].sort());
    });
  }

  #findDefinitions(name: string): readonly NameDefinition[] {
    const known = this.#definitions.get(name) ?? (this.#files.get(name) ?? []).flatMap((path) => this.#declaredIn(path).get(name) ?? []);
    this.#definitions.set(name, known);
    return known;
  }

  #declaredIn(path: string): ReadonlyMap<string, readonly NameDefinition[]> {
    const known = this.#declared.get(path);
    if (known !== undefined) return known;
    const all = wantedNames(allDefinitionsIn(path, this.#source.textOf(path) ?? '', this.#source.languageOf(path)));
    const declared = new Map(all.map(({ name, definitions }) => [name, definitions]));
    this.#declared.set(path, declared);
    return declared;
  }

  /** By file: the names under which it knows what a file declares outermost. */
  #findLocals(name: string, path: string): ReadonlyMap<string, readonly string[]> {
    const key = `${name} ${path}`;
    const known = this.#locals.get(key);
    if (known !== undefined) return known;
    const found = new Map(
      [...this.#source.modules.knownAs(path, name, this.#maxParts)].map(([file, all]) => [file, all.map(({ local }) => local)]),
    );
    this.#locals.set(key, found);
    return found;
  }

  /** The definitions of a name that a use in a declaration may mean. */
  #meantBy(name: string, use: Use, step: Step): readonly NameDefinition[] {
    const by = step.definition;
    const { languageOf } = this.#source;
    const language = languageOf(by.path);
    const family = familyOf(language);
    const alike = this.#findDefinitions(name).filter(({ path }) => familyOf(languageOf(path)) === family);
    const local = [...use.qualifiers, use.name].join('.');
    const isBare = !needsObject.has(family) && use.qualifiers.length === 0;
    const isOwn = isBare || (use.qualifiers.length === 1 && own.has(use.qualifiers[0] as string));
    const exact = alike.filter(({ path, scope, container }) => {
      if (scope === 'local') return path === by.path && use.qualifiers.length === 0;
      if (scope === 'member') return isOwn && path === by.path && container === (by.scope === 'member' ? by.container : step.name);
      return (
        this.#findLocals(name, path)
          .get(by.path)
          ?.some((known) => known === local || known === '*') === true
      );
    });
    if (exact.length > 0) return exact;
    const isMember = isBare || use.qualifiers.length > 0;
    const others = alike.filter(({ scope, path }) => scope !== 'local' && !isTestPath(path));
    const single = others.filter(({ scope }) => (scope === 'member') === isMember || !hasModules(language));
    return single.length === 1 && (isMember || !hasModules(language)) ? single : [];
  }
}

/** The passages that define a name; none if there are too many. */
function definers({ chunks, values }: Postings): readonly number[] {
  const found: number[] = [];
  for (const [i, chunk] of chunks.entries()) {
    if (((values[i] as number) & Role.Defines) !== 0 && found.push(chunk) > maxDefinitions) return [];
  }
  return found;
}
