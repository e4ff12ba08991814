/**
 * Makes a folder's index available to other machines: as a directory that they start from (`storage/segments/indexExport.ts`), or published
 * for them to read.
 */

import type { ContentId } from '../../engine/document.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { Publishable } from '../../storage/published.ts';
import type { GitFile } from '../../storage/publishedFiles.ts';
import { exportBytes, mayBeExport, writeExport } from '../../storage/segments/indexExport.ts';
import { isSkipNote } from '../../storage/store.ts';
import { resolveCommit } from '../../workspace/git/gitObjects.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { WriteIndex } from '../types/options.ts';
import type { ExportedIndex, HandedReplies, PublishedFolder } from '../types/results.ts';

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
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const { contents, index, lexicons, revision: commit, bytes, git } = await publishable(folder, yieldThread);
  const segment = await finishYielding(
    index.slice((path) => contents.has(path)),
    yieldThread,
  );
  const files = new Map<string, GitFile | undefined>();
  for (const path of segment?.paths ?? []) files.set(path, await git(path));
  try {
    const saved = segment === undefined ? [] : [{ segment, contents: segment.paths.map((path) => contents.get(path)) }];
    const source = { commit, bytes, saved, git: (path: string) => files.get(path), lexicons, replies: replies?.lines };
    const { chunks } = await finishYielding(writeExport(directory, source), yieldThread);
    const written = { files: files.size, chunks, bytes, writtenBytes: exportBytes(directory) };
    return { directory, commit, ...written, ...handedOver(folder, replies) };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new MessageError(message('artifactUnwritable', JSON.stringify(directory), code), { cause });
  }
}

/**
 * Calls `write` to publish the index as it is now. Throws what `write` throws.
 *
 * @param replies what models have said of the folder's passages.
 */
export async function publishIndex(
  folder: FolderIndex,
  write: WriteIndex,
  replies?: ExportedReplies,
  signal?: AbortSignal,
): Promise<PublishedFolder> {
  if (folder.reader() === undefined) throw new MessageError(message('sharedIncomplete'));
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const source = { ...(await publishable(folder, yieldThread)), replies: replies?.lines };
  return { ...(await write(source, yieldThread)), commit: source.revision, ...handedOver(folder, replies) };
}

/** The numbers of replies that are handed over, and of those that stay here. */
function handedOver(folder: FolderIndex, replies: ExportedReplies | undefined): HandedReplies {
  return replies === undefined
    ? { replies: 0, repliesLeftOut: folder.contents.replies.count }
    : { replies: replies.count, repliesLeftOut: 0 };
}

/** The index of a folder as it is now, and the size of its files. */
async function publishable(
  folder: FolderIndex,
  yieldThread: Yield,
): Promise<Publishable & { readonly git: NonNullable<Publishable['git']>; readonly bytes: number }> {
  folder.refuseShared();
  const { lexicons, data } = folder.contents;
  const index = data.index.frozen();
  const contents = new Map<string, ContentId>();
  let bytes = 0;
  for (const { path, size, content } of folder.contents.files()) {
    contents.set(path, content);
    bytes += size;
  }
  const revision = folder.isInGit ? await resolveCommit(folder.folder, 'HEAD').catch(() => undefined) : undefined;
  return {
    ...{ contents, lexicons, revision, bytes, index },
    /** What git makes of a path, while its file has this content; nothing outside of git. */
    async git(path) {
      const row = data.table.get(path);
      if (revision === undefined || row === undefined || isSkipNote(row.content) || row.content.hash !== contents.get(path)?.hash)
        return undefined;
      const blob = await folder.blobIds.of(path, row.content.hash, revision, yieldThread);
      return blob === '' ? undefined : { blob, bytes: row.size };
    },
  };
}
