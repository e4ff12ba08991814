/**
 * The uncommitted changes of a folder: its indexed files against the last commit, by git's blob ids, so that git runs no filter that a repository
 * may configure. A deleted and a new file with half of their lines in common are one that was renamed. Cost: hashing each file once per content;
 * only those that differ are read.
 */

import { statSync } from 'node:fs';
import { sharedLines } from '../../engine/impact/changedNames.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { MessageError, message, messagesOf } from '../../messages/messages.ts';
import { type CommitFile, type CommitFiles, listCommit, readCommitted, resolveCommit } from '../../workspace/git/gitObjects.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { FileChange } from '../types/relations.ts';

export interface Uncommitted {
  /** By path. */
  readonly files: readonly FileChange[];
  /** Files whose committed contents the repository lacks. */
  readonly missing: readonly string[];
  /** Whether there is a commit at all. */
  readonly hasCommit: boolean;
}

/** git's limit for a rename: the share of the lines that both versions have. */
const minSharedLines = 1 / 2;
/** Deleted and new files that are compared for renames, of each. */
const maxRenames = 100;

/** Throws a `MessageError` that says why they are unknown, and the signal's reason. */
export async function uncommittedIn(
  folder: FolderIndex,
  textOf: (path: string) => string | undefined,
  signal?: AbortSignal,
): Promise<Uncommitted> {
  try {
    return await compare(folder, textOf, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof MessageError ? error : new MessageError(messagesOf(error), { cause: error });
  }
}

async function compare(
  folder: FolderIndex,
  textOf: (path: string) => string | undefined,
  signal: AbortSignal | undefined,
): Promise<Uncommitted> {
  const name = JSON.stringify(folder.folder);
  if (!folder.isInGit) throw new MessageError(message('impactNoGit', name));
  const commit = await resolveCommit(folder.folder, 'HEAD');
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const files = commit === undefined ? new Map<string, string>() : await listCommit(folder.folder, commit);
  const different = await differing(folder, files, yieldThread);
  const place = { directory: folder.folder, commit: commit ?? '', maxBytes: folder.options.settings.maxFileBytes, signal };
  const texts = new Map<string, string>();
  const missing = await readCommitted(place, different.committed, ([path], text) => {
    if (text !== undefined) texts.set(path, text);
  });
  const changes = different.committed.flatMap(([path]): FileChange[] => {
    const before = texts.get(path);
    if (before === undefined) return [];
    const after = folder.hashOf(path) === undefined ? undefined : textOf(path);
    return [{ path, status: after === undefined ? 'deleted' : 'changed', before, after: after ?? '' }];
  });
  const added = different.added.map((path): FileChange => ({ path, status: 'added', before: '', after: textOf(path) ?? '' }));
  const isDifferent = ({ status, before, after }: FileChange): boolean =>
    status === 'renamed' || before.replaceAll('\r', '') !== after.replaceAll('\r', '');
  const all = (await joinRenames([...changes, ...added], yieldThread)).filter(isDifferent);
  return { files: all.sort((a, b) => (a.path < b.path ? -1 : 1)), missing, hasCommit: commit !== undefined };
}

interface Differing {
  /** The commit's files that differ or are gone. */
  readonly committed: readonly CommitFile[];
  /** Indexed files that the commit does not have. */
  readonly added: readonly string[];
}

async function differing(folder: FolderIndex, files: CommitFiles, yieldThread: Yield): Promise<Differing> {
  const committed: CommitFile[] = [];
  for (const [path, id] of files) {
    await yieldThread();
    const contentHash = folder.hashOf(path);
    // A file on disk that is not indexed was left out by a rule.
    const isSame =
      contentHash === undefined
        ? statSync(systemPaths.toAbsolute(folder.folder, path), { throwIfNoEntry: false }) !== undefined
        : (await folder.blobIds.of(path, contentHash, id, yieldThread)) === id;
    if (!isSame) committed.push([path, id]);
  }
  const added = [...folder.contents.data.index.paths()].filter((path) => !files.has(path));
  return { committed, added };
}

/** Pairs each deleted file with the new file that is most like it, if half of their lines are the same. Awaits `yieldThread` between comparisons. */
async function joinRenames(changes: readonly FileChange[], yieldThread: Yield): Promise<FileChange[]> {
  const added = changes.filter(({ status }) => status === 'added').slice(0, maxRenames);
  const renamed = new Map<FileChange, FileChange>();
  for (const gone of changes.filter(({ status }) => status === 'deleted').slice(0, maxRenames)) {
    let best: { readonly one: FileChange; readonly share: number } | undefined;
    for (const one of added) {
      if (best?.share === 1) break;
      if (renamed.has(one)) continue;
      await yieldThread();
      const share = sharedLines(gone.before, one.after);
      if (share >= minSharedLines && share > (best?.share ?? 0)) best = { one, share };
    }
    if (best !== undefined) renamed.set(best.one, gone);
  }
  const gone = new Set(renamed.values());
  return changes
    .filter((change) => !gone.has(change))
    .map((change): FileChange => {
      const old = renamed.get(change);
      return old === undefined ? change : { ...change, status: 'renamed', from: old.path, before: old.before };
    });
}
