/** The names by which several folders that are asked as one are distinguished. */

import { createHash } from 'node:crypto';
import nodePath from 'node:path';
import type { Place } from '../engine/place.ts';

/** Names of folders by their absolute paths. */
export type FolderNames = ReadonlyMap<string, string>;

/** The last name of each path, with as many names above it as make all of them different. */
export function folderNames(folders: readonly string[]): FolderNames {
  for (let depth = 1; ; depth++) {
    const names = folders.map((folder) => folder.split(nodePath.sep).slice(-depth).join('/'));
    const isWhole = folders.every((folder) => folder.split(nodePath.sep).length <= depth);
    if (new Set(names).size === folders.length || isWhole) return new Map(folders.map((folder, i) => [folder, names[i] as string]));
  }
}

/** A path that does not exist: above the paths that the service gives to published folders that are not on this machine. */
const publishedRoot = nodePath.resolve('/', '.meshrag-published');

export function publishedFolder(name: string): string {
  return nodePath.join(publishedRoot, createHash('sha256').update(name).digest('hex').slice(0, 32));
}

export function isPublishedFolder(folder: string): boolean {
  return nodePath.dirname(folder) === publishedRoot;
}

/** A path for programs: with the folder's absolute path if there are several folders, or with its name if it is not on this machine. */
export function fileJson({ folder, path }: Pick<Place, 'folder' | 'path'>, folders: FolderNames): object {
  if (folders.size === 1) return { path };
  return isPublishedFolder(folder) ? { name: folders.get(folder), path } : { folder, path };
}

/** A place for programs: its file as `fileJson` names it, then its other fields. */
export function placeJson({ folder, path, ...rest }: Pick<Place, 'folder' | 'path'>, folders: FolderNames): object {
  return { ...fileJson({ folder, path }, folders), ...rest };
}
