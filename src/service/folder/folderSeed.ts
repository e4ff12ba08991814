/**
 * How a folder's index starts: registered in the list of folders, and with documents that were analysed elsewhere: in another worktree of its
 * repository, or in an artifact.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { Artifact, ArtifactError } from '../../storage/artifact.ts';
import type { Seed } from '../../storage/store.ts';
import { yieldInSlices } from '../scheduling/timeSlices.ts';
import type { FolderOptions } from '../types/options.ts';
import type { FolderContents } from './folderContents.ts';
import { copyFromWorktree, type ListedFolder, noteFolder } from './folderList.ts';

/** File name of an artifact in the directory shared by all worktrees of a repository, where it is found but never committed. */
const artifactName = 'meshrag-index';

export class FolderSeed {
  readonly #folder: string;
  readonly #options: FolderOptions;
  #listed: ListedFolder | undefined;
  #artifact: Artifact | undefined;

  /** @param folder absolute path. */
  constructor(folder: string, options: FolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Documents that the next update uses instead of analysing files. */
  get documents(): Seed | undefined {
    return this.#artifact;
  }

  /** Sets the artifact for the next update; undefined once it is done. */
  use(artifact: Artifact | undefined): void {
    this.#artifact = artifact;
  }

  /**
   * Registers the folder and, if its store is empty, seeds it from another worktree or an artifact. Once, unless the folder moves to another
   * repository.
   *
   * @param commonDir shared by all worktrees of its repository; absent outside of any.
   */
  async from(commonDir: string | undefined, contents: FolderContents, yieldThread: Yield): Promise<void> {
    const { folderList, indexFile } = this.#options;
    if (folderList === undefined || indexFile === undefined) return;
    if (this.#listed !== undefined && this.#listed.commonDir === commonDir) return;
    const own = { folder: this.#folder, indexFile, commonDir };
    this.#listed = own;
    noteFolder(folderList, own);
    const { store, lexicons, isNew } = contents;
    if (store.isFollowing || !isNew || this.#artifact !== undefined) return;
    if (await copyFromWorktree({ store: store.now, lexicons }, folderList, own, yieldThread)) return;
    const file = this.#artifactFile(commonDir);
    if (file === undefined) return;
    try {
      this.#artifact = await openArtifact(file, lexicons, yieldThread);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      contents.notices = [...error.messages, message('artifactUnused')];
    }
  }

  /** The artifact of the repository; undefined if there is none, or if the folder is not trusted. */
  #artifactFile(commonDir: string | undefined): string | undefined {
    if (!this.#options.runGit) return undefined;
    const shared = commonDir && nodePath.join(commonDir, artifactName);
    return shared !== undefined && fs.existsSync(shared) ? shared : undefined;
  }
}

/** Reads and checks an artifact; awaits `yieldThread` between slices. Throws a `MessageError` that says why it cannot be used. */
export async function openArtifact(file: string, lexicons: Lexicons, yieldThread: Yield): Promise<Artifact> {
  try {
    // A pipe would never end.
    if (!fs.statSync(file).isFile()) throw new ArtifactError('foreign');
    return await Artifact.read(await fs.promises.readFile(file), lexicons, yieldInSlices(yieldThread));
  } catch (cause) {
    if (cause instanceof ArtifactError) {
      const codes = { foreign: 'artifactForeign', version: 'artifactVersion', damaged: 'artifactDamaged' } as const;
      throw new MessageError(message(codes[cause.reason], JSON.stringify(file)), { cause });
    }
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new MessageError(message('artifactUnreadable', JSON.stringify(file), code), { cause });
  }
}
