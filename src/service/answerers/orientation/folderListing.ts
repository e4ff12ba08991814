/** The files of a folder, each with what its author says about it and the lines that define what is used most in it. */

import type { DocumentInfo } from '../../../engine/index/reader.ts';
import { sentenceOfFile } from '../../../engine/parts/authorWords.ts';
import { isReadme } from '../../../engine/parts/sourcePaths.ts';
import { allDefinitionsIn } from '../../../engine/relations/relations.ts';
import { isTestPath } from '../../../engine/text/names/pathNames.ts';
import { directoryOf } from '../../../engine/util/paths.ts';
import { message, phrase } from '../../../messages/messages.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import { createBlocks, type ListedSource, type Listing } from '../../relations/answers/listings.ts';

/** Files that are listed, those of each folder inside, where there are more, and definitions of each. */
const [maxFiles, maxOfFolder, maxDefinitions] = [30, 3, 3];
const [minCapped, maxFolders] = [12, 12];
/** A line that says nothing of its file: an import, a directive, or no word at all. */
const says = /^(?!\s*(?:import|from|use|using|include|require|package|namespace|export \*|#include|#!|<\?|\/\*\* @|["']use )\b).*\p{L}{3}/u;

/**
 * Files of the folder itself before those of folders in it, then by users, most first.
 *
 * @param users the number of files that use a file. @param defines the names that a file defines, the most used first.
 */
export async function folderListing(
  folder: string,
  documents: readonly DocumentInfo[],
  { users, defines }: { users(path: string): number; defines(path: string): readonly string[] },
  view: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const inside = documents.filter(({ path }) => path.startsWith(`${folder}/`));
  const [first] = inside;
  if (first === undefined) return undefined;
  const isBelow = (path: string): number => Number(directoryOf(path) !== folder);
  const listed = inside
    .map(({ path }) => path)
    .filter((path) => !isReadme(path))
    .sort((a, b) => isBelow(a) - isBelow(b) || Number(isTestPath(a)) - Number(isTestPath(b)) || users(b) - users(a) || (a < b ? -1 : 1));
  const shown = inside.length > minCapped ? perFolder(folder, listed) : listed;
  const found = await listFiles(shown.slice(0, maxFiles), first.folder, defines, view, texts);
  const folders = countsOf(folder, listed);
  const lead = [
    message('folderHolds', JSON.stringify(folder), inside.length),
    ...(folders === '' ? [] : [message('foldersInside', folders)]),
  ];
  return found.blocks.length === 0 ? undefined : { ...found, lead };
}

/** Each of these files with what its author says about it and the lines that define what is used most in it. */
export async function listFiles(
  paths: readonly string[],
  position: number,
  defines: (path: string) => readonly string[],
  view: View,
  texts: Texts,
): Promise<FoundBlocks> {
  const sources = view.folders.map(
    (opened, folder): ListedSource => ({
      languageOf: (path) => opened.languageOf(path),
      textOf: (path) => texts.wholeText({ path, folder }),
    }),
  );
  const listings = paths.map((path): Listing => {
    return { heading: phrase('Files'), position, path, lines: linesOf(path, defines(path), sources[position]) };
  });
  return createBlocks(listings, sources, view, texts);
}

/** The line of what its author says about a file, and those of its definitions; its first line if there is neither. */
function linesOf(path: string, names: readonly string[], source: ListedSource | undefined): readonly number[] {
  const text = source?.textOf(path);
  if (source === undefined || text === undefined) return [1];
  const language = source.languageOf(path);
  const quote = sentenceOfFile(path, text, language);
  const outermost = allDefinitionsIn(path, text, language).filter(({ scope }) => scope === 'outermost');
  const types = outermost.filter(({ kind }) => kind !== 'value');
  const defined = types.length > 0 ? types : outermost.slice(0, 1);
  const rank = (name: string): number => names.indexOf(name) >>> 0;
  const best = defined.sort((a, b) => rank(a.name) - rank(b.name) || a.startLine - b.startLine).slice(0, maxDefinitions);
  const lines = new Set([...(quote === undefined ? [] : [quote.line]), ...best.map(({ startLine }) => startLine)]);
  if (lines.size > 0) return [...lines].sort((a, b) => a - b);
  const all = text.split('\n');
  const first = all.findIndex((line) => says.test(line));
  return [(first < 0 ? all.findIndex((line) => line.trim() !== '') : first) + 1];
}

/** The folders inside with the number of their files, the largest first. */
function countsOf(folder: string, paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [name = '', rest] = path.slice(folder.length + 1).split('/');
    if (rest !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, maxFolders);
  return all.map(([name, count]) => `${name} (${count})`).join(', ');
}

/** The files of the folder itself, and the first of each folder in it. */
function perFolder(folder: string, paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return paths.filter((path) => {
    const below = path.slice(folder.length + 1).split('/');
    const count = counts.get(below[0] as string) ?? 0;
    counts.set(below[0] as string, count + 1);
    return below.length === 1 || count < maxOfFolder;
  });
}
