/**
 * Makes a folder's index available to other machines: as an artifact that they start from (`storage/artifact.ts`), or published for them to
 * read.
 */

import fs from 'node:fs';
import type { ContentId } from '../../engine/document.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { packArtifact } from '../../storage/artifact.ts';
import type { Publishable, PublishedContent, Pushed } from '../../storage/published.ts';
import { isSkipNote } from '../../storage/store.ts';
import { resolveCommit } from '../../workspace/git/gitObjects.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { ExportedIndex } from '../types/results.ts';

/** Replaces the file (absolute path) as a whole. Throws a `MessageError` if it cannot be written. */
export async function exportIndex(folder: FolderIndex, file: string, signal?: AbortSignal): Promise<ExportedIndex> {
  const { lexicons } = folder.contents;
  // Another process may end meanwhile, so that this one takes over the index with another store.
  const document = (id: ContentId) => folder.contents.data.store.document(id);
  const { contents, bytes, commit } = await readContents(folder);
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const git = gitOf(folder, commit, yieldThread);
  const withGit = new Map<string, PublishedContent>();
  for (const [path, content] of contents) withGit.set(path, { ...content, git: await git(path) });
  const packed = await packArtifact({ commit, bytes, contents: withGit, document, lexicons }, yieldThread);
  const temporary = `${file}.${process.pid}.new`;
  try {
    await fs.promises.writeFile(temporary, packed.file);
    fs.renameSync(temporary, file);
  } catch (cause) {
    fs.rmSync(temporary, { force: true });
    throw new MessageError(message('artifactUnwritable', JSON.stringify(file), (cause as NodeJS.ErrnoException).code ?? String(cause)), {
      cause,
    });
  }
  const { files, chunks } = packed.head;
  return { file, commit, files, chunks, bytes, fileBytes: packed.file.length };
}

/** Calls `write` to publish the index as it is now. Throws what `write` throws. */
export async function publishIndex(
  folder: FolderIndex,
  write: (source: Publishable, yieldThread: Yield) => Promise<Pushed>,
  signal?: AbortSignal,
): Promise<Pushed & { readonly commit: string | undefined }> {
  const { store } = folder.contents.data;
  if (folder.reader() === undefined) throw new MessageError(message('sharedIncomplete'));
  const { contents, commit } = await readContents(folder);
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const git = gitOf(folder, commit, yieldThread);
  const document = (id: ContentId) => store.document(id);
  const source = { contents, lexicons: folder.contents.lexicons, revision: commit, document, git };
  return { ...(await write(source, yieldThread)), commit };
}

/** What git makes of each path, while its file has the indexed content; nothing outside of git. */
function gitOf(
  { blobIds, contents }: FolderIndex,
  commit: string | undefined,
  yieldThread: Yield,
): (path: string) => Promise<PublishedContent['git']> {
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
