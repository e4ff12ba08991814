/**
 * Reads and analyses files in a worker thread, which pays off only for many files. If the worker is unavailable or fails, the caller reads the
 * files itself.
 */

import { Worker } from 'node:worker_threads';
import { StringMap } from '../../../engine/index/codec/newStrings.ts';
import { renumber } from '../../../engine/text/words/columns.ts';
import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { FileRow } from '../../../storage/store.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { workerFile } from '../../scheduling/workerFile.ts';
import type { FileOutcome } from './readFile.ts';
import type { ReadingTask, ReadPortion, ReadRequest } from './readingWorker.ts';

/** Hardly anything outlives one file; more memory would be used without benefit. */
const youngMegabytes = 12;

interface Waiting {
  readonly resolve: (portion: ReadPortion) => void;
  readonly reject: (error: Error) => void;
}

export class BackgroundReader {
  readonly #worker: Worker;
  /** The strings sent by the worker. */
  readonly #strings: StringMap;
  /** Pending requests, which are answered in order. */
  readonly #waiting: Waiting[] = [];
  #failure: Error | undefined;

  /** A reader for one folder; `undefined` if this program has no worker. */
  static start(task: ReadingTask, lexicons: Lexicons): BackgroundReader | undefined {
    const file = workerFile(import.meta.dirname, 'readingWorker');
    return file === undefined ? undefined : new BackgroundReader(file, task, lexicons);
  }

  private constructor(file: string, task: ReadingTask, lexicons: Lexicons) {
    this.#strings = new StringMap(lexicons);
    this.#worker = new Worker(file, { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
    // An unawaited build must not keep the program alive.
    this.#worker.unref();
    this.#worker.on('message', (portion: ReadPortion) => this.#waiting.shift()?.resolve(portion));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#fail(new Error('The reading worker has ended')));
  }

  /** Has files read. Rejects if the worker has failed or was closed. */
  read(files: readonly FileEntry[], known: (path: string) => FileRow | undefined): Promise<ReadPortion> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      const rows = files.flatMap(({ path }) => known(path) ?? []);
      this.#worker.postMessage({ files, rows } satisfies ReadRequest);
    });
  }

  close(): void {
    void this.#worker.terminate();
  }

  /**
   * The outcome of each file, in order, with ids of this thread's lexicons; those with the content of their known row have no document. Call it
   * with each portion, in the order of `read`.
   */
  translate({ outcomes, block }: ReadPortion): readonly FileOutcome[] {
    this.#strings.add(block);
    for (const outcome of outcomes) {
      if (outcome.kind === 'row' && outcome.document !== undefined) renumber(outcome.document, this.#strings.ids);
    }
    return outcomes;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
