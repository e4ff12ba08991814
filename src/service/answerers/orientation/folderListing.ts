/** The files of a folder, each with what its author says about it and the lines that define what is used most in it. */

import type { DocumentInfo } from '../../../engine/index/reader.ts';
import { firstSentence } from '../../../engine/parts/authorWords.ts';
import { isReadme } from '../../../engine/parts/sourcePaths.ts';
import { allDefinitionsIn } from '../../../engine/relations/relations.ts';
import { directoryOf } from '../../../engine/util/paths.ts';
import { message, phrase } from '../../../messages/messages.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import { blocksOf, type ListedSource, type Listing } from '../../relations/answers/listings.ts';

/** Files that are listed, and definitions of each. */
const [maxFiles, maxDefinitions] = [40, 3];

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
    .sort((a, b) => isBelow(a) - isBelow(b) || users(b) - users(a) || (a < b ? -1 : 1));
  const sources = view.folders.map(
    (opened, position): ListedSource => ({
      languageOf: (path) => opened.languageOf(path),
      textOf: (path) => texts.wholeText({ path, folder: position }),
    }),
  );
  const listings = listed.slice(0, maxFiles).map((path): Listing => {
    return { heading: phrase('Files'), position: first.folder, path, lines: linesOf(path, defines(path), sources[first.folder]) };
  });
  const found = await blocksOf(listings, sources, view, texts);
  return found.blocks.length === 0 ? undefined : { ...found, lead: [message('folderHolds', JSON.stringify(folder), inside.length)] };
}

/** The line of what its author says about a file, and those of its definitions; its first line if there is neither. */
function linesOf(path: string, names: readonly string[], source: ListedSource | undefined): readonly number[] {
  const text = source?.textOf(path);
  if (source === undefined || text === undefined) return [1];
  const language = source.languageOf(path);
  const quote = firstSentence(path, text, language);
  const all = allDefinitionsIn(path, text, language).filter(({ scope, kind }) => scope === 'outermost' && kind !== 'value');
  const rank = (name: string): number => names.indexOf(name) >>> 0;
  const best = all.sort((a, b) => rank(a.name) - rank(b.name) || a.startLine - b.startLine).slice(0, maxDefinitions);
  const lines = new Set([...(quote?.of === 'file' ? [quote.line] : []), ...best.map(({ startLine }) => startLine)]);
  return lines.size > 0 ? [...lines].sort((a, b) => a - b) : [text.split('\n').findIndex((line) => line.trim() !== '') + 1];
}
