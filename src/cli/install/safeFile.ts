/** Files that `install` reads and writes: text in UTF-8 below a folder, no link followed out of it. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { isGone, realPath } from '../../workspace/openFile.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { EditError } from './editError.ts';

/** A file that is there, or that could be. */
export interface SafeFile {
  /** The absolute path with its links resolved, as far as it exists. */
  readonly path: string;
  /** `undefined` if it does not exist. */
  readonly text?: string;
}

/** Reads a file below a folder (real path). Throws `EditError` for one that must not or cannot be changed. */
export function readSafely(root: string, relative: string): SafeFile {
  const path = resolved(root, nodePath.join(root, relative));
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { path };
  if (!stat.isFile()) throw new EditError('is not a file', 'Move it away and try again');
  if ((stat.mode & 0o222) === 0) throw new EditError('is read-only', 'Make it writable and try again');
  try {
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK);
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(path)) };
  } catch (error) {
    if (error instanceof TypeError) throw new EditError('is not in UTF-8', 'Save it as UTF-8 and try again');
    throw new EditError(`cannot be opened (${(error as NodeJS.ErrnoException).code})`, 'Allow reading and writing it and try again');
  }
}

/** Writes a file that still is as it was read, or removes it with the folders that are empty then. Throws `EditError`. */
export function writeSafely(root: string, relative: string, read: SafeFile, text: string | undefined): void {
  const now = readSafely(root, relative);
  if (now.path !== read.path || now.text !== read.text) throw new EditError('was changed in the meantime', 'Try again');
  if (text === undefined) {
    fs.rmSync(read.path);
    removeEmptyFolders(root, nodePath.dirname(read.path));
    return;
  }
  fs.mkdirSync(nodePath.dirname(read.path), { recursive: true });
  const temporary = `${read.path}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx' });
    if (read.text !== undefined) fs.chmodSync(temporary, fs.statSync(read.path).mode & 0o7777);
    fs.renameSync(temporary, read.path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw new EditError(`could not be written (${(error as NodeJS.ErrnoException).code})`, 'Allow writing there and try again');
  }
}

/** Resolves the links of what exists of a path. */
function resolved(root: string, path: string): string {
  const missing: string[] = [];
  for (let existing = path; ; existing = nodePath.dirname(existing)) {
    if (isThere(existing)) {
      const real = realPath(existing);
      if (real !== undefined && systemPaths.isInside(root, real)) return nodePath.join(real, ...missing);
      throw new EditError(
        `is a link out of ${root}, or lies behind one`,
        'Change the file that it leads to yourself; --print shows what to add',
      );
    }
    missing.unshift(nodePath.basename(existing));
  }
}

function isThere(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let empty = folder; empty !== root && systemPaths.isInside(root, empty); empty = nodePath.dirname(empty)) {
    try {
      fs.rmdirSync(empty);
    } catch {
      return;
    }
  }
}
