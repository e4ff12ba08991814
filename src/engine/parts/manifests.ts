/**
 * What manifests say of programs and libraries: `main`, `bin`, `exports`, scripts, console scripts, binaries of a crate, executables of a gem. A
 * manifest's path of a build result leads to its source of the same name.
 *
 * Deviation: manifests in TOML and INI are read line by line, by section. Cost: one pass over each manifest.
 */

import { readJson } from '../util/budget.ts';
import { isObject } from '../util/isObject.ts';
import { fileNameOf } from '../util/paths.ts';

export interface EntryPoint {
  /** The command, or the name of the package or file. */
  readonly name: string;
  readonly kind: 'command' | 'library' | 'main' | 'route' | 'script';
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The function that a command calls, as its manifest says. */
  readonly calls?: string;
}

/** What a manifest says. */
export interface Manifest {
  readonly path: string;
  readonly entries: readonly EntryPoint[];
  /** The package's description, with its line. */
  readonly description: { readonly text: string; readonly line: number } | undefined;
  /** The name of a program next to the manifest, if that is what its language calls it. */
  readonly program?: string;
}

const manifestNames = new Set(['package.json', 'pyproject.toml', 'setup.cfg', 'setup.py', 'Cargo.toml', 'composer.json', 'go.mod']);

export function isManifestOfEntries(path: string): boolean {
  return manifestNames.has(fileNameOf(path)) || path.endsWith('.gemspec');
}

/**
 * @param paths of all files.
 * @param programs those of them in a folder `src/bin` or `exe`.
 */
export function readManifest(path: string, text: string, paths: ReadonlySet<string>, programs: readonly string[]): Manifest {
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  if (path.endsWith('go.mod')) return { path, entries: [], description: undefined, program: goProgram(text) };
  if (path.endsWith('.gemspec')) return ofGem(path, directory, programs);
  return path.endsWith('.json') ? ofJson(path, directory, text, paths) : ofSections(path, directory, text, paths, programs);
}

/** What `go install` calls the program of a module: the last name of its path, without a version. */
function goProgram(text: string): string {
  const line = text.split('\n').find((one) => one.startsWith('module ')) ?? '';
  const names = line.slice('module '.length).trim().split('/');
  const last = names.at(-1) as string;
  return (names.length > 1 && /^v\d+$/.test(last) ? names.at(-2) : last) as string;
}

/** The source of a path in a manifest: itself, or the file of the same name and another ending in a folder of sources. */
function findSource(path: string, directory: string, paths: ReadonlySet<string>): string | undefined {
  const plain = directory + (path.startsWith('./') ? path.slice(2) : path);
  if (paths.has(plain)) return plain;
  const names = plain.slice(directory.length).split('/');
  const stem = (names.at(-1) as string).split('.')[0] as string;
  const inner = names.slice(0, -1).filter((name) => !buildFolders.has(name));
  const folders = [...new Set([inner.join('/'), ['src', ...inner].join('/'), ['source', ...inner].join('/'), 'src', 'lib', ''])];
  for (const folder of folders) {
    const stems = folder === '' || stem !== '' ? [stem, 'index'] : ['index'];
    for (const name of stems)
      for (const ending of ['ts', 'tsx', 'mts', 'js', 'mjs', 'cjs', 'jsx']) {
        const one = `${directory}${folder === '' ? '' : `${folder}/`}${name}.${ending}`;
        if (paths.has(one)) return one;
      }
  }
  return undefined;
}
/** Where builds put their results. */
const buildFolders = new Set(['dist', 'build', 'lib', 'out', 'esm', 'cjs', 'umd', 'es', 'bin', 'types']);

function lineWith(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}

function ofJson(path: string, directory: string, text: string, paths: ReadonlySet<string>): Manifest {
  const none: Manifest = { path, entries: [], description: undefined };
  let json: Readonly<Record<string, unknown>>;
  try {
    json = readJson(text) as Readonly<Record<string, unknown>>;
  } catch {
    return none;
  }
  if (typeof json !== 'object' || json === null) return none;
  const name = typeof json.name === 'string' ? json.name : directory.slice(0, -1);
  const entries: EntryPoint[] = [];
  const add = (entry: string, kind: EntryPoint['kind'], target: unknown): void => {
    const source = typeof target === 'string' ? findSource(target, directory, paths) : undefined;
    // A program that is built is named all the same, by the line of its manifest.
    if (source !== undefined) entries.push({ name: entry, kind, path: source, line: 1 });
    else if (kind === 'command' && typeof target === 'string')
      entries.push({ name: entry, kind, path, line: lineWith(text, JSON.stringify(target)) });
  };
  const bin = json.bin;
  if (typeof bin === 'string') add(name.split('/').at(-1) as string, 'command', bin);
  else if (isObject(bin)) for (const [command, target] of Object.entries(bin)) add(command, 'command', target);
  for (const field of ['source', 'module', 'main', 'browser']) add(name, 'library', json[field]);
  const exported = json.exports;
  const [first] = listTargets(isObject(exported) && '.' in exported ? exported['.'] : exported);
  if (first !== undefined && !entries.some(({ kind }) => kind === 'library')) add(name, 'library', first);
  const seen = new Set<string>();
  const kept = entries.filter(({ kind, name: one, path: target }) => {
    const id = kind === 'library' ? kind + target : kind + one;
    return !seen.has(id) && seen.add(id);
  });
  const scripts = json.scripts;
  if (directory === '' && isObject(scripts))
    for (const script of mainScripts)
      if (typeof scripts[script] === 'string') kept.push({ name: script, kind: 'script', path, line: lineWith(text, `"${script}"`) });
  const description = json.description;
  return {
    path,
    entries: kept,
    description: typeof description === 'string' ? { text: description, line: lineWith(text, '"description"') } : undefined,
  };
}
/** Scripts by which people start, in this order. */
const mainScripts = ['start', 'dev', 'build', 'test'];

/** The paths in a value of `exports`, in order. */
function listTargets(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).flatMap(listTargets) : [];
}

/** TOML, INI, and the list of console scripts in a `setup.py`. */
function ofSections(path: string, directory: string, text: string, paths: ReadonlySet<string>, programs: readonly string[]): Manifest {
  const entries: EntryPoint[] = [];
  const isCrate = path.endsWith('Cargo.toml');
  let section = '';
  let list = '';
  let name = '';
  let binary = '';
  let crate = '';
  let description: Manifest['description'];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('[') && line.endsWith(']')) {
      addBin();
      section = line.replace(/[[\]"\s]/g, '');
      [list, name, binary] = ['', '', ''];
      continue;
    }
    const [, key = '', value = ''] = /^["']?([\w.-]+)["']?\s*[=:]\s*["']?([^"']*)["']?,?$/.exec(line) ?? [];
    if (key === 'console_scripts' || line.includes('console_scripts')) list = 'console_scripts';
    else if (key !== '' && raw[0] !== ' ' && raw[0] !== '\t' && !path.endsWith('.py')) list = '';
    if (section.endsWith('package') || section === 'project' || section === 'tool.poetry' || section === 'metadata') {
      if (key === 'name') crate = value;
      if (key === 'description' && value !== '') description = { text: value, line: at + 1 };
    }
    const isScripts = section === 'project.scripts' || section === 'tool.poetry.scripts' || list !== '';
    const [, command, module, called] = isScripts ? (/["']?([\w.-]+)["']?\s*=\s*["']?([\w.]+)(?::([\w.]+))?/.exec(line) ?? []) : [];
    if (command !== undefined && module !== undefined && command !== 'console_scripts') {
      const file = moduleFile(module, directory, paths);
      if (file === undefined) entries.push({ name: command, kind: 'command', path, line: at + 1 });
      else entries.push({ name: command, kind: 'command', path: file, line: 1, calls: called });
    }
    if (isCrate && section === 'bin') {
      if (key === 'name') name = value;
      if (key === 'path') binary = value;
    }
  }
  addBin();
  if (isCrate) addCrate(entries, directory, crate, paths, programs);
  return { path, entries, description };

  /** The program of a section `bin`, whose name may come after its path. */
  function addBin(): void {
    if (binary !== '' && paths.has(directory + binary))
      entries.push({ name: name || crate, kind: 'command', path: directory + binary, line: 1 });
  }
}

/** The executables of a gem lie in `exe`, as `bundle gem` puts them. */
function ofGem(path: string, directory: string, programs: readonly string[]): Manifest {
  const found = programs.filter((program) => program.startsWith(`${directory}exe/`) && !program.slice(directory.length + 4).includes('/'));
  const entries = found.map(
    (program): EntryPoint => ({ name: program.slice(directory.length + 4), kind: 'command', path: program, line: 1 }),
  );
  return { path, entries, description: undefined };
}

/** The files that Cargo builds by default. */
function addCrate(entries: EntryPoint[], directory: string, crate: string, paths: ReadonlySet<string>, programs: readonly string[]): void {
  const has = (path: string): boolean => paths.has(path) && !entries.some((entry) => entry.path === path);
  if (has(`${directory}src/main.rs`)) entries.push({ name: crate, kind: 'command', path: `${directory}src/main.rs`, line: 1 });
  for (const path of programs) {
    if (!path.startsWith(`${directory}src/bin/`)) continue;
    const rest = path.slice(directory.length + 'src/bin/'.length).split('/');
    if ((rest.length === 1 && path.endsWith('.rs')) || (rest.length === 2 && rest[1] === 'main.rs'))
      if (has(path)) entries.push({ name: (rest[0] as string).split('.')[0] as string, kind: 'command', path, line: 1 });
  }
  if (has(`${directory}src/lib.rs`)) entries.push({ name: crate, kind: 'library', path: `${directory}src/lib.rs`, line: 1 });
}

function moduleFile(module: string, directory: string, paths: ReadonlySet<string>): string | undefined {
  const path = module.replaceAll('.', '/');
  return ['', 'src/']
    .flatMap((root) => [`${directory}${root}${path}.py`, `${directory}${root}${path}/__init__.py`])
    .find((one) => paths.has(one));
}
