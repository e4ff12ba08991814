/** Opens a place and selects its range: what links in hovers and items in the tree run. */

import { openPlace, placeOfArgument } from '../openPlace.ts';

/** `argument` is a place, with `find` where a part of the range is to be selected instead. */
export async function openPlaceCommand(argument: unknown): Promise<void> {
  const place = placeOfArgument(argument);
  const { find } = argument as { find?: unknown };
  await openPlace(place, { find: typeof find === 'string' ? find : undefined });
}
