/** Paths of files, relative and with `/`. */

import { fileNameOf } from '../util/paths.ts';

/** The name of a file up to its first dot. */
export function stemOf(path: string): string {
  return fileNameOf(path).split('.')[0] as string;
}

/** 1 for a file of the root. */
export function depthOf(path: string): number {
  let depth = 1;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

/** The order of what is near the root first. */
export function compareByDepth({ path: a }: { readonly path: string }, { path: b }: { readonly path: string }): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

/** Whether a file describes its folder by convention. */
export function isReadme(path: string): boolean {
  const name = fileNameOf(path).toLowerCase();
  return name.startsWith('readme') || name === 'index.md' || name === '_index.md' || name === 'index.mdx' || name === 'index.rst';
}
