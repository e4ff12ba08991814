import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';

/** Windows has neither flag: there links are found by `lstat`, and there are no FIFOs in folders. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const noBlock = constants.O_NONBLOCK ?? 0;

/**
 * Opens a file for reading without blocking on a FIFO and without following a link in the last part of the path. The caller closes it, and
 * must check with `fstat` that it is a regular file. Throws the system's error.
 */
export function openWithoutFollowing(path: string): number {
  return openSync(path, constants.O_RDONLY | noFollow | noBlock);
}

/**
 * The content of a small auxiliary file (an ignore file, git's HEAD or configuration); `undefined` if it does not exist, is not a regular
 * file, cannot be read, or is larger than `maxBytes`.
 *
 * @param followLinks a user's own configuration may be a link; inside a folder, links are never followed.
 */
export function readSmallFile(path: string, maxBytes: number, followLinks = true): Buffer | undefined {
  let file: number | undefined;
  try {
    file = followLinks ? openSync(path, constants.O_RDONLY | noBlock) : openWithoutFollowing(path);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= maxBytes ? readAll(file, stat.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The code of a system error, for example `EACCES`, or its message if there is no code. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : String(error);
}

/** True for errors that mean that a file does not exist (any more). */
export function isGone(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function readAll(file: number, size: number): Buffer {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const count = readSync(file, buffer, length, size - length, null);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

/** A path with its links resolved; undefined if it does not exist or cannot be read. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
