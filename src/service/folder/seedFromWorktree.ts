/** How a folder's index starts: registered in the list of folders, and seeded with the documents of another worktree of its repository. */

import type { FolderOptions } from '../options.ts';
import type { FolderContents } from './folderContents.ts';
import { copyFromWorktree, type ListedFolder, noteFolder } from './folderList.ts';

export class WorktreeSeed {
  readonly #folder: string;
  readonly #options: FolderOptions;
  #listed: ListedFolder | undefined;

  /** @param folder absolute path. */
  constructor(folder: string, options: FolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Registers the folder and, if its store is empty, seeds it from another worktree. Once, unless the folder moves to another repository.
   *
   * @param commonDir shared by all worktrees of its repository; absent outside of any.
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
