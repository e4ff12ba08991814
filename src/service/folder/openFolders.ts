/** The open folders, found by path in any spelling, and the view of all of them. */

import type { FilesProgress } from '../../engine/answer/facts.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { LostFrameError } from '../../storage/frames.ts';
import { SharedIndexError } from '../../storage/sharedIndexError.ts';
import { isSamePlace } from '../../workspace/pathCase.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { IdleTime } from '../scheduling/idleTime.ts';
import { untilAborted } from '../scheduling/timeSlices.ts';
import type { FolderReport } from '../types/results.ts';
import type { FolderIndex } from './folderIndex.ts';
import { type FolderParts, joinedGeneration, readerOver } from './published/readers.ts';
import type { View } from './view.ts';

export class OpenFolders {
  readonly #lexicons: Lexicons;
  readonly #byPath = new Map<string, FolderIndex>();
  #last: { readonly generations: readonly number[]; readonly view: View } | undefined;

  /** @param lexicons of all the folders, so that a view can join them. */
  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
  }

  /** In the order in which they were added. */
  all(): readonly FolderIndex[] {
    return [...this.#byPath.values()];
  }

  /** Whether a folder of that path is open. */
  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /** The folder at an absolute path. Throws RangeError if it is not open. */
  at(path: string): FolderIndex {
    const found = this.#find(path);
    if (found === undefined) throw new RangeError(`Folder ${JSON.stringify(path)} is not open; openFolder() opens it`);
    return found;
  }

  /** The folder at an absolute path, or all of them without one. Throws like `at`. */
  some(path: string | undefined): readonly FolderIndex[] {
    return path === undefined ? this.all() : [this.at(path)];
  }

  add(folder: FolderIndex): void {
    this.#byPath.set(folder.folder, folder);
  }

  /** Closes the folder at an absolute path, if it is open. It cannot be queried from the call on. */
  async close(path: string): Promise<void> {
    const folder = this.#find(path);
    if (folder !== undefined) await this.remove(folder);
  }

  /** Closes exactly this folder; another index of the same path stays open. */
  async remove(folder: FolderIndex): Promise<void> {
    if (this.#byPath.get(folder.folder) === folder) this.#byPath.delete(folder.folder);
    await folder.close();
  }

  #find(path: string): FolderIndex | undefined {
    const normal = systemPaths.normalise(path);
    return this.#byPath.get(normal) ?? this.all().find(({ folder }) => isSamePlace(folder, normal));
  }

  /** The current view; replaced only when a folder has changed, been opened or closed. */
  view(): View {
    const folders: FolderIndex[] = [];
    const parts: FolderParts[] = [];
    for (const folder of this.#byPath.values()) {
      const own = folder.parts();
      if (own === undefined) continue;
      folders.push(folder);
      parts.push(own);
    }
    const last = this.#last;
    const generations = parts.map(joinedGeneration);
    const isSame =
      last?.generations.length === generations.length &&
      last.generations.every((generation, i) => generation === generations[i]) &&
      last.view.folders.every((folder, i) => folder === folders[i]);
    if (last !== undefined && isSame) return last.view;
    const view = { reader: readerOver(parts, this.#lexicons), folders };
    this.#last = { generations, view };
    return view;
  }

  /**
   * Runs work that reads the indexes. If it finds saved segments unreadable, they are rebuilt, and if it cannot read a published index, the
   * folders' own ones take its place; then it runs once more.
   */
  async ask<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let left = this.#byPath.size; ; left--) {
      for (const folder of this.all()) await untilAborted(folder.untilRepaired(), signal);
      for (const folder of this.all()) if (folder.mayRecover) folder.renewPublished().catch(() => undefined);
      try {
        return await work();
      } catch (error) {
        if (error instanceof SharedIndexError && left > 0) {
          for (const folder of this.all()) await untilAborted(folder.renewPublished(), signal);
          continue;
        }
        const broken =
          error instanceof LostFrameError && left > 0 ? this.all().find((one) => one.contents.isSavedIn(error.file)) : undefined;
        if (broken === undefined) throw error;
        await untilAborted(broken.repair(), signal);
      }
    }
  }

  /** The joint progress of all incomplete folders; `undefined` if all are complete. */
  progress(): FilesProgress | undefined {
    const running = this.all().flatMap((folder) => folder.progress() ?? []);
    if (running.length === 0) return undefined;
    const sum = (of: (progress: FilesProgress) => number): number => running.reduce((total, one) => total + of(one), 0);
    return { filesDone: sum(({ filesDone }) => filesDone), filesTotal: sum(({ filesTotal }) => filesTotal) };
  }

  report(): readonly FolderReport[] {
    return this.all().map((folder) => folder.report());
  }
}

/** Runs foreground work that reads the indexes of the open folders. */
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
