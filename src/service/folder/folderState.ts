/** How a folder stands, as its report tells it: in which state it is, how far a build has come, and what the last update found. */

import type { FilesProgress } from '../../engine/answer/facts.ts';
import { FolderError } from '../../workspace/ignore/folderRules.ts';
import type { FolderReport } from '../results.ts';

/** What a report tells of the state and the last update. */
type Told = Pick<FolderReport, 'lastUpdateMs' | 'lastUpdateAt' | 'filesRead' | 'filesUnchanged'>;

export class FolderState {
  readonly #onChange: () => void;
  #kind: 'indexing' | 'ready' | 'disabled' | 'problem' = 'indexing';
  #problem: string | undefined;
  #isGone = false;
  #progress: FilesProgress | undefined;
  #lastMs = 0;
  #lastAt: string | undefined;
  /** Files that the last update has read, and those that it found as they were. */
  read = 0;
  unchanged = 0;
  /** What the last listing could not take into account. */
  notes = '';

  /** @param onChange called when something has changed that a report tells. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get kind(): 'indexing' | 'ready' | 'disabled' | 'problem' {
    return this.#kind;
  }

  /** Why the folder cannot be asked. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether the folder itself cannot be listed (any more). */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether it is to be asked and kept up to date. */
  get isAlive(): boolean {
    return this.#kind === 'indexing' || this.#kind === 'ready';
  }

  /** How far the index is from what the files say; `undefined` where nothing is known to be missing. `files` are those that are indexed. */
  progress(files: number): FilesProgress | undefined {
    if (this.#kind !== 'indexing') return undefined;
    return this.#progress ?? { filesDone: 0, filesTotal: files };
  }

  tellProgress(filesDone: number, filesTotal: number): void {
    this.#progress = { filesDone, filesTotal };
    this.#onChange();
  }

  /** There is something to be read. */
  toIndexing(): void {
    this.#to('indexing');
  }

  toReady(): void {
    this.#to('ready');
  }

  /** It stays empty until it is to be built. */
  toDisabled(): void {
    this.#to('disabled');
  }

  toProblem(error: unknown): void {
    this.#to('problem', error instanceof Error ? error.message : String(error));
    this.#isGone = error instanceof FolderError;
  }

  /** An update begins that looks at files. */
  countAnew(): void {
    this.read = 0;
    this.unchanged = 0;
  }

  /** An update has ended that began at `startedMs`, by the clock of `performance`. */
  ended(startedMs: number): void {
    this.#progress = undefined;
    this.#lastMs = performance.now() - startedMs;
    this.#lastAt = new Date().toISOString();
    this.#onChange();
  }

  lastUpdate(): Told {
    return { lastUpdateMs: this.#lastMs, lastUpdateAt: this.#lastAt, filesRead: this.read, filesUnchanged: this.unchanged };
  }

  #to(kind: FolderState['kind'], problem?: string): void {
    this.#kind = kind;
    this.#problem = problem;
    this.#isGone = false;
  }
}
