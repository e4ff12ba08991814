/**
 * What the manifests of a folder say about modules: packages of a workspace, `paths` of a tsconfig, Go's modules, Rust's crates.
 *
 * Deviations: TOML is read by its lines; a tsconfig may have comments and trailing commas. What cannot be read says nothing. Cost: a pass
 * over each manifest.
 */

import { readJson } from '../util/budget.ts';
import { directoryOf, fileNameOf, joinPath } from '../util/paths.ts';

/** Paths of a package by the keys of `exports` or `imports`, those of nested conditions in their order. */
export type Targets = Readonly<Record<string, readonly string[]>>;

/** A package, as its `package.json` describes it. */
interface PackageManifest {
  readonly directory: string;
  /** The file that is its entry. */
  readonly entry?: string;
  readonly exports?: Targets;
  readonly imports?: Targets;
}

/** What a tsconfig says about modules. */
export interface Aliases {
  readonly baseUrl: string;
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Whether modules are looked for below `baseUrl` too. */
  readonly hasBaseUrl: boolean;
}

/** Of a folder; paths are relative to it, with `/`, and directories without a slash at their end (the folder is ''). */
export interface Manifests {
  readonly packages: ReadonlyMap<string, PackageManifest>;
  /** By directory. */
  readonly aliases: ReadonlyMap<string, Aliases>;
  /** Names of Go modules by directory. */
  readonly goModules: ReadonlyMap<string, string>;
  /** Directories of Rust's crates by name, with `_` for `-`. */
  readonly crates: ReadonlyMap<string, string>;
}

export const noManifests: Manifests = { packages: new Map(), aliases: new Map(), goModules: new Map(), crates: new Map() };

const isTsconfig = (name: string): boolean => (name.startsWith('tsconfig') || name.startsWith('jsconfig')) && name.endsWith('.json');

/** Whether a file says anything about modules. */
export function isModuleManifest(path: string): boolean {
  const name = fileNameOf(path);
  return name === 'package.json' || name === 'go.mod' || name === 'Cargo.toml' || isTsconfig(name);
}

/** Reads the manifests of a folder, given by path and text. */
export function readManifests(files: ReadonlyMap<string, string>): Manifests {
  const packages = new Map<string, PackageManifest>();
  const goModules = new Map<string, string>();
  const crates = new Map<string, string>();
  const configs = new Map<string, unknown>();
  for (const [path, text] of [...files].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))) {
    const name = fileNameOf(path);
    const directory = directoryOf(path);
    if (name === 'go.mod') {
      const module = valueIn(text, 'module ');
      if (module !== undefined) goModules.set(directory, module);
    } else if (name === 'Cargo.toml') {
      const crate = valueIn(text.slice(Math.max(0, text.indexOf('[package]'))), 'name');
      if (crate !== undefined && text.includes('[package]')) crates.set(crate.replaceAll('-', '_'), directory);
    } else if (name === 'package.json') {
      const found = parsePackage(jsonIn(text), directory);
      if (found !== undefined && !packages.has(found[0])) packages.set(...found);
    } else configs.set(path, jsonIn(text));
  }
  const aliases = new Map<string, Aliases>();
  for (const path of configs.keys()) {
    const directory = directoryOf(path);
    const found = readAliases(path, configs, new Set());
    const known = aliases.get(directory);
    // `tsconfig.json` first, since its path is the shortest; others add what it lacks.
    if (found !== undefined && known === undefined) aliases.set(directory, found);
    else if (found !== undefined && known !== undefined && Object.keys(known.paths).length === 0) aliases.set(directory, found);
  }
  return { packages, aliases, goModules, crates };
}

/** The value of the first line that begins with a key, without quotes. */
function valueIn(text: string, key: string): string | undefined {
  const line = text.split('\n').find((one) => one.trimStart().startsWith(key));
  const value = line?.trimStart().slice(key.length).split('//')[0]?.replaceAll('=', '').replaceAll('"', '').trim();
  return value === '' ? undefined : value;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function parsePackage(json: unknown, directory: string): [string, PackageManifest] | undefined {
  const { name, source, module, main, types, exports, imports } = fieldsOf(json);
  // A nameless one may still have `imports`.
  const key = typeof name === 'string' && name !== '' ? name : `./${directory}`;
  const entry = [source, module, main, types].find((one) => typeof one === 'string') as string | undefined;
  return [
    key,
    {
      directory,
      ...(entry === undefined ? {} : { entry }),
      ...(exports === undefined ? {} : { exports: listTargets(exports, '.') }),
      ...(imports === undefined ? {} : { imports: listTargets(imports, '#') }),
    },
  ];
}

/** Keys that begin with the mark are paths, others conditions. */
function listTargets(value: unknown, mark: string): Targets {
  const entries = Object.entries(fieldsOf(value));
  const isKeyed = entries.some(([key]) => key.startsWith(mark));
  if (!isKeyed) return { [mark]: stringsIn(value) };
  return Object.fromEntries(entries.map(([key, one]) => [key, stringsIn(one)]));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** `paths` and `baseUrl` of a tsconfig, or of the one that it extends. */
function readAliases(path: string, configs: ReadonlyMap<string, unknown>, seen: Set<string>): Aliases | undefined {
  if (seen.has(path)) return undefined;
  seen.add(path);
  const config = fieldsOf(configs.get(path));
  const { baseUrl, paths } = fieldsOf(config.compilerOptions);
  if (paths !== undefined || baseUrl !== undefined) {
    const lists = Object.entries(fieldsOf(paths)).map(([key, value]) => [key, stringsIn(value)] as const);
    return { baseUrl: typeof baseUrl === 'string' ? baseUrl : '.', paths: Object.fromEntries(lists), hasBaseUrl: baseUrl !== undefined };
  }
  for (const base of stringsIn(config.extends)) {
    const target = joinPath(directoryOf(path), base);
    const found = [target, `${target}.json`].find((one) => one !== undefined && configs.has(one));
    const inherited = found === undefined ? undefined : readAliases(found, configs, seen);
    if (found === undefined || inherited === undefined) continue;
    // Its paths are relative to its own directory.
    const from = directoryOf(path);
    const up = from === '' ? '' : '../'.repeat(from.split('/').length);
    return { ...inherited, baseUrl: `${up}${joinPath(directoryOf(found), inherited.baseUrl) ?? ''}` || '.' };
  }
  return undefined;
}

/** JSON with comments and trailing commas; `undefined` if it is none. */
function jsonIn(text: string): unknown {
  for (const read of [text, withoutComments(text)]) {
    try {
      return readJson(read);
    } catch {
      // Perhaps without comments.
    }
  }
  return undefined;
}

function withoutComments(text: string): string {
  let result = '';
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const two = text.slice(at, at + 2);
    if (two === '//' || two === '/*') {
      const end = two === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at) + 2;
      at = end < at + 2 ? text.length : end;
      continue;
    }
    const character = text.charAt(at);
    let to = at + 1;
    if (character === '"') {
      while (to < text.length && text.charAt(to) !== '"') to += text.charAt(to) === '\\' ? 2 : 1;
      to++;
    }
    if ((character === '}' || character === ']') && comma >= 0) result = result.slice(0, comma) + result.slice(comma + 1);
    if (character.trim() !== '') comma = character === ',' ? result.length : -1;
    result += text.slice(at, to);
    at = to;
  }
  return result;
}
