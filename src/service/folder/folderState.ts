/** The state of a folder for its report: ready or not, the progress of a build, and the figures of the last update. */

import type { FilesProgress } from '../../engine/answer/facts.ts';
import type { Message } from '../../engine/message.ts';
import { messagesOf } from '../../messages/messages.ts';
import { FolderError } from '../../workspace/ignore/folderRules.ts';
import type { FolderReport } from '../results.ts';

/** The part of a report about the last update. */
type LastUpdate = Pick<FolderReport, 'lastUpdateMs' | 'lastUpdateAt' | 'filesRead' | 'filesUnchanged'>;

export class FolderState {
  readonly #onChange: () => void;
  #kind: 'indexing' | 'ready' | 'disabled' | 'problem' = 'indexing';
  #problem: readonly Message[] | undefined;
  #isGone = false;
  #progress: FilesProgress | undefined;
  #lastMs = 0;
  #lastAt: string | undefined;
  /** Files that the last update read, and those that it found unchanged. */
  read = 0;
  unchanged = 0;
  /** What the last listing could not take into account. */
  notes: readonly Message[] = [];

  /** @param onChange called when a part of the report has changed. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get kind(): 'indexing' | 'ready' | 'disabled' | 'problem' {
    return this.#kind;
  }

  /** The reason why the folder cannot be queried. */
  get problem(): readonly Message[] | undefined {
    return this.#problem;
  }

  /** Whether the folder itself cannot be listed (any more). */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether it can be queried and is kept up to date. */
  get isAlive(): boolean {
    return this.#kind === 'indexing' || this.#kind === 'ready';
  }

  /** How incomplete the index is; `undefined` if nothing is known to be missing. `files` is the number of indexed files. */
  progress(files: number): FilesProgress | undefined {
    if (this.#kind !== 'indexing') return undefined;
    return this.#progress ?? { filesDone: 0, filesTotal: files };
  }

  reportProgress(filesDone: number, filesTotal: number): void {
    this.#progress = { filesDone, filesTotal };
    this.#onChange();
  }

  /** Files have to be read. */
  toIndexing(): void {
    this.#to('indexing');
  }

  toReady(): void {
    this.#to('ready');
  }

  /** Stays empty until it is rebuilt. */
  toDisabled(): void {
    this.#to('disabled');
  }

  toProblem(error: unknown): void {
    this.#to('problem', messagesOf(error));
    this.#isGone = error instanceof FolderError;
  }

  /** An update that checks files begins. */
  resetCounts(): void {
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

  lastUpdate(): LastUpdate {
    return { lastUpdateMs: this.#lastMs, lastUpdateAt: this.#lastAt, filesRead: this.read, filesUnchanged: this.unchanged };
  }

  #to(kind: FolderState['kind'], problem?: readonly Message[]): void {
    this.#kind = kind;
    this.#problem = problem;
    this.#isGone = false;
  }
}
