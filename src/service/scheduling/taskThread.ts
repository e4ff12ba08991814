/**
 * Runs a task in a worker thread that ends when it is done. Columns of numbers are sent both ways, some 25 MB for the modules of 25,000
 * passages of code.
 */

import { Worker } from 'node:worker_threads';
import type { OtherThread } from '../../engine/retrieval/derived.ts';
import type { ThreadTask } from './taskWorker.ts';
import { sleep } from './timeSlices.ts';
import { workerFile } from './workerFile.ts';

/** How soon a cancellation ends the worker, in milliseconds. */
const checkMs = 50;

/** `undefined` if the worker is unavailable or fails. */
export const taskThread: OtherThread = async (task, input, yieldThread) => {
  const file = workerFile(import.meta.dirname, 'taskWorker');
  if (file === undefined) return undefined;
  const worker = new Worker(file, { workerData: { task, input } satisfies ThreadTask });
  const ended = new Promise<{ readonly result?: unknown }>((resolve) => {
    worker.once('message', (result) => resolve({ result }));
    for (const event of ['error', 'exit']) worker.once(event, () => resolve({}));
  });
  try {
    for (;;) {
      await yieldThread();
      const found = await Promise.race([ended, sleep(checkMs)]);
      if (found !== undefined) return found.result;
    }
  } finally {
    void worker.terminate();
  }
};
