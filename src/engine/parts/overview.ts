/**
 * How a folder is made, for someone who sees it first: what its author says of it, where execution begins, its parts with their files, the most
 * used ones first, and corners for what nobody looks for first (tests, translations, change logs, licences, code of others, compiled files).
 *
 * Parts are folders (`division.ts`); where folders give too few, the largest are divided (`flatGroups.ts`). A part says what a document of the
 * root says of it (`guide.ts`), its manifest or README, the file that stands for it (`index`, `mod`, `__init__`, the folder's own name), else
 * the names in it that are used most. A pure function of the index and the texts. Cost: `uses.ts`, and the beginnings of some files per part.
 */

import type { IndexReader } from '../index/reader.ts';
import { directoryOf, fileNameOf } from '../util/paths.ts';
import { pushTo } from '../util/pushTo.ts';
import type { Yield } from '../util/steps.ts';
import { firstSentence, type Quote, type Words } from './authorWords.ts';
import { findEntryPoints, readManifests } from './entryPoints.ts';
import { findDivisions, type PartDivision, shownFiles } from './findDivisions.ts';
import { readGuides } from './guide.ts';
import type { EntryPoint, Manifest } from './manifests.ts';
import { sentenceOf } from './quotes/sentence.ts';
import { type Corner, corners, type SourceFile, sourceFiles } from './sourceFiles.ts';
import { isReadme, stemOf } from './sourcePaths.ts';
import { chooseStart } from './start.ts';
import { countUses, type Uses } from './uses.ts';

/** The current text of a file, without secrets; `undefined` if it has changed since it was indexed. */
export type TextOf = (path: string) => Promise<string | undefined>;

/** A file of a part. */
export interface PartFile {
  readonly path: string;
  /** Weighted number of files that use what it defines. */
  readonly users: number;
  /** Names that it defines, the most used first. */
  readonly defines: readonly string[];
  /** The heading that it begins with, for prose. */
  readonly heading: string | undefined;
}

export interface Part {
  /** The folder, relative, with `/`; '' for the root. Several parts of one folder have the same. */
  readonly path: string;
  /** Unique among the parts. */
  readonly name: string;
  readonly says: Quote | undefined;
  /** Where no author says anything: names that are defined in it, or headings. */
  readonly holds: readonly string[];
  /** The most used first. */
  readonly files: readonly PartFile[];
  /** Number of chunks. */
  readonly passages: number;
}

export interface Overview {
  readonly says: Quote | undefined;
  /** Number of files, corners included. */
  readonly files: number;
  readonly entryPoints: readonly EntryPoint[];
  readonly parts: readonly Part[];
  readonly corners: readonly { readonly corner: Corner; readonly paths: readonly string[] }[];
  /** Paths of the files to read first: entry points, then the most used. */
  readonly startWith: readonly string[];
}

const maxHolds = 4;
/** Files by the folder that they lie in directly. */
function groupByFolder(files: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  const byFolder = new Map<string, SourceFile[]>();
  for (const file of files) {
    const folder = directoryOf(file.path);
    pushTo(byFolder, folder, file);
  }
  return byFolder;
}

/** @param reader of one folder. */
export async function findParts(reader: IndexReader, readText: TextOf, yieldThread: Yield = async () => undefined): Promise<Overview> {
  const textOf = remembered(readText);
  const files = await sourceFiles(reader);
  const uses = await countUses(reader, files, yieldThread);
  const shown = shownFiles(files);
  const position = new Map(files.map((file, at) => [file, at]));
  const divisions = await findDivisions(reader, shown);
  const manifests = await readManifests(files, textOf);
  const guide = await readGuides(files, textOf);
  const entryPoints = await findEntryPoints(reader, files, manifests, textOf);
  const context: Context = {
    reader,
    byFolder: groupByFolder(files),
    uses,
    position,
    textOf,
    manifests,
    guide,
  };
  const parts: Part[] = [];
  for (const division of divisions) {
    await yieldThread();
    parts.push(await describePart(division, shown, context));
  }
  const says = await wordsOfFolder('', shown, context);
  return {
    says,
    files: files.length,
    entryPoints,
    parts: uniqueNames(withoutRepeats(parts)),
    corners: corners.flatMap((corner) => {
      const found = shown === files ? [] : files.filter((file) => file.corner === corner).map(({ path }) => path);
      return found.length > 0 ? [{ corner, paths: found }] : [];
    }),
    startWith: await chooseStart({ files, shown, entryPoints, uses, textOf }),
  };
}

/** The files at or below a folder (all for ''), the most used first, those of corners last. Cost: as `countUses`. */
export async function filesBelow(
  folder: string,
  reader: IndexReader,
  yieldThread: Yield = async () => undefined,
): Promise<readonly PartFile[]> {
  const files = await sourceFiles(reader);
  const uses = await countUses(reader, files, yieldThread);
  const position = new Map(files.map((file, at) => [file, at]));
  const below = files.filter(({ path }) => folder === '' || path.startsWith(`${folder}/`));
  const inCorners = below.filter(({ corner }) => corner !== undefined);
  const described = await describeFiles(
    below.filter(({ corner }) => corner === undefined),
    { reader, uses, position },
  );
  return [...described, ...inCorners.map(({ path }): PartFile => ({ path, users: 0, defines: [], heading: undefined }))];
}

interface Context {
  readonly reader: IndexReader;
  /** All files by their directory. */
  readonly byFolder: ReadonlyMap<string, readonly SourceFile[]>;
  readonly uses: Uses;
  readonly position: ReadonlyMap<SourceFile, number>;
  readonly textOf: TextOf;
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly guide: ReadonlyMap<string, Quote>;
}

/** Documents near the root are read for several reasons. */
function remembered(textOf: TextOf): TextOf {
  const texts = new Map<string, Promise<string | undefined>>();
  return (path) => {
    const known = texts.get(path) ?? textOf(path);
    texts.set(path, known);
    return known;
  };
}

async function describePart({ path, files, leader }: PartDivision, shown: readonly SourceFile[], context: Context): Promise<Part> {
  const own = files.map((at) => shown[at] as SourceFile);
  const described = await describeFiles(own, context);
  // A description of the whole folder does not describe the files next to its parts.
  const isRest = path === '' && own.length > 1 && own.length < shown.length;
  const says = isRest
    ? undefined
    : leader === undefined
      ? await wordsOfFolder(path, own, context)
      : await wordsOfLeader(shown[leader] as SourceFile, context);
  const lead = leader === undefined ? undefined : described.find((file) => file.path === (shown[leader] as SourceFile).path);
  const name = lead === undefined || isReadme(lead.path) ? path : (lead.heading ?? stemOf(lead.path));
  const passages = own.reduce((sum, { firstChunk, chunksEnd }) => sum + chunksEnd - firstChunk, 0);
  return { path, name, says, holds: leadingNames(path, described), files: described, passages };
}

/** Files with what they define and begin with, the most used first. */
async function describeFiles(
  own: readonly SourceFile[],
  { reader, uses, position }: Pick<Context, 'reader' | 'uses' | 'position'>,
): Promise<readonly PartFile[]> {
  const prose = own.filter(({ kind }) => kind === 'prose');
  const infos = await reader.chunkInfo(prose.map(({ firstChunk }) => firstChunk));
  const headings = new Map(prose.map((file, i) => [file, infos[i]?.title.split(' › ')[0] || undefined]));
  const described = own.map((file): PartFile => {
    const at = position.get(file) as number;
    return {
      path: file.path,
      users: uses.scores[at] as number,
      defines:
        file.kind !== 'code'
          ? []
          : uses
              .definedIn(at)
              .slice(0, maxHolds)
              .map(({ name }) => name),
      heading: headings.get(file),
    };
  });
  return described.sort((a, b) => b.users - a.users || Number(isReadme(b.path)) - Number(isReadme(a.path)) || (a.path < b.path ? -1 : 1));
}

/** Headings of documents, then names of files; what stands for a folder by the folder's name. */
function leadingNames(folder: string, files: readonly PartFile[]): readonly string[] {
  const documents = files.flatMap(({ heading }) => heading ?? []);
  const others = files.flatMap(({ path, heading }) => {
    if (heading !== undefined) return [];
    const isGeneric = standsFor.has(stemOf(path).toLowerCase());
    if (!isGeneric) return [stemOf(path)];
    return directoryOf(path) === folder ? [] : [stemOf(directoryOf(path))];
  });
  const names = documents.length * 2 >= files.length ? [...documents, ...others] : [...others, ...documents];
  const found = names.filter((name) => name !== '');
  return [...new Set(found.length > 0 ? found : files.map(({ path }) => stemOf(path)))].slice(0, maxHolds);
}

/** What its authors say of a folder. */
async function wordsOfFolder(folder: string, own: readonly SourceFile[], context: Context): Promise<Quote | undefined> {
  const guided = folder === '' ? undefined : context.guide.get(folder);
  if (guided !== undefined) return guided;
  const inside = context.byFolder.get(folder) ?? [];
  const readme = inside.find(({ path, corner }) => isReadme(path) && corner === undefined);
  const read = readme && (await wordsOfFile(readme, context));
  if (read !== undefined) return read;
  const manifest = context.manifests.get(folder);
  const described = manifest?.description && sentenceOf(manifest.description.text);
  if (manifest?.description !== undefined && described !== undefined)
    return { path: manifest.path, line: manifest.description.line, text: described };
  if (folder === '') return own.length === 1 ? wordsOfLeader(own[0] as SourceFile, context) : undefined;
  const name = fileNameOf(folder);
  const parent = directoryOf(folder);
  const standing = [...inside, ...(context.byFolder.get(parent) ?? []).filter(({ path }) => stemOf(path) === name)]
    .filter(({ path }) => standsFor.has(stemOf(path).toLowerCase()) || stemOf(path) === name)
    .sort((a, b) => a.path.length - b.path.length);
  for (const file of own.length === 1 ? own : standing) {
    const words = await wordsOfLeader(file, context);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** The description of a file as a whole. */
async function wordsOfLeader(file: SourceFile, context: Context): Promise<Quote | undefined> {
  const words = await wordsOfFile(file, context);
  return words?.of === 'definition' ? undefined : words;
}

/** Stems of files that represent their folder. */
const standsFor = new Set([
  'index',
  'mod',
  'lib',
  '__init__',
  'doc',
  'main',
  'package-info',
  'overview',
  'introduction',
  'intro',
  '_index',
  'readme',
]);

async function wordsOfFile({ path, language }: SourceFile, { textOf, guide }: Context): Promise<(Quote & Partial<Words>) | undefined> {
  const known = guide.get(path);
  if (known !== undefined) return known;
  const text = await textOf(path);
  return text === undefined ? undefined : firstSentence(path, text, language);
}

/** A sentence that describes several parts, such as an advertisement, is about none of them; if it describes one, that is enough. */
function withoutRepeats(parts: readonly Part[]): readonly Part[] {
  const counts = new Map<string, number>();
  for (const { says } of parts) if (says !== undefined) counts.set(says.text, (counts.get(says.text) ?? 0) + 1);
  return parts.map((part) => {
    if (part.says === undefined) return part;
    return counts.get(part.says.text) === 1 ? { ...part, holds: [] } : { ...part, says: undefined };
  });
}

/** Folders by their last names, as many as tell them apart; groups of one name by their folder, else by number. */
function uniqueNames(parts: readonly Part[]): readonly Part[] {
  const taken = new Map<string, number>();
  return parts.map((part) => {
    const own = part.name === part.path ? shortName(part.path, parts) : part.name;
    const name = taken.has(own) && part.path !== '' && own !== part.path ? `${part.path}/${own}` : own;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { ...part, name: count > 1 ? `${name} (${count})` : name };
  });
}

function shortName(path: string, parts: readonly Part[]): string {
  const names = path.split('/');
  for (let from = names.length - 1; from > 0; from--) {
    const end = names.slice(from).join('/');
    if (!parts.some((other) => other.path !== path && (other.path === end || other.path.endsWith(`/${end}`)))) return end;
  }
  return path;
}
