/** The open folders, found by path in any spelling, and the view of all of them. */

import { type FilesProgress, joinSnapshots, type MemoryBudget, type Snapshot } from '../../engine/index.ts';
import { LostFrameError } from '../../storage/frames.ts';
import { isSamePlace } from '../../workspace/pathCase.ts';
import { systemPaths } from '../../workspace/paths.ts';
import type { FolderReport } from '../results.ts';
import { untilAborted } from '../scheduling/timeSlices.ts';
import type { FolderContext, FolderIndex } from './folderIndex.ts';
import { joinOverlays } from './update/overlay.ts';
import type { View } from './view.ts';

/** What the folders of a service share: one memory budget, and ids from the same lexicons. */
export type SharedContext = FolderContext & { readonly budget: MemoryBudget };

export class OpenFolders {
  #context: SharedContext;
  readonly #byPath = new Map<string, FolderIndex>();
  #last: { readonly generations: readonly number[]; readonly view: View } | undefined;

  constructor(context: SharedContext) {
    this.#context = context;
  }

  /** What all folders share. */
  get context(): SharedContext {
    return this.#context;
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

  /** Replaces all folders by others, in the same order; the caller closes the old ones. */
  replace(fresh: readonly FolderIndex[], context: SharedContext): void {
    this.#byPath.clear();
    this.#last = undefined;
    this.#context = context;
    for (const folder of fresh) this.add(folder);
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
    const snapshots: Snapshot[] = [];
    for (const folder of this.#byPath.values()) {
      const snapshot = folder.snapshot();
      if (snapshot === undefined) continue;
      folders.push(folder);
      snapshots.push(snapshot);
    }
    const last = this.#last;
    const generations = folders.map(({ contents }, i) => (snapshots[i] as Snapshot).generation + (contents.overlay?.revision ?? 0));
    const isSame =
      last?.generations.length === generations.length &&
      last.generations.every((generation, i) => generation === generations[i]) &&
      last.view.folders.every((folder, i) => folder === folders[i]);
    if (last !== undefined && isSame) return last.view;
    const { lexicons } = this.#context;
    const overlays = folders.map(({ contents }) => contents.overlay);
    const view = { reader: joinOverlays(joinSnapshots(snapshots, lexicons), overlays, lexicons), folders };
    this.#last = { generations, view };
    return view;
  }

  /** Runs work that reads the indexes. If it finds saved segments unreadable, they are rebuilt and it runs once more. */
  async ask<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let left = this.#byPath.size; ; left--) {
      for (const folder of this.all()) await untilAborted(folder.untilRepaired(), signal);
      try {
        return await work();
      } catch (error) {
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
