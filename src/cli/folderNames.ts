/** The names by which several folders that are asked as one are distinguished. */

import nodePath from 'node:path';
import type { Place } from '../engine/index.ts';

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

/** The path for programs: with the folder's absolute path where there are several. */
export function fileJson({ folder, path }: Pick<Place, 'folder' | 'path'>, folders: FolderNames): object {
  return folders.size > 1 ? { folder, path } : { path };
}
