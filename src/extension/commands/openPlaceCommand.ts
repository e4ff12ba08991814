/** Opens a place and selects its range: what links in hovers and items in the tree run. */

import { openPlace, readPlace } from '../openPlace.ts';

/** `argument` is a place, with `find` where a part of the range is to be selected instead. */
export async function openPlaceCommand(argument: unknown): Promise<void> {
  const place = readPlace(argument);
  const { find } = argument as { find?: unknown };
  await openPlace(place, { find: typeof find === 'string' ? find : undefined });
}
