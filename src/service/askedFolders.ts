/** Runs foreground work that reads the indexes of the open folders. */

import type { FolderIndex } from './folder/folderIndex.ts';
import type { OpenFolders } from './folder/openFolders.ts';
import type { IdleTime } from './scheduling/idleTime.ts';

export interface AskedFolders {
  readonly folders: OpenFolders;
  ask<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The results of the given folders, in sequence; folders that cannot be queried are left out. */
  askEach<T>(
    each: readonly FolderIndex[],
    work: (folder: FolderIndex) => Promise<T | undefined>,
    signal: AbortSignal | undefined,
  ): Promise<readonly T[]>;
}

export function createAskedFolders(folders: OpenFolders, idleTime: IdleTime): AskedFolders {
  function ask<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return idleTime.during(() => folders.ask(work, signal));
  }
  return {
    folders,
    ask,
    askEach: (each, work, signal) =>
      ask(async () => {
        const answers = [];
        for (const folder of each) {
          const answer = await work(folder);
          if (answer !== undefined) answers.push(answer);
        }
        return answers;
      }, signal),
  };
}
