/**
 * Which file a text names: a text with a slash, with the extension of an indexed file, or that names a left-out file is a path, whole or the end of
 * one. What is a path but
 * names no indexed file is an error, never a name.
 */

import nodePath from 'node:path';
import { editDistance } from '../../engine/util/editDistance.ts';
import { fileNameOf } from '../../engine/util/paths.ts';
import { MessageError, message, phrase } from '../../messages/messages.ts';
import { extensionOf, systemPaths } from '../../workspace/systemPaths.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';

/** A file, or a line of one. */
export interface AskedFile {
  /** Index among the folders. */
  readonly position: number;
  readonly path: string;
  readonly line?: number;
}

/** A path in one of the folders, by their indexes. */
type Spot = Omit<AskedFile, 'line'>;

const maxListed = 10;
const maxNearest = 3;

/**
 * The file of `PATH`, `PATH:LINE` or `PATH:LINE:COLUMN`; undefined for a text that is no path. Throws a `MessageError` for a path of no file or of
 * several.
 *
 * @param isVisible what may be found, suggested or explained. @param base where a relative path may begin, besides each folder.
 */
export function askedFile(
  asked: string,
  folders: readonly FolderIndex[],
  isVisible: (spot: Spot) => boolean = () => true,
  base?: string,
): AskedFile | undefined {
  const text = asked.trim();
  const [, before = text, digits] = /^(.+?):(\d+)(?::\d+)?$/s.exec(text) ?? [];
  for (const [path, line] of before === text ? ([[text]] as const) : ([[text], [before, Number(digits)]] as const)) {
    const whole = wholePath(path, folders, isVisible, base);
    if (whole !== undefined) return line === undefined ? whole : { ...whole, line };
  }
  const name = before.replaceAll(nodePath.sep, '/').replace(/^(?:\.\/)+/, '');
  if (!isPath(name, folders) && leftOutAt(name, folders, isVisible) === undefined) return undefined;
  const visible = folders
    .flatMap(({ contents }, position) => [...contents.files()].map(({ path }) => ({ position, path })))
    .filter(isVisible);
  const found = visible.filter(({ path }) => path === name || path.endsWith(`/${name}`));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return digits === undefined ? only : { ...only, line: Number(digits) };
  if (only !== undefined) throw new MessageError(message('pathSeveral', JSON.stringify(before), found.length, listed(found, folders)));
  // A title or a text in quotes may hold a slash.
  if (/\s/.test(name) && extensionOf(name) === '') return undefined;
  throw new MessageError(unknownPath(before, name, visible, folders, isVisible));
}

/** An indexed file by its whole path: absolute, from a folder, from the base, or led by the name of its folder. */
function wholePath(
  path: string,
  folders: readonly FolderIndex[],
  isVisible: (spot: Spot) => boolean,
  base: string | undefined,
): Spot | undefined {
  if (path === '' || path.includes('\0')) return undefined;
  const roots = folders.map(({ folder }) => folder);
  const bases = [...roots, ...(base === undefined ? [] : [base]), ...(roots.length > 1 ? roots.map((root) => nodePath.dirname(root)) : [])];
  for (const absolute of new Set(bases.map((root) => nodePath.resolve(root, path)))) {
    const found = systemPaths.deepest(roots, absolute);
    const isFound = found !== undefined && folders[found.position]?.hashOf(found.path) !== undefined;
    if (isFound && isVisible(found)) return { position: found.position, path: found.path };
  }
  return undefined;
}

function isPath(name: string, folders: readonly FolderIndex[]): boolean {
  if (name.includes('/')) return !/^[a-z]+:\/\//i.test(name);
  const extension = extensionOf(name);
  if (extension === '') return false;
  for (const { contents } of folders) for (const { path } of contents.files()) if (extensionOf(path) === extension) return true;
  return false;
}

function unknownPath(
  asked: string,
  name: string,
  visible: readonly Spot[],
  folders: readonly FolderIndex[],
  isVisible: (spot: Spot) => boolean,
) {
  const leftOut = leftOutAt(name, folders, isVisible);
  if (leftOut !== undefined) return message('pathLeftOut', JSON.stringify(asked), phrase(leftOut.reason));
  const nearest = nearestTo(name, visible);
  if (nearest.length === 0) return message('unknownPath', JSON.stringify(asked));
  return message('unknownPathNear', JSON.stringify(asked), listed(nearest, folders));
}

/** A file by its whole path that is not indexed, and why. */
function leftOutAt(
  name: string,
  folders: readonly FolderIndex[],
  isVisible: (spot: Spot) => boolean,
): ReturnType<FolderIndex['skippedAt']> {
  for (const [position, folder] of folders.entries()) {
    const path = systemPaths.toRelative(folder.folder, nodePath.resolve(folder.folder, name)) ?? name;
    const skipped = folder.skippedAt(path);
    if (skipped !== undefined && isVisible({ position, path })) return skipped;
  }
  return undefined;
}

/** Files of nearly the same name, those in the most similar folder first. */
function nearestTo(asked: string, files: readonly Spot[]): readonly Spot[] {
  const name = fileNameOf(asked).toLowerCase();
  const parts = new Set(asked.toLowerCase().split('/'));
  const rated = files.flatMap((spot) => {
    const own = fileNameOf(spot.path).toLowerCase();
    if (Math.abs(own.length - name.length) > maxDistance(name)) return [];
    const distance = editDistance(own, name);
    const shared = spot.path
      .toLowerCase()
      .split('/')
      .filter((part) => parts.has(part)).length;
    return distance > maxDistance(name) ? [] : [{ spot, distance, shared }];
  });
  rated.sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.spot.path < b.spot.path ? -1 : 1));
  return rated.slice(0, maxNearest).map(({ spot }) => spot);
}

const maxDistance = (name: string): number => Math.max(2, Math.floor(name.length / 3));

function listed(spots: readonly Spot[], folders: readonly FolderIndex[]): string {
  const nameFor = ({ position, path }: Spot): string =>
    folders.length > 1 ? `${nodePath.basename(folders[position]?.folder ?? '')}/${path}` : path;
  const shown = spots.slice(0, maxListed).map(nameFor).join(', ');
  return spots.length > maxListed ? `${shown}, …` : shown;
}
