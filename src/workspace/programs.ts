/** Finds programs outside of the folders that are read: nothing inside of them is run, whatever the PATH says. */

import { existsSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { readSmallFile, realPath } from './openFile.ts';
import { systemPaths } from './systemPaths.ts';
import { isWide } from './wideFolder.ts';

/** Environment variables; accepts `process.env`. */
export type Environment = Record<string, string | undefined>;

const isWindows = process.platform === 'win32';
const maxLinkBytes = 64 * 1024;

/** The folders that this process reads, with the repositories around them. */
const distrusted = new Set<string>();

/** Programs in this folder, or in a repository around it, are never run from now on. */
export function distrust(folder: string): void {
  for (const place of [folder, realPath(folder)]) if (place !== undefined) addWithRepositories(place);
}

function addWithRepositories(folder: string): void {
  distrusted.add(folder);
  let isNearest = true;
  for (let current = folder; ; current = nodePath.dirname(current)) {
    const dotGit = nodePath.join(current, '.git');
    // Who keeps the home directory in a repository has programs of their own in it.
    if (existsSync(dotGit) && (isNearest || !isWide(current))) {
      isNearest = false;
      distrusted.add(current);
      const main = /^gitdir: (.+)[\\/]\.git[\\/]/.exec(linkIn(dotGit))?.[1];
      if (main !== undefined) distrusted.add(nodePath.resolve(current, main));
    }
    if (current === nodePath.dirname(current)) return;
  }
}

/** The text of a worktree's or submodule's `.git`; empty if it is a directory. */
function linkIn(dotGit: string): string {
  return readSmallFile(dotGit, maxLinkBytes, false)?.toString('utf8') ?? '';
}

/** Where programs are looked for: the existing absolute directories of the PATH that lie outside of all folders that are read. */
function trustedDirectories(env: Environment): readonly string[] {
  const path = Object.entries(env).find(([name]) => isPathVariable(name))?.[1] ?? '';
  return path
    .split(nodePath.delimiter)
    .map((directory) => (isWindows ? directory.replaceAll('"', '') : directory))
    .filter((directory) => isWhole(directory) && isOutside(directory));
}

/** The absolute path of a program; `undefined` if there is none outside of the folders that are read. */
export function findProgram(name: string, env: Environment): string | undefined {
  return trustedDirectories(env)
    .map((directory) => nodePath.join(directory, isWindows ? `${name}.exe` : name))
    .find((file) => isOutside(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

/** The environment of a program, which finds no other program in those folders either. */
export function environmentFor(env: Environment): Environment {
  const others = Object.entries(env).filter(([name]) => !isPathVariable(name));
  // Windows looks in the working directory first unless told otherwise.
  const more = isWindows ? { NoDefaultCurrentDirectoryInExePath: '1' } : {};
  return { ...Object.fromEntries(others), ...more, PATH: trustedDirectories(env).join(nodePath.delimiter) };
}

const isPathVariable = (name: string): boolean => (isWindows ? name.toUpperCase() : name) === 'PATH';

/** Whether a directory does not depend on the working directory or, on Windows, on its drive. */
function isWhole(directory: string): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|\\\\)/i.test(directory) : nodePath.isAbsolute(directory);
}

/** Whether an existing path lies outside of all folders that are read, as it is written and with links resolved. */
function isOutside(path: string): boolean {
  const real = realPath(path);
  if (real === undefined) return false;
  return ![...distrusted].some((place) => systemPaths.isInside(place, path) || systemPaths.isInside(place, real));
}
