/**
 * Which files of a folder import which, and under which names a file knows what another one declares.
 *
 * Names are followed from where they are declared through re-exports (barrels, default exports, namespaces) to their importers; each pair of
 * file and name is looked at once and a name has a limited number of parts, so circles end, also those of modules that import each other as
 * a whole (`a.b.a.b.Name`). Deviations: a module that is computed, and a name that reaches a file by a global or by
 * type inference alone, are not seen. Cost: every import is resolved once per graph; a name then costs its importers.
 */

import type { Binding } from '../text/code/imports/binding.ts';
import { type Language, plainText } from '../text/languages.ts';
import { directoryOf } from '../util/paths.ts';
import { pushTo } from '../util/pushTo.ts';
import type { Yield } from '../util/steps.ts';
import { type Manifests, noManifests } from './manifests.ts';
import { ModuleResolver } from './modules.ts';

/** An import or re-export with the files that its module means; none if it is not of the folder. */
export interface Import extends Binding {
  readonly files: readonly string[];
}

/** A name under which a file knows a declaration. */
export interface KnownName {
  /** As written in code: `Reader`, `lib.Reader`; parts are separated by dots in every language. */
  readonly local: string;
  /** Lines of the statements that import it, ascending, 1-based; none in the file or package that declares it. */
  readonly lines: readonly number[];
}

interface Edge {
  readonly path: string;
  readonly binding: Import;
}

/** Languages in which everything that a file imports can be imported from it. */
const passesOn = new Set(['python', 'rust']);
/** Languages whose files of one directory share their names. */
const sharesDirectory = new Set(['go', 'java']);

/** Modules that import each other as a whole would give ever longer names. */
const maxNameParts = 6;
/** Pairs of a file and a name that are followed for one name: of many such modules there would be no end. */
const maxExposed = 10_000;

export class ModuleGraph {
  readonly #languages: ReadonlyMap<string, Language>;
  readonly #bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly #resolver: ModuleResolver;
  readonly #imports = new Map<string, readonly Import[]>();
  #importers: Map<string, Edge[]> | undefined;
  #directories: Map<string, string[]> | undefined;

  /**
   * @param languages of all files of the folder, by path, relative, with `/`.
   * @param bindings of those that have any, by path.
   */
  constructor(
    languages: ReadonlyMap<string, Language>,
    bindings: ReadonlyMap<string, readonly Binding[]>,
    manifests: Manifests = noManifests,
  ) {
    this.#languages = languages;
    this.#bindings = bindings;
    this.#resolver = new ModuleResolver(languages.keys(), manifests);
  }

  /** What a file imports and re-exports, in its order. */
  importsOf(path: string): readonly Import[] {
    const known = this.#imports.get(path);
    if (known !== undefined) return known;
    const id = this.#languageOf(path);
    const own = (this.#bindings.get(path) ?? []).filter(({ module }) => module !== '');
    const imports = own.flatMap((binding) => this.#resolved(binding, path, id));
    this.#imports.set(path, imports);
    return imports;
  }

  /** Resolves all imports, which the first name would do at once. */
  async prepare(yieldThread: Yield): Promise<void> {
    for (const path of this.#bindings.keys()) {
      await yieldThread();
      this.importsOf(path);
    }
  }

  /** The files that import a file, sorted. */
  importersOf(path: string): readonly string[] {
    return [...new Set(this.#edgesTo(path).map((edge) => edge.path))].sort();
  }

  /** Whether a file exports anything, so that its names are its own. */
  isModule(path: string): boolean {
    return this.#bindings.get(path)?.some(({ isExport, module }) => isExport || module !== '') ?? false;
  }

  /**
   * By file: the names under which it knows what `path` declares outermost as `name`; the file itself included.
   * @param maxParts of a name: each more multiplies the cost where modules import each other as a whole.
   */
  knownAs(path: string, name: string, maxParts = maxNameParts): ReadonlyMap<string, readonly KnownName[]> {
    const id = this.#languageOf(path);
    const known = new Map<string, Map<string, Set<number>>>();
    const know = (file: string, local: string, line?: number): void => {
      const names = known.get(file) ?? new Map<string, Set<number>>();
      known.set(file, names);
      const lines = names.get(local) ?? new Set();
      names.set(local, lines);
      if (line !== undefined) lines.add(line);
    };
    know(path, name);
    if (sharesDirectory.has(id)) for (const file of this.#beside(path)) know(file, name);
    const seen = new Set<string>();
    const queue: [file: string, exported: string][] = [];
    const expose = (file: string, exported: string): void => {
      const pair = `${file}\n${exported}`;
      if (seen.has(pair) || seen.size >= maxExposed || exported.split('.').length > maxParts) return;
      seen.add(pair);
      queue.push([file, exported]);
    };
    const exposeLocal = (file: string, local: string): void => {
      for (const exported of this.#findExports(file, local)) expose(file, exported);
    };
    exposeLocal(path, name);
    // A package gives the modules that anything has imported from it.
    for (let [inner, module] = [path, name]; id === 'python'; ) {
      const [outer, stem] = splitPackage(inner);
      if (outer === inner) break;
      [inner, module] = [outer, `${stem}.${module}`];
      expose(inner, module);
    }
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [file, exported] = next;
      for (const { path: importer, binding } of this.#edgesTo(file)) {
        const local = localName(binding, exported);
        if (local === undefined) continue;
        // `export *` passes everything on, and names nothing.
        if (!binding.isExport || binding.name !== '*') know(importer, local, binding.line);
        if (!binding.isExport) exposeLocal(importer, local);
        else if (local !== 'default' || binding.local === 'default') expose(importer, local);
      }
    }
    return new Map(
      [...known].map(([file, names]) => [file, [...names].map(([local, lines]) => ({ local, lines: [...lines].sort((a, b) => a - b) }))]),
    );
  }

  /** What importers may call something that a file calls `local`. */
  #findExports(path: string, local: string): readonly string[] {
    const id = this.#languageOf(path);
    if (id !== 'typescript' && id !== 'javascript') return passesOn.has(id) || this.#declares(path, local) ? [local] : [];
    const [first = '', ...rest] = local.split('.');
    const own = (this.#bindings.get(path) ?? []).filter(({ isExport, module, name }) => isExport && module === '' && name === first);
    return own.map((binding) => [binding.local, ...rest].join('.'));
  }

  #languageOf(path: string): string {
    return (this.#languages.get(path) ?? plainText).id;
  }

  #declares(path: string, local: string): boolean {
    return !local.includes('.') && !this.importsOf(path).some((binding) => binding.local === local);
  }

  #resolved(binding: Binding, path: string, id: string): readonly Import[] {
    const { module, name } = binding;
    const files = this.#resolver.resolve(module, path, id);
    const separator = id === 'python' ? '.' : id === 'rust' ? '::' : '';
    if (separator === '' || name === '*' || name === '') return [{ ...binding, files }];
    // What is imported may be a module itself.
    const inner = this.#resolver.resolve(module.endsWith('.') ? module + name : module + separator + name, path, id);
    if (inner.length === 0 || inner[0] === files[0]) return [{ ...binding, files }];
    const whole = { ...binding, name: '*', files: inner };
    return this.#bindings.get(files[0] ?? '')?.some(({ local }) => local === name) ? [{ ...binding, files }, whole] : [whole];
  }

  #edgesTo(path: string): readonly Edge[] {
    if (this.#importers === undefined) {
      this.#importers = new Map();
      for (const from of this.#bindings.keys()) {
        for (const binding of this.importsOf(from)) {
          for (const file of binding.files) {
            pushTo(this.#importers, file, { path: from, binding });
          }
        }
      }
    }
    return this.#importers.get(path) ?? [];
  }

  /** The other files of its directory with its language. */
  #beside(path: string): readonly string[] {
    if (this.#directories === undefined) {
      this.#directories = new Map();
      for (const file of this.#languages.keys()) {
        const directory = `${this.#languageOf(file)} ${directoryOf(file)}`;
        pushTo(this.#directories, directory, file);
      }
    }
    return (this.#directories.get(`${this.#languageOf(path)} ${directoryOf(path)}`) ?? []).filter((file) => file !== path);
  }
}

/** The file that represents the package around a Python module, and the module's name there; the same file if there is none. */
function splitPackage(path: string): readonly [path: string, module: string] {
  const parts = path.split('/');
  const last = parts.pop() as string;
  const module = last === '__init__.py' ? parts.pop() : last.slice(0, last.lastIndexOf('.'));
  return parts.length === 0 || module === undefined ? [path, ''] : [[...parts, '__init__.py'].join('/'), module];
}

/** What an import calls something that its module exports as `exported`; undefined if it does not take it. */
function localName({ name, local, isExport }: Binding, exported: string): string | undefined {
  if (name === '*' && local === '*') return isExport && exported === 'default' ? undefined : exported;
  if (name === '*') {
    // What a module of CommonJS is as a whole.
    if (exported === '*') return local;
    return local === '' ? exported : `${local}.${exported}`;
  }
  if (exported === name) return local;
  return name !== '' && exported.startsWith(`${name}.`) ? local + exported.slice(name.length) : undefined;
}
