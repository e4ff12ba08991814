/** Paths of files, relative and with `/`. */

/** The folder of a path, without `/` at the end; '' for a file of the root. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of a file, without its folder. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** All folders of these files, including their parents; without `/` at the end and without the root. */
export function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = directoryOf(path); folder !== '' && !folders.has(folder); folder = directoryOf(folder)) folders.add(folder);
  return folders;
}

/** A path below a folder with `.` and `..` resolved; `undefined` if it leads outside. */
export function joinPath(directory: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}
