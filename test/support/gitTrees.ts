/** Trees of files, with git, for comparing git's view of them with ours. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultSettings, type IndexSettings } from '../../src/workspace/settings.ts';

/** Defaults that exclude nothing by name, so that only the rules under test decide. */
export const bareSettings: IndexSettings = {
  ...defaultSettings,
  generatedNames: [],
  dataExtensions: [],
  dependencyDirectories: [],
  secretNames: [],
};

/** Writes files by their relative paths; a path that ends with `/` is an empty directory. */
export function writeTree(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path.endsWith('/') ? path : dirname(path)), { recursive: true });
    if (!path.endsWith('/')) {
      writeFileSync(join(root, path), content);
    }
  }
}

/** An environment in which git sees only the test's settings. */
export function gitEnvironment(home: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  return { ...env, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
}

/** Runs git in a directory and gives its output. */
export function git(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Those of the paths that git ignores, by its rules alone, tracked or not. */
export function gitIgnored(cwd: string, env: NodeJS.ProcessEnv, paths: readonly string[]): Set<string> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'utf8');
  const answer = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], { cwd, env, input, maxBuffer: 1 << 28 });
  if (answer.status !== 0 && answer.status !== 1) {
    throw new Error(`git check-ignore failed: ${answer.stderr.toString()}`);
  }
  return new Set(answer.stdout.toString('utf8').split('\0').filter(Boolean));
}
