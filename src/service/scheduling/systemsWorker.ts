/** The worker thread that runs one task of a retrieval system's builder. */

import { parentPort, workerData } from 'node:worker_threads';
import { threadTasks } from '../../systems/threadTasks.ts';

/** Start parameters of the worker. */
export interface ThreadTask {
  readonly task: string;
  readonly input: unknown;
}

const { task, input } = workerData as ThreadTask;
void threadTasks[task]?.(input).then((result) => {
  const columns = Object.values(result).filter((column) => ArrayBuffer.isView(column));
  parentPort?.postMessage(
    result,
    columns.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
