/**
 * The files, folders and defined names that a text may be the beginning of, for a box that completes them. Cost: a pass over all paths; for names a
 * pass over all keys of the index, whose names are kept for its generation.
 */

import { Role, Space } from '../../engine/document.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { fileNameOf, foldersOf } from '../../engine/util/paths.ts';
import type { View } from '../folder/view.ts';
import type { CompletedFile } from '../types/results.ts';

/** Names that are looked up in the index as definitions, for each one that is wanted. */
const candidatesOfEach = 8;

/** Files and folders, those whose own name begins with the text before those that hold it. */
export async function filesLike(typed: string, max: number, { reader, folders }: View): Promise<readonly CompletedFile[]> {
  const documents = await reader.documents();
  const wanted = typed.toLowerCase();
  const found: (CompletedFile & { readonly rank: number })[] = [];
  for (const [number, { folder }] of folders.entries()) {
    const paths = documents.filter((document) => document.folder === number).map(({ path }) => path);
    const add = (path: string, isFolder: boolean): void => {
      const rank = rateFit(path.toLowerCase(), wanted);
      if (rank !== undefined) found.push({ folder, path, isFolder, rank });
    };
    for (const path of foldersOf(paths)) add(path, true);
    for (const path of paths) add(path, false);
  }
  found.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return found.slice(0, max).map(({ rank, ...file }) => file);
}

/** How well a path fits, 0 best; undefined if it does not hold the text. */
function rateFit(path: string, wanted: string): number | undefined {
  const own = fileNameOf(path);
  const fits = [path.startsWith(wanted), own.startsWith(wanted), own.includes(wanted), path.includes(wanted)];
  // With a folder typed, one goes on from there.
  const rank = (wanted.includes('/') ? fits : fits.slice(1)).indexOf(true);
  return rank < 0 ? undefined : rank;
}

/** Defined names, those that begin with the text before those that hold it. None of a published index, which is not asked for all of its names. */
export async function namesLike(typed: string, max: number, { reader, folders }: View): Promise<readonly string[]> {
  if (typed === '' || folders.some(({ isShared }) => isShared)) return [];
  const wanted = typed.toLowerCase();
  const rated = (await listSymbols(reader)).flatMap((name) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at < 0 ? [] : [{ name, rank: Number(at > 0) + Number(!name.startsWith(typed)) }];
  });
  rated.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  const candidates = rated.slice(0, max * candidatesOfEach).map(({ name }) => name);
  const found = await reader.findKeys(candidates.map((name) => `${Space.Symbol}:${name}`));
  return candidates.filter((_, i) => found[i]?.postings.values.some((roles) => (roles & Role.Defines) !== 0)).slice(0, max);
}

/** The symbols of each generation of an index. */
const symbols = new WeakMap<IndexReader, Promise<readonly string[]>>();

function listSymbols(reader: IndexReader): Promise<readonly string[]> {
  const known =
    symbols.get(reader) ??
    reader
      .keysBySize(1, Number.POSITIVE_INFINITY)
      .then((ids) => reader.keyTexts(ids))
      .then((keys) => keys.filter((key) => key.charAt(0) === Space.Symbol).map((key) => key.slice(2)));
  symbols.set(reader, known);
  return known;
}
