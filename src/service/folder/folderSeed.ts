/**
 * How a folder's index starts: registered in the list of folders, and with segments that were made elsewhere: of another worktree of its
 * repository, or exported.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { ContentId } from '../../engine/document.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { Seed } from '../../storage/published.ts';
import { type IndexExport, readExport } from '../../storage/segments/indexExport.ts';
import { SegmentFollower } from '../../storage/segments/segmentFollower.ts';
import { ExportError } from '../../storage/served/exportForm.ts';
import { isSameContent, isSkipNote } from '../../storage/store.ts';
import { yieldInSlices } from '../scheduling/timeSlices.ts';
import type { FolderOptions } from '../types/options.ts';
import type { FolderContents } from './folderContents.ts';
import { type ListedFolder, listedFolders, noteFolder } from './folderList.ts';

/** Name of an export in the directory shared by all worktrees of a repository, where it is found but never committed. */
const exportName = 'meshrag-index';

export class FolderSeed {
  readonly #folder: string;
  readonly #options: FolderOptions;
  #listed: ListedFolder | undefined;
  #seed: Seed | undefined;

  /** @param folder absolute path. */
  constructor(folder: string, options: FolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Segments that the next update uses instead of analysing files. */
  get now(): Seed | undefined {
    return this.#seed;
  }

  /** Sets the segments for the next update; undefined once it is done. */
  use(seed: Seed | undefined): void {
    this.#seed = seed;
  }

  /**
   * Registers the folder and, if its index is empty, seeds it from another worktree or an export. Once, unless the folder moves to another
   * repository.
   *
   * @param commonDir shared by all worktrees of its repository; absent outside of any.
   */
  async from(commonDir: string | undefined, contents: FolderContents, yieldThread: Yield): Promise<void> {
    const { folderList, indexDirectory } = this.#options;
    if (folderList === undefined || indexDirectory === undefined) return;
    if (this.#listed !== undefined && this.#listed.commonDir === commonDir) return;
    const own = { folder: this.#folder, indexDirectory, commonDir };
    this.#listed = own;
    noteFolder(folderList, own);
    const { store, lexicons, isNew } = contents;
    if (store.isFollowing || !isNew || this.#seed !== undefined) return;
    this.#seed = await worktreeSeed(folderList, own, lexicons, yieldThread);
    if (this.#seed !== undefined) return;
    const directory = this.#exportIn(commonDir);
    if (directory === undefined) return;
    try {
      const exported = await openExport(directory, lexicons, yieldThread);
      await contents.replies.take(exported.replies, yieldThread);
      this.#seed = exported;
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      contents.notices = [...error.messages, message('artifactUnused')];
    }
  }

  /** The export of the repository; undefined if there is none, or if the folder is not trusted. */
  #exportIn(commonDir: string | undefined): string | undefined {
    if (!this.#options.runGit) return undefined;
    const shared = commonDir && nodePath.join(commonDir, exportName);
    return shared !== undefined && fs.existsSync(shared) ? shared : undefined;
  }
}

/** The index of another worktree of the same repository, the one used last; undefined if there is none. */
async function worktreeSeed(list: string, own: ListedFolder, lexicons: Lexicons, yieldThread: Yield): Promise<Seed | undefined> {
  if (own.commonDir === undefined) return undefined;
  for (const { entry } of listedFolders(list)) {
    if (entry.commonDir !== own.commonDir || entry.indexDirectory === own.indexDirectory) continue;
    const { rows, saved } = await finishYielding(new SegmentFollower(entry.indexDirectory, lexicons).read(), yieldInSlices(yieldThread));
    if (rows.length === 0) continue;
    const contents = new Map(rows.map(({ path, content }) => [path, content]));
    const has = (path: string, content: ContentId): boolean => {
      const known = contents.get(path);
      return known !== undefined && !isSkipNote(known) && isSameContent(known, content);
    };
    return { saved, files: { has, contentOf: () => undefined } };
  }
  return undefined;
}

/** Reads and checks an export; awaits `yieldThread` between slices. Throws a `MessageError` that says why it cannot be used. */
export async function openExport(directory: string, lexicons: Lexicons, yieldThread: Yield): Promise<IndexExport> {
  try {
    return await finishYielding(readExport(directory, lexicons), yieldInSlices(yieldThread));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isForeign = code === 'ENOTDIR';
    if (cause instanceof ExportError || isForeign) {
      const codes = { foreign: 'artifactForeign', version: 'artifactVersion', damaged: 'artifactDamaged' } as const;
      throw new MessageError(message(codes[cause instanceof ExportError ? cause.reason : 'foreign'], JSON.stringify(directory)), { cause });
    }
    if (code === undefined) throw cause;
    throw new MessageError(message('artifactUnreadable', JSON.stringify(directory), code), { cause });
  }
}
