/** The commits that removed or renamed the names that are still mentioned, where they came after the one that was compared with. */

import { headCommit } from '../../workspace/git/gitLog.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { shownCommit } from '../folder/past/shownCommit.ts';
import type { DriftOptions } from '../types/options.ts';
import type { ShownCommit } from '../types/past.ts';
import type { DriftAnswer } from '../types/results.ts';
import { maxGitMs } from './limited.ts';
import { findRemoval } from './removals.ts';

/** Names whose commit is looked for. */
const maxNames = 50;

export async function withRetiringCommits(answer: DriftAnswer, folder: FolderIndex, { base, signal }: DriftOptions): Promise<DriftAnswer> {
  const { since, mentions } = answer;
  if (since === undefined || base === undefined || mentions.length === 0 || folder.past.now === undefined) return answer;
  if ((await headCommit(folder.folder, signal)) === since) return answer;
  const names = new Map(mentions.map(({ retired }) => [retired.name, retired]));
  const commits = new Map<string, ShownCommit>();
  const end = performance.now() + maxGitMs;
  for (const { name, path } of [...names.values()].slice(0, maxNames)) {
    const ms = Math.floor(end - performance.now());
    if (ms <= 0) break;
    const { commit } = await findRemoval(folder, name, { range: `${since}..HEAD`, paths: [path], ms }, signal);
    if (commit !== undefined) commits.set(name, shownCommit(commit));
  }
  const named = mentions.map((mention) => {
    const commit = commits.get(mention.retired.name);
    return commit === undefined ? mention : { ...mention, retired: { ...mention.retired, commit } };
  });
  return { ...answer, mentions: named };
}
