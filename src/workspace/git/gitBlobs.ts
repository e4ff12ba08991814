/** The contents of a worktree's files as git's blobs. */

import { createHash, hash } from 'node:crypto';
import type { Yield } from '../../engine/util/steps.ts';
import { readSmallFile } from '../openFile.ts';
import { systemPaths } from '../systemPaths.ts';
import { runGit } from './git.ts';

/** git's blob ids of the indexed files of a folder, each computed once per content. */
export class BlobIds {
  readonly #folder: string;
  readonly #byHash = new Map<string, string>();

  /** @param folder absolute path. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The id of an indexed content; empty if the file has changed since. Awaits `yieldThread` before it reads a file.
   *
   * @param like an id of the repository.
   */
  async of(path: string, contentHash: string, like: string, yieldThread: Yield): Promise<string> {
    const known = this.#byHash.get(contentHash);
    if (known !== undefined) return known;
    await yieldThread();
    const bytes = readSmallFile(systemPaths.toAbsolute(this.#folder, path), Number.MAX_SAFE_INTEGER, false);
    if (bytes === undefined || hash('sha256', bytes, 'hex') !== contentHash) return '';
    const id = blobId(bytes, like);
    this.#byHash.set(contentHash, id);
    return id;
  }
}

/** The id that git gives to a content. @param like an id of the same repository, which determines the hash algorithm. */
function blobId(bytes: Uint8Array, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/**
 * The blob ids of the tracked files below a directory (relative paths, with `/`) whose stat equals that in git's index; files marked
 * assume-unchanged or skip-worktree are left out. Throws a `GitError`. Cost: an lstat a file, by git.
 */
export async function unchangedBlobs(directory: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const purpose = 'Cannot list unchanged files';
  const [staged, changed] = await Promise.all([
    runGit(directory, ['ls-files', '-z', '--stage', '-v'], process.env, purpose, signal),
    runGit(directory, ['diff-files', '-z', '--name-only', '--relative'], process.env, purpose, signal),
  ]);
  const blobs = new Map<string, string>();
  // `H 100644 <id> 0\t<path>`; another letter for a file marked like that, another number during a merge.
  for (const line of staged.split('\0')) {
    const [, id, path] = /^H 100\d{3} ([0-9a-f]+) 0\t(.+)$/s.exec(line) ?? [];
    if (id !== undefined && path !== undefined) blobs.set(path, id);
  }
  for (const path of changed.split('\0')) blobs.delete(path);
  return blobs;
}
