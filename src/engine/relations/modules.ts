/**
 * Resolves imported modules to files of a folder: relative paths, packages of the workspace, `paths` of a tsconfig, Python packages, Rust's
 * crates, Go's modules, Java's packages. Pure: which files there are, and what their manifests say, are given.
 *
 * Deviations: of several files that a name could mean the first of the language's order is taken; conditions of `exports` are not read.
 * Cost: a few look-ups in a set per module; for Java, one index of the paths.
 */

/** What manifests say of a folder; paths are relative to it, with `/`, and directories without a slash at their end (the folder is ''). */
export interface Manifests {
  /** Packages of the workspace by name, as in `package.json`: where they lie, and the file that is their entry, if it says. */
  readonly packages: ReadonlyMap<string, { readonly directory: string; readonly entry?: string }>;
  /** `baseUrl` and `paths` of each tsconfig, by its directory. */
  readonly aliases: ReadonlyMap<string, { readonly baseUrl: string; readonly paths: Readonly<Record<string, readonly string[]>> }>;
  /** Names of Go modules by directory. */
  readonly goModules: ReadonlyMap<string, string>;
}

export const noManifests: Manifests = { packages: new Map(), aliases: new Map(), goModules: new Map() };

/** The endings that an import may leave out, in the order of TypeScript. */
const ecmaEndings = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte'];
/** An ending of JavaScript that stands for a source of TypeScript. */
const compiledEnding = /\.([cm]?)js(x?)$/;

/** The directory of a path; '' for the folder itself. */
function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A path below a directory with `.` and `..` resolved; `undefined` if it leads outside. */
function joined(directory: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

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
        return this.#endingWith(`${module.replaceAll('.', '/')}.java`, `${module.replaceAll('.', '/')}.kt`);
      case 'c':
        return found(this.#first(joined(directoryOf(from), module), module));
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
    if (/^\.{1,2}(?:\/|$)/.test(bare)) return this.#ecmaFile(joined(directoryOf(from), bare));
    return this.#aliased(bare, from) ?? this.#package(bare);
  }

  /** By the nearest tsconfig above the file. */
  #aliased(module: string, from: string): string | undefined {
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      const config = this.#manifests.aliases.get(directory);
      if (config !== undefined) {
        const base = joined(directory, config.baseUrl) ?? directory;
        for (const [pattern, targets] of Object.entries(config.paths).sort(([a], [b]) => b.length - a.length)) {
          const [before = '', after] = pattern.split('*');
          const matches = after === undefined ? module === pattern : module.startsWith(before) && module.endsWith(after);
          if (!matches || module.length < before.length + (after?.length ?? 0)) continue;
          const middle = after === undefined ? '' : module.slice(before.length, module.length - after.length);
          for (const target of targets) {
            const file = this.#ecmaFile(
              joined(
                base,
                target.replace('*', () => middle),
              ),
            );
            if (file !== undefined) return file;
          }
        }
        const file = this.#ecmaFile(joined(base, module));
        if (file !== undefined) return file;
      }
      if (directory === '') return undefined;
    }
  }

  /** By the name of a package of the workspace, or a path in it; sources are preferred to what is built of them. */
  #package(module: string): string | undefined {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
    const known = name === undefined ? undefined : this.#manifests.packages.get(name);
    if (known === undefined || name === undefined) return undefined;
    const rest = module.slice(name.length + 1);
    const below = (path: string): string | undefined => this.#ecmaFile(joined(known.directory, path));
    if (rest !== '') return below(rest) ?? below(`src/${rest}`);
    return (known.entry === undefined ? undefined : below(known.entry)) ?? below('src') ?? below('');
  }

  /** `a.b`, or `.a` and `..a` from the package of the file; also below a source folder. */
  #python(module: string, from: string): string | undefined {
    const [, dots = '', name = ''] = /^(\.*)(.*)$/s.exec(module) ?? [];
    const path = name.replaceAll('.', '/');
    const fileAt = (base: string | undefined): string | undefined => {
      const whole = base === undefined ? undefined : joined(base, path);
      if (whole === undefined) return undefined;
      return this.#first(
        `${whole}.py`,
        `${whole}/__init__.py`,
        `${whole}.pyi`,
        `${whole}/__init__.pyi`,
        whole === '' ? '__init__.py' : undefined,
      );
    };
    if (dots !== '') return fileAt(joined(directoryOf(from), '../'.repeat(dots.length - 1)));
    // The source root may be any directory above the file, or the folder `src` of one.
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      const file = fileAt(directory) ?? fileAt(joined(directory, 'src'));
      if (file !== undefined && (file !== from || path === '')) return file;
      if (directory === '') return undefined;
    }
  }

  /** `crate::a::b`, `super::a`, `self::a` and `mod` names: the deepest part of the path that is a file. */
  #rust(module: string, from: string): string | undefined {
    const parts = module.split('::').filter((part) => part !== '');
    const stem = from.slice(from.lastIndexOf('/') + 1).replace(/\.rs$/, '');
    const isRoot = stem === 'mod' || stem === 'lib' || stem === 'main';
    let base = isRoot ? directoryOf(from) : `${directoryOf(from)}/${stem}`.replace(/^\//, '');
    if (parts[0] === 'crate') {
      const root = this.#crateRoot(from);
      if (root === undefined) return undefined;
      base = root;
      parts.shift();
    } else if (parts[0] === 'self') parts.shift();
    else if (parts[0] !== 'super') return undefined;
    while (parts[0] === 'super') {
      base = directoryOf(base);
      parts.shift();
    }
    for (let length = parts.length; length > 0; length--) {
      const path = joined(base, parts.slice(0, length).join('/'));
      const file = this.#first(`${path}.rs`, `${path}/mod.rs`);
      if (file !== undefined) return file;
    }
    return this.#first(`${base}.rs`, `${base}/mod.rs`, `${base}/lib.rs`, `${base}/main.rs`);
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
      const wanted = joined(directory, module.slice(name.length));
      return [...this.#files].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go') && directoryOf(path) === wanted);
    }
    return [];
  }

  #endingWith(...ends: readonly string[]): readonly string[] {
    if (this.#byEnd === undefined) {
      this.#byEnd = new Map();
      for (const path of this.#files) {
        if (!/\.(?:java|kt)$/.test(path)) continue;
        for (let at = 0; at >= 0; at = path.indexOf('/', at) + 1 || -1) {
          const end = path.slice(at);
          const paths = this.#byEnd.get(end);
          if (paths === undefined) this.#byEnd.set(end, [path]);
          else paths.push(path);
        }
      }
    }
    return ends.flatMap((end) => this.#byEnd?.get(end) ?? []);
  }
}

function found(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}
