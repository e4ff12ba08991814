/** Which commits wrote the lines of a file, and which changed how often a pattern matches. Both read contents, so their time is limited. */

import { runGit } from './git.ts';

const purpose = 'Cannot read the history';

/** The commits that wrote lines, and the files in which they stood then. */
export interface Writers {
  /** Each once, the first line's first. */
  readonly ids: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Who wrote the lines as they are now; not those that only moved or indented them, nor those that the repository itself asks to ignore. Lines
 * that are not committed are left out. Throws a `GitError`.
 *
 * @param lines first and last, from 1.
 */
export async function lineWriters(
  directory: string,
  path: string,
  lines: readonly [number, number],
  isIgnoring: boolean,
  signal: AbortSignal,
): Promise<Writers> {
  const ignored = isIgnoring ? ['--ignore-revs-file=.git-blame-ignore-revs'] : [];
  const args = ['blame', '--porcelain', '-w', '-M', '-C', ...ignored, `-L${lines[0]},${lines[1]}`, '--', path];
  const porcelain = await runGit(directory, args, process.env, purpose, signal);
  const ids = [...porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ \d+/gm)].map(([, id]) => id as string);
  const paths = [...porcelain.matchAll(/^filename (.+)$/gm)].map(([, one]) => one as string);
  return { ids: [...new Set(ids)].filter((id) => !/^0+$/.test(id)), paths: [...new Set(paths)] };
}

/** Paths are taken as they are. */
const literally = '--literal-pathspecs';
const logArguments = [
  literally,
  '-c',
  'log.showSignature=false',
  '-c',
  'core.quotePath=false',
  'log',
  '-M',
  '--no-ext-diff',
  '--no-textconv',
];

/**
 * Those of the commits that changed how often a pattern matches in one of the files, in the given order. Throws a `GitError`.
 *
 * @param pattern an extended regular expression of POSIX, or a text as it is, which git finds many times faster.
 * @param walked ids, or a range of commits, whose newest is wanted.
 */
export async function textChangers(
  directory: string,
  pattern: string | { readonly text: string },
  walked: readonly string[] | { readonly newestOf: string },
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const commits = 'newestOf' in walked ? ['--no-merges', '--max-count=1', walked.newestOf] : ['--no-walk=unsorted', ...walked];
  const sought = typeof pattern === 'string' ? ['--pickaxe-regex', `-S${pattern}`] : [`-S${pattern.text}`];
  const args = [...logArguments, '--format=%H', ...sought, ...commits, '--', ...paths];
  const list = await runGit(directory, args, process.env, purpose, signal);
  return list.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line));
}

/** Files that are compared before and after a commit. */
const maxCounted = 20;

/** The files in which a pattern matches less often after a commit than before; as they were called before. Throws a `GitError`. */
export async function filesThatLost(directory: string, pattern: string, id: string, signal: AbortSignal): Promise<readonly string[]> {
  const args = [...logArguments, '--no-renames', '--relative', '--no-walk', '--format=', '--name-only', '-z'];
  const changed = await runGit(directory, [...args, '--pickaxe-regex', `-S${pattern}`, id, '--'], process.env, purpose, signal);
  const files = changed.split('\0').filter((path) => path.trim() !== '');
  if (files.length === 0 || files.length > maxCounted) return [];
  const counts = new Map<string, number>();
  for (const [revision, sign] of [
    [`${id}^`, 1],
    [id, -1],
  ] as const) {
    // Refused where nothing matches, and for a commit without a parent.
    const list = await runGit(
      directory,
      [literally, 'grep', '-c', '-z', '-E', '-e', pattern, revision, '--', ...files],
      process.env,
      purpose,
      signal,
    ).catch(() => '');
    signal.throwIfAborted();
    for (const [, path, count] of list.matchAll(/[^\0\n]*?:([^\0]+)\0(\d+)\n/g))
      counts.set(path as string, (counts.get(path as string) ?? 0) + sign * Number(count));
  }
  return [...counts].filter(([, lost]) => lost > 0).map(([path]) => path);
}
