/** Opens a place and selects its range: run by links in our markdown and rows of our trees. */

import { placeOfLink } from '../editor/linkedPlaces.ts';
import { openPlace } from '../editor/openPlace.ts';

/** `argument` is a `LinkedPlace`; see there. */
export async function openPlaceCommand(argument: unknown): Promise<void> {
  const { find, ...place } = await placeOfLink(argument);
  await openPlace(place, { find });
}
