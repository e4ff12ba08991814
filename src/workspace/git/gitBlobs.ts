/** The contents of a worktree's files as far as git knows them without reading the files. */

import { runGit } from './git.ts';

/**
 * The blob ids of the tracked files below a directory (relative paths, with `/`) whose stat equals that in git's index; files marked
 * assume-unchanged or skip-worktree are left out. Throws a `GitError`. Cost: an lstat a file, by git.
 */
export async function unchangedBlobs(directory: string): Promise<ReadonlyMap<string, string>> {
  const purpose = 'Cannot list unchanged files';
  const [staged, changed] = await Promise.all([
    runGit(directory, ['ls-files', '-z', '--stage', '-v'], process.env, purpose),
    runGit(directory, ['diff-files', '-z', '--name-only', '--relative'], process.env, purpose),
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
