/** Names for a message about one that is unknown: those that may have been meant first, the others in their order. */

import { editDistance } from '../util/editDistance.ts';

/** Typing errors in a name, from one error in three characters: more of them make another name. */
const charactersPerError = 3;

/** The names within some typing errors of `wanted` first, the nearest of them leading. */
export function nearestFirst(names: readonly string[], wanted: string): readonly string[] {
  const errors = new Map(names.map((name) => [name, editDistance(name.toLowerCase(), wanted.slice(0, 100).toLowerCase())]));
  const near = names.filter((name) => (errors.get(name) as number) <= name.length / charactersPerError);
  near.sort((a, b) => (errors.get(a) as number) - (errors.get(b) as number));
  return [...new Set([...near, ...names])];
}
