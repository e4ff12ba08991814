/** How the index of a folder begins: on the list of those that have one, and with the documents of another worktree of its repository. */

import type { FolderOptions } from '../options.ts';
import type { FolderContents } from './folderContents.ts';
import { copyFromWorktree, type ListedFolder, noteFolder } from './folderList.ts';

export class WorktreeStart {
  readonly #folder: string;
  readonly #options: FolderOptions;
  #listed: ListedFolder | undefined;

  /** @param folder absolute path. */
  constructor(folder: string, options: FolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Puts the folder on the list, and gives its store what another worktree knows where nothing is known yet. Once, unless the folder comes to
   * lie in another repository.
   *
   * @param commonDir what all worktrees of its repository share; absent outside of any.
   */
  async from(commonDir: string | undefined, { store, lexicons, isNew }: FolderContents, pass: () => Promise<void>): Promise<void> {
    const { folderList, indexFile } = this.#options;
    if (folderList === undefined || indexFile === undefined) return;
    if (this.#listed !== undefined && this.#listed.commonDir === commonDir) return;
    const own = { folder: this.#folder, indexFile, commonDir };
    this.#listed = own;
    noteFolder(folderList, own);
    if (!store.isFollowing && isNew) await copyFromWorktree({ store: store.now, lexicons }, folderList, own, pass);
  }
}
