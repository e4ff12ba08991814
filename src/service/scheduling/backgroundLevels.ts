/**
 * Builds the levels of modules in a worker thread that ends when they are done: they take seconds of CPU time, and memory that nothing else
 * needs. Columns of numbers are sent both ways, some 25 MB for 25,000 passages of code.
 */

import { Worker } from 'node:worker_threads';
import { type BuildLevels, buildLevels, type Levels } from '../../engine/retrieval/modules/levels.ts';
import type { LevelsTask } from './levelsWorker.ts';
import { sleep } from './timeSlices.ts';
import { workerFile } from './workerFile.ts';

/** With fewer entries, building takes less time than starting a thread. */
const minEntries = 20_000;
/** How soon a cancellation ends the worker, in milliseconds. */
const checkMs = 50;

/** Builds them here if they are small, or the worker is unavailable or fails. */
export const buildLevelsApart: BuildLevels = async (keys, maxModule, pause) => {
  const file = keys.nodes.length < minEntries ? undefined : workerFile(import.meta.dirname, 'levelsWorker');
  if (file === undefined) return buildLevels(keys, maxModule, pause);
  const worker = new Worker(file, { workerData: { keys, maxModule } satisfies LevelsTask });
  const ended = new Promise<Levels | 'failed'>((resolve) => {
    worker.once('message', resolve);
    for (const event of ['error', 'exit']) worker.once(event, () => resolve('failed'));
  });
  try {
    for (;;) {
      await pause();
      const found = await Promise.race([ended, sleep(checkMs)]);
      if (found === 'failed') return await buildLevels(keys, maxModule, pause);
      if (found !== undefined) return found;
    }
  } finally {
    void worker.terminate();
  }
};
