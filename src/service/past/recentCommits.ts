/** The newest commits, all of them or those about something: whose messages name it, or which changed the files that are named after it. */

import type { Message } from '../../engine/message.ts';
import { commitsNaming } from '../../engine/past/votes.ts';
import { message } from '../../messages/messages.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { shownCommit } from '../folder/past/shownCommit.ts';
import { shownDigits } from './reasonText.ts';

/** Commits that are listed. */
const maxCommits = 6;
/** A commit that changed more files is a sweep, which says nothing of any of them. */
const maxFilesOfCommit = 30;

/** @param files of the folder that are named after the topic. Undefined where no commit is known. */
export function recentCommits({ past }: FolderIndex, topic: string | undefined, files: readonly string[]): readonly Message[] | undefined {
  const known = past.now?.past;
  if (known === undefined) return undefined;
  const { dates } = known.columns;
  const changing = files.flatMap((path) =>
    known
      .commitsChanging(path)
      .slice(0, maxCommits * 2)
      .map(({ at }) => at),
  );
  const found = topic === undefined ? dates.keys() : [...changing, ...commitsNaming(known, topic)];
  const newest = [...new Set(found)].sort((a, b) => (dates[b] as number) - (dates[a] as number) || b - a);
  const commits: Message[] = [];
  for (const at of newest) {
    const changed = known.filesAt(at).length;
    if (changed === 0 || changed > maxFilesOfCommit) continue;
    const { day, subject, id } = shownCommit(known.commit(at));
    if (commits.push(message('recentCommit', day, subject, id.slice(0, shownDigits))) === maxCommits) break;
  }
  if (commits.length === 0) return undefined;
  return [topic === undefined ? message('recentCommits') : message('recentCommitsAbout', JSON.stringify(topic)), ...commits];
}
