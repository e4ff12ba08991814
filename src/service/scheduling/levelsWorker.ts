/** The worker thread that builds the levels of modules, once. */

import { parentPort, workerData } from 'node:worker_threads';
import { buildLevels } from '../../engine/retrieval/modules/levels.ts';
import type { NodeKeys } from '../../engine/retrieval/modules/structure.ts';

/** Start parameters of the worker. */
export interface LevelsTask {
  readonly keys: NodeKeys;
  readonly maxModule: number;
}

const { keys, maxModule } = workerData as LevelsTask;
void buildLevels(keys, maxModule, async () => undefined).then((levels) => {
  const columns: readonly Int32Array[] = Object.values(levels);
  parentPort?.postMessage(
    levels,
    columns.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
