/**
 * Makes a folder's index available to other machines: as a directory that they start from (`storage/segments/indexExport.ts`), or published
 * for them to read.
 */

import type { ContentId } from '../../engine/document.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { Publishable, Pushed } from '../../storage/published.ts';
import type { GitFile } from '../../storage/publishedFiles.ts';
import { exportBytes, mayBeExport, writeExport } from '../../storage/segments/indexExport.ts';
import { isSkipNote } from '../../storage/store.ts';
import { resolveCommit } from '../../workspace/git/gitObjects.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { ExportedIndex } from '../types/results.ts';

/** What models have said, by kind, as lines. */
export interface ExportedReplies {
  readonly lines: readonly Uint8Array[];
  readonly count: number;
}

/**
 * Writes a directory (absolute path), in place of an export that is there. Throws a `MessageError` if it is something else, or cannot be written.
 *
 * @param replies what models have said of the folder's passages.
 */
export async function exportIndex(
  folder: FolderIndex,
  directory: string,
  replies?: ExportedReplies,
  signal?: AbortSignal,
): Promise<ExportedIndex> {
  if (!mayBeExport(directory)) throw new MessageError(message('artifactUnwritable', JSON.stringify(directory), 'EEXIST'));
  const { lexicons, data } = folder.contents;
  const { contents, bytes, commit } = await readContents(folder);
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const index = data.index.frozen();
  const git = gitOf(folder, commit, yieldThread);
  const files = new Map<string, GitFile | undefined>();
  for (const path of contents.keys()) if (index.chunkCount(path) !== undefined) files.set(path, await git(path));
  try {
    const segment = await finishYielding(
      index.slice((path) => files.has(path)),
      yieldThread,
    );
    const saved = segment === undefined ? [] : [{ segment, contents: segment.paths.map((path) => contents.get(path)) }];
    const source = { commit, bytes, saved, git: (path: string) => files.get(path), lexicons, replies: replies?.lines };
    const { chunks } = await finishYielding(writeExport(directory, source), yieldThread);
    const known =
      replies === undefined ? { replies: 0, repliesLeftOut: folder.contents.replies.count } : { replies: replies.count, repliesLeftOut: 0 };
    return { directory, commit, files: files.size, chunks, bytes, writtenBytes: exportBytes(directory), ...known };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new MessageError(message('artifactUnwritable', JSON.stringify(directory), code), { cause });
  }
}

/** Calls `write` to publish the index as it is now. Throws what `write` throws. */
export async function publishIndex(
  folder: FolderIndex,
  write: (source: Publishable, yieldThread: Yield) => Promise<Pushed>,
  signal?: AbortSignal,
): Promise<Pushed & { readonly commit: string | undefined }> {
  if (folder.reader() === undefined) throw new MessageError(message('sharedIncomplete'));
  const { contents, commit } = await readContents(folder);
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const git = gitOf(folder, commit, yieldThread);
  const { lexicons, data } = folder.contents;
  return { ...(await write({ contents, lexicons, revision: commit, index: data.index.frozen(), git }, yieldThread)), commit };
}

/** What git makes of each path, while its file has the indexed content; nothing outside of git. */
function gitOf(
  { blobIds, contents }: FolderIndex,
  commit: string | undefined,
  yieldThread: Yield,
): (path: string) => Promise<GitFile | undefined> {
  return async (path) => {
    const row = contents.data.table.get(path);
    if (commit === undefined || row === undefined || isSkipNote(row.content)) return undefined;
    const blob = await blobIds.of(path, row.content.hash, commit, yieldThread);
    return blob === '' ? undefined : { blob, bytes: row.size };
  };
}

interface FolderContent {
  readonly contents: ReadonlyMap<string, ContentId>;
  /** Size of the files. */
  readonly bytes: number;
  /** What is checked out; undefined outside of git. */
  readonly commit: string | undefined;
}

async function readContents(folder: FolderIndex): Promise<FolderContent> {
  folder.refuseShared();
  const contents = new Map<string, ContentId>();
  let bytes = 0;
  for (const { path, size, content } of folder.contents.files()) {
    contents.set(path, content);
    bytes += size;
  }
  const commit = folder.isInGit ? await resolveCommit(folder.folder, 'HEAD').catch(() => undefined) : undefined;
  return { contents, bytes, commit };
}
