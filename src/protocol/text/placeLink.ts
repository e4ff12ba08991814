/**
 * A place in our links: a workspace folder by number and a path inside, never a URI. Our markdown may run nothing but such links, so
 * injected text can at most open lines of this workspace.
 */

import { lineRange } from '../places.ts';
import { extend, type Infer, integer, optional, type Schema, text } from '../schema.ts';
import { commandLink } from './markdown.ts';

const anyPath = text(10_000);
const innerPath: Schema<string> = (value, name) => {
  const path = anyPath(value, name);
  if (path === '' || /^[/\\]/.test(path) || path.split(/[/\\]/).includes('..'))
    throw new RangeError(`"${name}" is ${JSON.stringify(path)}, expected a path inside its folder`);
  return path;
};

/** The argument of such a link. */
export const linkedPlace = extend(lineRange, {
  /** Index among the window's local folders, from 0. */
  folder: integer(0, 1000),
  /** Inside the folder, with `/`. */
  path: innerPath,
  /** Selected instead of the whole place, if found there. */
  find: optional(text(10_000)),
});
export type LinkedPlace = Infer<typeof linkedPlace>;

/** The command that opens a place; links in our markdown run nothing else, but for `nameLink.ts` in hovers. */
export const openPlaceCommand = 'meshrag.openPlace';

/** The link that opens a place. */
export function placeLink(place: LinkedPlace): string {
  return commandLink(openPlaceCommand, place);
}
