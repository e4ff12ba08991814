/** What builders run in another thread (`OtherThread`), by name. */

import { buildLevels, type LevelsInput } from './hug/levels.ts';

export const threadTasks: Readonly<Record<string, (input: unknown) => Promise<object>>> = {
  levels: (input) => buildLevels(input as LevelsInput, async () => undefined),
};
