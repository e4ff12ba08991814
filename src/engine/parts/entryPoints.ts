/**
 * Where execution begins: what manifests name (`manifests.ts`), files that define `main`, and files of routes (`routes.ts`). Programs of corners
 * (tests, examples) are none.
 *
 * Cost: the manifests, some posting lists, and the texts of the files that seem to define `main`.
 */

import { Role, Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import { definitionsIn } from '../text/code/read.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
import { directoryOf } from '../util/paths.ts';
import { pushTo } from '../util/pushTo.ts';
import { type EntryPoint, isManifestOfEntries, type Manifest, readManifest } from './manifests.ts';
import { routeFiles } from './routes.ts';
import type { SourceFile } from './sourceFiles.ts';
import { compareByDepth, depthOf, stemOf } from './sourcePaths.ts';

type TextOf = (path: string) => Promise<string | undefined>;

const maxEntryPoints = 16;
const maxManifests = 100;
/** Where Cargo and RubyGems look for programs. */
const programFolders = ['src/bin/', 'exe/'];
/** Files that are read for their `main`. */
const maxMains = 200;

/** The manifests of a folder's files by their directory; of several in one, their entries together. */
export async function readManifests(files: readonly SourceFile[], textOf: TextOf): Promise<ReadonlyMap<string, Manifest>> {
  const paths = new Set(files.map(({ path }) => path));
  const found = new Map<string, Manifest>();
  const programs = [...paths].filter((path) => programFolders.some((folder) => path.includes(folder)));
  const all = files.filter(({ path, corner }) => corner === undefined && isManifestOfEntries(path));
  // Of hundreds, as in a collection of examples, those near the root.
  for (const { path } of all.sort(compareByDepth).slice(0, maxManifests)) {
    const text = await textOf(path);
    if (text === undefined) continue;
    const manifest = readManifest(path, text, paths, programs);
    const directory = directoryOf(path);
    const known = found.get(directory);
    found.set(
      directory,
      known === undefined
        ? manifest
        : { ...known, entries: [...known.entries, ...manifest.entries], description: known.description ?? manifest.description },
    );
  }
  return found;
}

/** Commands first, then files with `main`, libraries, routes and scripts; each kind from the root down. */
export async function findEntryPoints(
  reader: IndexReader,
  files: readonly SourceFile[],
  manifests: ReadonlyMap<string, Manifest>,
  textOf: TextOf,
): Promise<readonly EntryPoint[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const named: EntryPoint[] = [];
  for (const { entries } of manifests.values())
    for (const { calls, ...entry } of entries)
      named.push({ ...entry, line: (await lineOfCommand(entry, calls, byPath.get(entry.path), textOf)) ?? entry.line });
  const known = new Set(named.filter(({ kind }) => kind !== 'script').map(({ path }) => path));
  const mains = (await mainFiles(reader, files, textOf))
    .filter(({ path }) => !known.has(path))
    .map((one) => (stemOf(one.path) === 'main' ? { ...one, name: manifests.get(directoryOf(one.path))?.program || one.name } : one));
  const routes = await routeFiles(reader, files, textOf);
  const order: readonly EntryPoint['kind'][] = ['command', 'main', 'library', 'route', 'script'];
  const all = withoutSteps([...named, ...mains, ...routes]).sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareByDepth(a, b),
  );
  // Of programs of one name, as in the steps of a tutorial, the first.
  const seen = new Set<string>();
  return all.filter(({ kind, name }) => !seen.has(`${kind} ${name}`) && seen.add(`${kind} ${name}`)).slice(0, maxEntryPoints);
}

/** Without the levels where most programs share their names, as the steps of a tutorial do. */
function withoutSteps(entries: readonly EntryPoint[]): EntryPoint[] {
  const levels = new Map<number, string[]>();
  for (const { kind, name, path } of entries) {
    if (kind !== 'command' && kind !== 'main') continue;
    pushTo(levels, depthOf(path), name);
  }
  const isOfSteps = ({ kind, path }: EntryPoint): boolean => {
    const names = kind === 'command' || kind === 'main' ? (levels.get(depthOf(path)) ?? []) : [];
    return names.length > maxEntryPoints && new Set(names).size < names.length / 2;
  };
  return entries.filter((entry) => !isOfSteps(entry));
}

/** The files that define `main` where their language begins a program, outside of corners. */
async function mainFiles(reader: IndexReader, files: readonly SourceFile[], textOf: TextOf): Promise<readonly EntryPoint[]> {
  const [found] = await reader.findKeys([`${Space.Symbol}:main`]);
  const defining = new Set<number>();
  for (const [i, chunk] of Array.from(found?.postings.chunks ?? []).entries())
    if (((found?.postings.values[i] as number) & Role.Defines) !== 0) defining.add(chunk);
  const entries: EntryPoint[] = [];
  const all = files.filter(({ kind, corner }) => kind === 'code' && corner === undefined);
  for (const { path, language } of all
    .filter((file) => languagesWithMain.has(file.language.id) && holdsAny(file, defining))
    .slice(0, maxMains)) {
    const line = lineOfMain((await textOf(path)) ?? '', language);
    if (line !== undefined) entries.push({ name: entryName(path), kind: 'main', path, line });
  }
  for (const { path } of all)
    if (stemOf(path) === '__main__' && !entries.some((entry) => entry.path === path))
      entries.push({ name: entryName(path), kind: 'main', path, line: 1 });
  return entries;
}

function holdsAny({ firstChunk, chunksEnd }: SourceFile, chunks: ReadonlySet<number>): boolean {
  for (let chunk = firstChunk; chunk < chunksEnd; chunk++) if (chunks.has(chunk)) return true;
  return false;
}

/** The line where a program that a manifest names begins, if its file has a function for that. */
async function lineOfCommand(
  { kind, path, line }: EntryPoint,
  calls: string | undefined,
  file: SourceFile | undefined,
  textOf: TextOf,
): Promise<number | undefined> {
  if (kind !== 'command' || line > 1 || file?.kind !== 'code') return undefined;
  return lineOfMain((await textOf(path)) ?? '', file.language, calls?.split('.').at(-1));
}

/** The line of a `main` at the outermost level, or in a class where the language asks for one, from 1. */
function lineOfMain(text: string, language: Language, main = 'main'): number | undefined {
  const found = definitionsIn(linesOf(text), language).find(
    ({ name, scope }) => name === main && (scope === 'outermost' || language.id === 'java'),
  );
  return found && found.line + 1;
}

/** Ids of languages whose programs begin at `main`, with their relatives; of Rust, Cargo says which files are programs. */
const languagesWithMain = new Set(['go', 'java', 'c', 'r', 'python', 'haskell']);

/** The name of a program by its file: that of its folder if the file is called `main` or `index`. */
function entryName(path: string): string {
  const names = path.split('/');
  const stem = stemOf(path);
  const isGeneric = ['main', 'index', '_main__', 'cli', 'mod', 'lib'].includes(stem.replace(/^_/, ''));
  return isGeneric ? (names.at(-2) === 'src' ? (names.at(-3) ?? stem) : (names.at(-2) ?? stem)) : stem;
}
