/** The worker thread of a first build: reads and analyses the files it is told, so that the thread that answers stays free. */

import { parentPort, workerData } from 'node:worker_threads';
import type { FileEntry } from '../workspace/entries.ts';
import type { IndexSettings } from '../workspace/settings.ts';
import type { FileOutcome } from './readFile.ts';
import { readSlice } from './readSlice.ts';

/** What the worker is started with. */
export interface ReadingTask {
  readonly folder: string;
  readonly settings: IndexSettings;
}

const { folder, settings } = workerData as ReadingTask;
// Nothing is known yet: workers are for folders that have no index.
const place = { folder, settings, known: () => undefined, store: { document: () => undefined } };

parentPort?.on('message', (files: readonly FileEntry[]) => {
  const outcomes: FileOutcome[] = [];
  for (let at = 0; at < files.length; ) at = readSlice(place, files, at, (outcome) => outcomes.push(outcome));
  parentPort?.postMessage(outcomes);
});
