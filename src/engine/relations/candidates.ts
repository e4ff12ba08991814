/** The files that may hold a name, by what the index stores: keys and words. Their texts decide. */

import { Role, Space } from '../document.ts';
import type { IndexReader, Postings } from '../index/reader.ts';
import type { Language } from '../text/languages.ts';
import { foldedWords } from '../text/names/entities.ts';
import { termsOf } from '../text/words/terms.ts';
import { Shape, wordsIn } from '../text/words/tokens.ts';
import type { Yield } from '../util/steps.ts';
import type { ModuleGraph } from './moduleGraph.ts';

/** One folder of an index, or the part of it that the caller may see. */
export interface FolderPart {
  readonly reader: IndexReader;
  /** As in `ChunkInfo`. */
  readonly folder: number;
  /** Whether the caller may see a file (relative path); all by default. */
  readonly isVisible?: (path: string) => boolean;
}

/** What relations are read from. Paths are relative to the folder, with `/`. */
export interface RelationSource extends FolderPart {
  readonly modules: ModuleGraph;
  /** The language of a file; where it is not indexed, the one that it would be read in. */
  readonly languageOf: (path: string) => Language;
  /** A file as it was indexed; undefined if it is not indexed or has changed since. */
  readonly textOf: (path: string) => string | undefined;
  /** Awaited between files; throws once nobody waits for the answer. */
  readonly yieldThread: Yield;
}

/** The visible files with one of these chunks: those with most of them first, then by path. */
export async function filesWithChunks(chunks: readonly number[], { reader, folder, isVisible }: FolderPart): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const info of await reader.chunkInfo([...new Set(chunks)]))
    if (info.folder === folder) counts.set(info.path, (counts.get(info.path) ?? 0) + 1);
  const visible = [...counts].filter(([path]) => isVisible?.(path) !== false);
  return visible.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
}

/** The visible files that may hold a name of one or more words. */
export async function filesHolding(name: string, part: FolderPart): Promise<readonly string[]> {
  const words = wordsIn(name);
  // In another letter case a word may be an identifier or none: `ParkedLorry` and `PARKEDLORRY`.
  const readings = [0, Shape.Identifier].map((flip) => words.flatMap(({ text, shape }) => termsOf(text, shape ^ flip).slice(0, 1)));
  const keys = [`${Space.Symbol}:${name}`, `${Space.Name}:${foldedWords(name).join(' ')}`];
  const [found, ...terms] = await Promise.all([part.reader.findKeys(keys), ...readings.map((all) => part.reader.termPostings(all))]);
  const chunks = found.flatMap(({ postings }) => [...postings.chunks]);
  return filesWithChunks([...chunks, ...terms.flatMap(inAll)], part);
}

/** The visible files that define a symbol, by the index. It does not know short names, keywords and most members. */
export async function filesDefining(name: string, part: FolderPart): Promise<readonly string[]> {
  const [found] = await part.reader.findKeys([`${Space.Symbol}:${name}`]);
  const { chunks, values } = (found as { readonly postings: Postings }).postings;
  const defining = [...chunks].filter((_, i) => ((values[i] as number) & Role.Defines) !== 0);
  return filesWithChunks(defining, part);
}

/** The chunks in all of the lists. */
function inAll(lists: readonly Postings[]): readonly number[] {
  const [first, ...others] = lists;
  const sets = others.map(({ chunks }) => new Set(chunks));
  return first === undefined ? [] : [...first.chunks].filter((chunk) => sets.every((set) => set.has(chunk)));
}
