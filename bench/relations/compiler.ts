/**
 * A repository as TypeScript's compiler sees it: its own files alone. Packages of the workspace are given as `paths` to the index of their source
 * folder, other `paths` as the nearest tsconfig with such has them, and everything that is installed stays unresolved.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { isModuleManifest } from '../../src/engine/relations/manifests.ts';

const sourceFile = /\.(?:[cm]?tsx?|[cm]?jsx?)$/;

/** The sources, manifests and documents of a working tree, by relative path. */
export function readTree(tree: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of fs.readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    const path = entry.split(nodePath.sep).join('/');
    if (/(?:^|\/)(?:node_modules|\.git|dist)\//.test(path) || !(sourceFile.test(path) || isModuleManifest(path) || path.endsWith('.md')))
      continue;
    const stat = fs.lstatSync(nodePath.join(tree, path));
    if (stat.isFile() && stat.size < 1_000_000) files.set(path, fs.readFileSync(nodePath.join(tree, path), 'utf8'));
  }
  return files;
}

/**
 * @param ts the compiler's module, of version 5.
 * @param files may change between two questions.
 * @param library the folder of TypeScript's own declarations, without which types of the language are unknown.
 * @param isFixed whether `files` never change, so that nothing is compared before a question.
 */
// biome-ignore lint/suspicious/noExplicitAny: the types of another version of TypeScript than the one that checks this file
export function createLanguageService(ts: any, tree: string, files: ReadonlyMap<string, string>, library?: string, isFixed = false): any {
  const names = [...files.keys()].filter((path) => sourceFile.test(path)).map((path) => nodePath.join(tree, path));
  const paths: Record<string, string[]> = {};
  for (const [path, text] of files) {
    if (nodePath.basename(path) !== 'package.json') continue;
    const { name } = JSON.parse(text.replace(/^\uFEFF/, '')) as { name?: string };
    const directory = nodePath.dirname(path);
    if (name === undefined || directory === '.') continue;
    paths[name] = ['ts', 'tsx'].map((ending) => `./${directory}/src/index.${ending}`);
    paths[`${name}/*`] = [`./${directory}/src/*`, `./${directory}/*`];
  }
  const isPackage = (pattern: string): boolean => Object.keys(paths).some((name) => pattern === name || pattern.startsWith(`${name}/`));
  /** The `paths` of a folder's tsconfig. */
  const own = new Map<string, Record<string, string[]>>();
  for (const [path, text] of files) {
    if (!/^tsconfig[^/]*\.json$/.test(nodePath.basename(path))) continue;
    const { paths: given, baseUrl } = ts.parseConfigFileTextToJson(path, text).config?.compilerOptions ?? {};
    const folder = nodePath.dirname(path);
    const written = { ...(baseUrl !== undefined && { '*': ['*'] }), ...given };
    for (const [pattern, targets] of Object.entries(written as Record<string, string[]>))
      if (!isPackage(pattern)) {
        const here = own.get(folder) ?? {};
        own.set(folder, here);
        here[pattern] = targets.map((one) => `./${nodePath.join(folder, baseUrl ?? '.', one)}`);
      }
  }
  const options = {
    ...{
      allowJs: true,
      jsx: ts.JsxEmit.Preserve,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      noLib: library === undefined,
      types: [],
    },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, noEmit: true, baseUrl: tree, paths },
  };
  const relative = (file: string): string => nodePath.relative(tree, file).split(nodePath.sep).join('/');
  const textOf = (file: string): string | undefined =>
    library !== undefined && file.startsWith(library) ? ts.sys.readFile(file) : files.get(relative(file));
  const optionsOf = new Map([...own].map(([folder, here]) => [folder, { ...options, paths: { ...here, ...paths } }]));
  const resolved = new Map<string, object>();
  /** A module as its name is resolved for the files of a folder; its text does not change that. */
  function resolve(name: string, file: string): object {
    const key = `${nodePath.dirname(file)}\n${name}`;
    let folder = nodePath.dirname(relative(file));
    while (folder !== '.' && !optionsOf.has(folder)) folder = nodePath.dirname(folder);
    const found = resolved.get(key) ?? ts.resolveModuleName(name, file, optionsOf.get(folder) ?? options, host);
    resolved.set(key, found);
    return found;
  }
  const host = {
    ...(isFixed && { getProjectVersion: () => '1' }),
    getScriptFileNames: () => names,
    // The text itself: what is equal has not changed.
    getScriptVersion: (file: string) => files.get(relative(file)) ?? '',
    getScriptSnapshot: (file: string) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => tree,
    getCompilationSettings: () => options,
    getDefaultLibFileName: () => (library === undefined ? '' : nodePath.join(library, 'lib.esnext.full.d.ts')),
    fileExists: (file: string) => textOf(file) !== undefined,
    readFile: textOf,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    resolveModuleNameLiterals: (literals: readonly { readonly text: string }[], file: string) =>
      literals.map(({ text }) => resolve(text, file)),
  };
  return ts.createLanguageService(host);
}
