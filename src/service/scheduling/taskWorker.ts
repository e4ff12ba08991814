/** The worker thread that runs one task: a step of a retrieval system's builder, or finding communities. */

import { parentPort, workerData } from 'node:worker_threads';
import { findCommunities } from '../../engine/graph/communities.ts';
import type { CommunityInput } from '../../engine/graph/communityInput.ts';
import { threadTasks } from '../../systems/threadTasks.ts';

/** Start parameters of the worker. */
export interface ThreadTask {
  readonly task: string;
  readonly input: unknown;
}

const tasks: typeof threadTasks = {
  ...threadTasks,
  communities: async (input) => findCommunities(input as CommunityInput),
};

const { task, input } = workerData as ThreadTask;
void tasks[task]?.(input).then((result) => {
  const columns = Object.values(result).filter((column) => ArrayBuffer.isView(column));
  parentPort?.postMessage(
    result,
    columns.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
