/**
 * The files to read first. Of code: the README, where execution begins, then the files that are used most and use most, ln(1 + users) + ln(1 + used files),
 * more if a document names the file or if it has the name of its folder. Of documents: the README, and the order of the table of contents.
 *
 * A workspace is one of documents if it holds more prose than code that is connected to other code, and three times more than its programs and
 * libraries have of it. Where it holds less prose, no program, but a table of contents, documents are half of the list. Declarations of types for code in another file count a tenth.
 * Cost: the texts of some documents near the root.
 */

import { directoryOf } from '../util/paths.ts';
import type { EntryPoint } from './manifests.ts';
import { type Reference, readingOrder, readToctree, referencesIn } from './references.ts';
import type { SourceFile } from './sourceFiles.ts';
import { depthOf, stemOf } from './sourcePaths.ts';
import type { Uses } from './uses.ts';

const maxStart = 20;
/** Programs on one level beyond which they are a collection and none is where one begins. */
const maxBegins = 4;
/** Documents that are read, and those of them that are read before others on their level. */
const maxRead = 40;
const guideNames = new Set([
  'readme',
  'summary',
  'contents',
  'toc',
  'index',
  'contributing',
  'architecture',
  'development',
  'hacking',
  'intro',
]);
/** A table of contents names at least so many documents, and as many as this share of those in its folder. */
const minContents = { count: 5, share: 1 / 4 };
/** What is added to the score of a file that a document names, and of one that has the name of its folder, in shares of it. */
const bonus = { named: 0.5, leading: 0.5 };
const declarationWeight = 0.1;
/** How many times more prose than code a folder of documents holds that has a program as well. */
const proseBesideProgram = 3;
/** A file by its chunks, up to a limit. */
const maxWeight = 9;

/** What is known of a folder. */
interface StartContext {
  readonly files: readonly SourceFile[];
  /** Those in parts. */
  readonly shown: readonly SourceFile[];
  readonly entryPoints: readonly EntryPoint[];
  readonly uses: Uses;
  textOf(path: string): Promise<string | undefined>;
}

/** Paths, at most twenty. */
export async function chooseStart({ files, shown, entryPoints, uses, textOf }: StartContext): Promise<readonly string[]> {
  const documents = shown.filter(({ kind }) => kind === 'prose').sort(compareGuides);
  const { named, contents } = await readDocuments(files, documents, textOf);
  const scores = scoreFiles(files, shown, uses, named);
  const readme = documents.filter(({ path }) => !path.includes('/') && stemOf(path).toLowerCase() === 'readme').slice(0, 1);
  const begins = firstFiles(entryPoints);
  const totalSize = (some: readonly SourceFile[]): number =>
    some.reduce((sum, { firstChunk, chunksEnd }) => sum + Math.min(maxWeight, chunksEnd - firstChunk + 1), 0);
  const connected = shown.filter((file) => file.kind === 'code' && (scores.get(file) as number) > 0);
  const programs = begins.map(packageFolder);
  const ofPrograms = connected.filter(({ path }) => programs.some((folder) => folder === '' || path.startsWith(`${folder}/`)));
  const isProse = totalSize(documents) > Math.max(totalSize(connected), totalSize(ofPrograms) * proseBesideProgram);
  const slots = isProse ? maxStart : contents.length > 0 && begins.length === 0 ? maxStart / 2 : 0;
  const atRoot = documents.filter(({ path }) => !path.includes('/')).map(({ path }) => path);
  const first = readme.map(({ path }) => path);
  const toRead = [...new Set([...first, ...contents, ...(contents.length > 0 ? [] : atRoot)])].slice(0, slots);
  const byScore = [...shown]
    .sort((a, b) => (scores.get(b) as number) - (scores.get(a) as number) || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
  return [...new Set([...first, ...(isProse ? [] : begins), ...toRead, ...byScore])].slice(0, maxStart);
}

/** By depth, then those whose names are for guides, then by path. */
function compareGuides({ path: a }: SourceFile, { path: b }: SourceFile): number {
  const [guideA, guideB] = [a, b].map((path) => Number(guideNames.has(stemOf(path).toLowerCase())));
  return depthOf(a) - depthOf(b) || (guideB as number) - (guideA as number) || (a < b ? -1 : 1);
}

interface Named {
  readonly named: ReadonlySet<string>;
  /** The table of contents and its documents in their order; none if there is no such document. */
  readonly contents: readonly string[];
}

async function readDocuments(
  files: readonly SourceFile[],
  documents: readonly SourceFile[],
  textOf: StartContext['textOf'],
): Promise<Named> {
  // A chapter about tests is in a folder of that name.
  const kinds = new Map(files.flatMap(({ path, kind, corner }) => (corner === undefined || corner === 'tests' ? [[path, kind]] : [])));
  const paths = new Set(kinds.keys());
  const named = new Set<string>();
  let listed: readonly Reference[] = [];
  let hub = '';
  let toctree: readonly string[] = [];
  for (const { path } of documents.slice(0, maxRead)) {
    const text = (await textOf(path)) ?? '';
    const references = referencesIn(path, text, paths);
    const tree = readToctree(path, text, paths);
    for (const target of tree) named.add(target);
    // The first one is that of the whole: those of its chapters lie deeper.
    if (toctree.length === 0 && tree.length >= minContents.count) toctree = [path, ...tree];
    for (const { path: target } of references) named.add(target);
    const prose = references.filter((one) => kinds.get(one.path) === 'prose');
    if (prose.length > listed.length) [listed, hub] = [prose, path];
  }
  if (toctree.length > 0) return { named, contents: toctree };
  const folder = hub.slice(0, hub.lastIndexOf('/') + 1);
  const below = documents.filter(({ path }) => path.startsWith(folder)).length;
  const isContents = listed.length >= Math.max(minContents.count, below * minContents.share);
  return { named, contents: isContents ? [hub, ...readingOrder(listed)] : [] };
}

function scoreFiles(
  files: readonly SourceFile[],
  shown: readonly SourceFile[],
  { scores, usedFiles }: Uses,
  named: ReadonlySet<string>,
): ReadonlyMap<SourceFile, number> {
  const position = new Map(files.map((file, at) => [file, at]));
  return new Map(
    shown.map((file) => {
      const at = position.get(file) as number;
      const folders = file.path.split('/');
      const isLeading = folders.length > 1 && stemOf(file.path) === folders.at(-2);
      const weight = (named.has(file.path) ? 1 + bonus.named : 1) * (isLeading ? 1 + bonus.leading : 1);
      const isDeclaration = file.path.endsWith('.d.ts');
      const score = Math.log1p(scores[at] as number) + Math.log1p(usedFiles[at] as number);
      return [file, score * weight * (isDeclaration ? declarationWeight : 1)];
    }),
  );
}

/** The folder of a program's code. */
function packageFolder(path: string): string {
  const folder = directoryOf(path);
  return folder === 'src' || folder === 'bin' ? '' : folder.replace(/\/(?:src|bin)$/, '');
}

/** Programs and libraries on the highest level that has any, of too many only programs, or else files with `main`. */
function firstFiles(entryPoints: readonly EntryPoint[]): readonly string[] {
  const commands = entryPoints.filter(({ kind }) => kind === 'command');
  const both = entryPoints.filter(({ kind }) => kind === 'command' || kind === 'library');
  const named = onTop(both).length > maxBegins ? commands : both;
  const all = named.length > 0 ? named : entryPoints.filter(({ kind }) => kind === 'main');
  const first = onTop(all);
  return first.length > maxBegins ? [] : first;
}

/** The files of those on the highest level. */
function onTop(entryPoints: readonly EntryPoint[]): readonly string[] {
  const top = Math.min(...entryPoints.map(({ path }) => depthOf(path)));
  return [...new Set(entryPoints.filter(({ path }) => depthOf(path) === top).map(({ path }) => path))];
}
