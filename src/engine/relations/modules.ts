/**
 * Resolves imported modules to files of a folder: relative paths, packages of the workspace, `paths` of a tsconfig, Python packages, Rust's
 * crates, Go's modules, Java's packages. Pure: which files there are, and what their manifests say, are given.
 *
 * Deviations: of several files that a name could mean the first of the language's order is taken; of the conditions of `exports` the first
 * that leads to a file. Cost: a few look-ups in a set per module; for Java, one index of the paths.
 */

import { directoryOf, fileNameOf, joinPath } from '../util/paths.ts';
import { pushTo } from '../util/pushTo.ts';
import { type Manifests, noManifests, type Targets } from './manifests.ts';

/** The endings that an import may leave out, in the order of TypeScript. */
const ecmaEndings = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte'];
/** A JavaScript extension that is written for a TypeScript source. */
const compiledEnding = /\.([cm]?)js(x?)$/;

/** The endings of languages that share Java's packages. */
const jvmEndings = ['.java', '.kt', '.scala', '.groovy'];

/** The files of one folder, to be asked what a module in one of them means. */
export class ModuleResolver {
  readonly #files: ReadonlySet<string>;
  readonly #manifests: Manifests;
  /** By the path's end from each of its folders on, for packages whose source folder is not known. */
  #byEnd: Map<string, string[]> | undefined;

  /** @param files paths relative to the folder, with `/`. */
  constructor(files: Iterable<string>, manifests: Manifests = noManifests) {
    this.#files = new Set(files);
    this.#manifests = manifests;
  }

  /** The files that a module means in a file of a language; none if it is not of this folder. */
  resolve(module: string, from: string, languageId: string): readonly string[] {
    switch (languageId) {
      case 'typescript':
      case 'javascript':
        return found(this.#ecma(module, from));
      case 'python':
        return found(this.#python(module, from));
      case 'rust':
        return found(this.#rust(module, from));
      case 'go':
        return this.#go(module);
      case 'java':
        return this.#java(module.replaceAll('.', '/'));
      case 'c':
        return found(this.#first(joinPath(directoryOf(from), module), module));
      default:
        return [];
    }
  }

  #first(...paths: readonly (string | undefined)[]): string | undefined {
    return paths.find((path) => path !== undefined && this.#files.has(path));
  }

  /** The file that a path without or with its ending means, or the index of a directory. */
  #ecmaFile(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    if (this.#files.has(path)) return path;
    const source = compiledEnding.test(path) ? path.replace(compiledEnding, '.$1ts$2') : undefined;
    const index = path === '' ? 'index' : `${path}/index`;
    const endings = ecmaEndings.map((ending) => path + ending);
    return this.#first(source, source?.replace(/ts$/, 'tsx'), ...endings, ...ecmaEndings.map((ending) => index + ending));
  }

  #ecma(module: string, from: string): string | undefined {
    const bare = module.replace(/[?#].*$/s, '');
    if (/^\.{1,2}(?:\/|$)/.test(bare)) return this.#ecmaFile(joinPath(directoryOf(from), bare));
    return this.#aliased(bare, from) ?? (bare.startsWith('#') ? this.#ownImport(bare, from) : this.#package(bare));
  }

  /** By the nearest tsconfig above the file. */
  #aliased(module: string, from: string): string | undefined {
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      const config = this.#manifests.aliases.get(directory);
      if (config !== undefined) {
        const base = joinPath(directory, config.baseUrl) ?? directory;
        for (const [pattern, targets] of Object.entries(config.paths).sort(([a], [b]) => b.length - a.length)) {
          const middle = matched(pattern, module);
          if (middle === undefined) continue;
          for (const target of targets) {
            const file = this.#ecmaFile(
              joinPath(
                base,
                target.replace('*', () => middle),
              ),
            );
            if (file !== undefined) return file;
          }
        }
        const file = config.hasBaseUrl ? this.#ecmaFile(joinPath(base, module)) : undefined;
        if (file !== undefined) return file;
      }
      if (directory === '') return undefined;
    }
  }

  /** By the name of a package of the workspace, or a path in it; sources are preferred to what is built of them. */
  #package(module: string): string | undefined {
    const name = module
      .split('/')
      .slice(0, module.startsWith('@') ? 2 : 1)
      .join('/');
    const known = this.#manifests.packages.get(name);
    if (known === undefined) return undefined;
    const rest = module.slice(name.length + 1);
    const below = (path: string): string | undefined => this.#ecmaFile(joinPath(known.directory, path));
    const exported = this.#target(known.exports, rest === '' ? '.' : `./${rest}`, known.directory);
    if (exported !== undefined) return exported;
    if (rest !== '') return below(rest) ?? below(`src/${rest}`);
    return (known.entry === undefined ? undefined : this.#builtFrom(known.directory, known.entry)) ?? below('src') ?? below('');
  }

  /** By `imports` of the nearest package above the file. */
  #ownImport(module: string, from: string): string | undefined {
    let nearest: { readonly directory: string; readonly imports?: Targets } | undefined;
    for (const one of this.#manifests.packages.values()) {
      const isAbove = one.directory === '' || from.startsWith(`${one.directory}/`);
      if (isAbove && one.directory.length >= (nearest?.directory.length ?? 0)) nearest = one;
    }
    return nearest && this.#target(nearest.imports, module, nearest.directory);
  }

  /** The file of a key of `exports` or `imports`, which may have a star. */
  #target(targets: Targets | undefined, key: string, directory: string): string | undefined {
    for (const [pattern, paths] of Object.entries(targets ?? {})) {
      const middle = matched(pattern, key);
      if (middle === undefined) continue;
      for (const path of paths) {
        const file = this.#builtFrom(
          directory,
          path.replaceAll('*', () => middle),
        );
        if (file !== undefined) return file;
      }
    }
    return undefined;
  }

  /** A file of a package, or the source that it is built from: `dist/a.js` from `src/a.ts`. */
  #builtFrom(directory: string, path: string): string | undefined {
    const file = this.#ecmaFile(joinPath(directory, path));
    if (file !== undefined) return file;
    const parts = path.split('/').filter((part) => part !== '.');
    const stem = (parts.at(-1) ?? '').split('.')[0] as string;
    const inner = parts.slice(1, -1);
    for (; ; inner.shift()) {
      const source = this.#ecmaFile(joinPath(directory, ['src', ...inner, stem].join('/')));
      if (source !== undefined || inner.length === 0) return source ?? this.#ecmaFile(joinPath(directory, stem));
    }
  }

  /** `a.b`, or `.a` and `..a` from the package of the file; also below a source folder. */
  #python(module: string, from: string): string | undefined {
    const [, dots = '', name = ''] = /^(\.*)(.*)$/s.exec(module) ?? [];
    const path = name.replaceAll('.', '/');
    const fileAt = (base: string | undefined): string | undefined => {
      const whole = base === undefined ? undefined : joinPath(base, path);
      if (whole === undefined) return undefined;
      return this.#first(
        `${whole}.py`,
        `${whole}/__init__.py`,
        `${whole}.pyi`,
        `${whole}/__init__.pyi`,
        whole === '' ? '__init__.py' : undefined,
      );
    };
    if (dots !== '') return fileAt(joinPath(directoryOf(from), '../'.repeat(dots.length - 1)));
    // The source root may be any directory above the file, or the folder `src` of one.
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      const file = fileAt(directory) ?? fileAt(joinPath(directory, 'src'));
      if (file !== undefined && (file !== from || path === '')) return file;
      if (directory === '') return undefined;
    }
  }

  /** `crate::a::b`, `super::a`, `self::a` and `mod` names: the deepest part of the path that is a file. */
  #rust(module: string, from: string): string | undefined {
    const parts = module.split('::').filter((part) => part !== '');
    const stem = fileNameOf(from).replace(/\.rs$/, '');
    const isRoot = stem === 'mod' || stem === 'lib' || stem === 'main';
    let base = isRoot ? directoryOf(from) : `${directoryOf(from)}/${stem}`.replace(/^\//, '');
    if (parts[0] === 'crate') {
      const root = this.#crateRoot(from);
      if (root === undefined) return undefined;
      base = root;
      parts.shift();
    } else if (parts[0] === 'self') parts.shift();
    else if (parts[0] !== 'super') return this.#otherCrate(parts, base);
    while (parts[0] === 'super') {
      base = directoryOf(base);
      parts.shift();
    }
    return this.#deepest(base, parts) ?? this.#first(`${base}.rs`, `${base}/mod.rs`, `${base}/lib.rs`, `${base}/main.rs`);
  }

  /** A crate of the workspace, or a module that the file declares itself. */
  #otherCrate([first = '', ...rest]: readonly string[], base: string): string | undefined {
    const crate = this.#manifests.crates.get(first);
    const own = joinPath(base, first);
    if (crate === undefined) return this.#first(`${own}.rs`, `${own}/mod.rs`) && this.#deepest(base, [first, ...rest]);
    const root = joinPath(crate, 'src') as string;
    return this.#deepest(root, rest) ?? this.#first(`${root}/lib.rs`, `${root}/main.rs`, joinPath(crate, 'lib.rs'));
  }

  #deepest(base: string, parts: readonly string[]): string | undefined {
    for (let length = parts.length; length > 0; length--) {
      const path = joinPath(base, parts.slice(0, length).join('/'));
      const file = this.#first(`${path}.rs`, `${path}/mod.rs`);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  #crateRoot(from: string): string | undefined {
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      const prefix = directory === '' ? '' : `${directory}/`;
      if (this.#first(`${prefix}lib.rs`, `${prefix}main.rs`) !== undefined) return directory;
      if (directory === '') return undefined;
    }
  }

  /** All files of a package: in Go they are one. */
  #go(module: string): readonly string[] {
    for (const [directory, name] of this.#manifests.goModules) {
      if (module !== name && !module.startsWith(`${name}/`)) continue;
      const wanted = joinPath(directory, module.slice(name.length));
      return [...this.#files].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go') && directoryOf(path) === wanted);
    }
    return [];
  }

  /** A class, the class around it, or all files of a package. */
  #java(path: string): readonly string[] {
    const outer = directoryOf(path);
    for (const one of [path, outer]) {
      const files = this.#endingWith(...jvmEndings.map((ending) => one + ending));
      if (files.length > 0) return files;
    }
    // A package with everything in it, or what one of its files with another name declares.
    const whole = this.#endingWith(path);
    return whole.length > 0 ? whole : this.#endingWith(outer);
  }

  /** The files of Java and its relatives whose path, or whose directory, ends so. */
  #endingWith(...ends: readonly string[]): readonly string[] {
    if (this.#byEnd === undefined) {
      this.#byEnd = new Map();
      for (const path of this.#files) {
        if (!jvmEndings.some((ending) => path.endsWith(ending))) continue;
        for (const whole of [path, directoryOf(path)]) {
          for (let at = 0; at >= 0; at = whole.indexOf('/', at) + 1 || -1) {
            const end = whole.slice(at);
            pushTo(this.#byEnd, end, path);
          }
        }
      }
    }
    return ends.flatMap((end) => this.#byEnd?.get(end) ?? []);
  }
}

/** The text that the star of a pattern matches; '' for a pattern without one, undefined if the text does not match. */
function matched(pattern: string, text: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return text === pattern ? '' : undefined;
  const isMatch = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isMatch ? text.slice(before.length, text.length - after.length) : undefined;
}

function found(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}
