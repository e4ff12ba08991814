/** The worker thread that runs one task of a retrieval system's builder. */

import { parentPort, workerData } from 'node:worker_threads';
import { threadTasks } from '../../systems/threadTasks.ts';

/** Start parameters of the worker. */
export interface ThreadTask {
  readonly task: string;
  readonly input: unknown;
}

const { task, input } = workerData as ThreadTask;
const result = await threadTasks[task]?.(input);
parentPort?.postMessage(
  result,
  Object.values(result ?? {}).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [])),
);
