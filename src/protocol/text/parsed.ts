/** For code that may not import the engine. */

import { readJson } from '../../engine/util/budget.ts';

/** JSON within the budget of its length. Throws if it is none, or too much. */
export function parsed(json: string): unknown {
  return readJson(json);
}
