/** Which commits wrote the lines of a file, and which changed how often a name occurs in it. Both read contents, so their time is limited. */

import { runGit } from './git.ts';

const purpose = 'Cannot read the history';

/**
 * The ids of the commits that wrote the lines as they are now, each once, the first line's first; not those that only moved or indented them,
 * nor those that the repository itself asks to ignore. Lines that are not committed are left out. Throws a `GitError`.
 *
 * @param lines first and last, from 1.
 */
export async function lineWriters(
  directory: string,
  path: string,
  lines: readonly [number, number],
  isIgnoring: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ignored = isIgnoring ? ['--ignore-revs-file=.git-blame-ignore-revs'] : [];
  const args = ['blame', '--porcelain', '-w', '-M', '-C', ...ignored, `-L${lines[0]},${lines[1]}`, '--', path];
  const porcelain = await runGit(directory, args, process.env, purpose, signal);
  const ids = [...porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ \d+/gm)].map(([, id]) => id as string);
  return [...new Set(ids)].filter((id) => !/^0+$/.test(id));
}

/**
 * Those of the commits that changed how often a text occurs in one of the files, in the given order. Throws a `GitError`.
 *
 * @param ids undefined for the newest one of the whole history.
 */
export async function textChangers(
  directory: string,
  text: string,
  { ids, paths }: { readonly ids?: readonly string[]; readonly paths?: readonly string[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const walked = ids === undefined ? ['--no-merges', '--max-count=1', 'HEAD'] : ['--no-walk=unsorted', ...ids];
  const args = [
    '-c',
    'log.showSignature=false',
    'log',
    '--format=%H',
    `-S${text}`,
    '-M',
    '--no-ext-diff',
    '--no-textconv',
    ...walked,
    '--',
  ];
  const list = await runGit(directory, [...args, ...(paths ?? [])], process.env, purpose, signal);
  return list.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line));
}
