/** A real git repository with a history, for tests of what is read of it. */

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { FolderPast } from '../../src/service/folder/past/folderPast.ts';
import type { FolderOptions } from '../../src/service/types/options.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from './gitTrees.ts';
import { type WorkFolder, workFolder } from './workFolder.ts';

export interface HistoryFolder extends WorkFolder {
  git(...args: string[]): string;
  /** Commits everything, a minute after the commit before. Returns the id. */
  commit(message: string | Buffer): string;
}

/** An empty repository; removed after the test. @param init arguments of `git init`. */
export function historyFolder(t: { after(fn: () => void): void }, ...init: string[]): HistoryFolder {
  const folder = workFolder(t);
  const env = gitEnvironment(folder.parent);
  let seconds = 1_700_000_000;
  git(folder.root, env, 'init', '-q', '-b', 'main', ...init);
  return {
    ...folder,
    git: (...args) => git(folder.root, env, ...args),
    commit(message) {
      seconds += 60;
      const date = `${seconds} +0000`;
      git(folder.root, env, 'add', '-A');
      execFileSync('git', ['commit', '-q', '--allow-empty', '--allow-empty-message', '--cleanup=verbatim', '-F', '-'], {
        cwd: folder.root,
        env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
        input: message,
      });
      return git(folder.root, env, 'rev-parse', 'HEAD').trim();
    },
  };
}

/** The past of a folder, read now. @param indexDirectory where it is kept; nowhere if absent. */
export async function pastOf(
  root: string,
  options: Partial<Pick<FolderOptions, 'indexDirectory' | 'runGit' | 'history'>> = {},
  limits: ConstructorParameters<typeof FolderPast>[2] = {},
): Promise<FolderPast> {
  const past = new FolderPast(realpathSync(root), { settings: defaultSettings, runGit: true, ...options }, limits);
  await past.follow(() => undefined, new AbortController().signal, true);
  return past;
}
