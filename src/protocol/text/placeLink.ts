/**
 * A place in our links: a workspace folder by number and a path inside, never a URI. Our markdown may run nothing but such links, so
 * injected text can at most open lines of this workspace.
 */

import { lineRange, zeroBased } from '../places.ts';
import { extend, type Infer, integer, list, object, optional, type Schema, text } from '../schema.ts';
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

/** The command that opens a place; links in our markdown run nothing else, but for a peek and `nameLink.ts` in hovers. */
export const openPlaceCommand = 'meshrag.openPlace';

/** Places to peek, and where the hover is that offers them. */
export const linkedPeek = object({ places: list(linkedPlace, 100), at: object({ line: zeroBased, character: zeroBased }) });
export type LinkedPeek = Infer<typeof linkedPeek>;

/** The command that peeks places; only links in hovers run it. */
export const peekCommand = 'meshrag.peek';

/** The link that peeks places. */
export function peekLink(peek: LinkedPeek): string {
  return commandLink(peekCommand, peek);
}

/** The link that opens a place. */
export function placeLink(place: LinkedPlace): string {
  return commandLink(openPlaceCommand, place);
}
