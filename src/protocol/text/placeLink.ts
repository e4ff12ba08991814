/**
 * A place in our links: a workspace folder by number and a path inside, never a URI. Our markdown may run nothing but such links, so
 * injected text can at most open lines of this workspace.
 */

import { asInteger, asObject, asString, optional } from '../check.ts';
import { commandLink } from './markdown.ts';

export interface LinkedPlace {
  /** Index among the window's local folders, from 0. */
  readonly folder: number;
  /** Inside the folder, with `/`. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
  /** Selected instead of the whole place, if found there. */
  readonly find?: string;
}

/** The only command that links in our markdown may run. */
export const openPlaceCommand = 'meshrag.openPlace';

/** The link that opens a place. */
export function placeLink(place: LinkedPlace): string {
  return commandLink(openPlaceCommand, place);
}

/** Validates the argument of such a link. Throws if it is malformed or its path could leave the folder. */
export function readLinkedPlace(value: unknown): LinkedPlace {
  const place = asObject(value, 'place');
  const path = asString(place.path, 'place.path', 10_000);
  if (path === '' || /^[/\\]/.test(path) || path.split(/[/\\]/).includes('..'))
    throw new Error(`place.path must be a path inside its folder, but is ${JSON.stringify(path)}`);
  const startLine = asInteger(place.startLine, 'place.startLine', 1, 1e9);
  return {
    folder: asInteger(place.folder, 'place.folder', 0, 1000),
    path,
    startLine,
    endLine: asInteger(place.endLine, 'place.endLine', startLine, 1e9),
    startColumn: optional(place.startColumn, (column) => asInteger(column, 'place.startColumn', 0, 1e9)),
    endColumn: optional(place.endColumn, (column) => asInteger(column, 'place.endColumn', 0, 1e9)),
    find: optional(place.find, (find) => asString(find, 'place.find', 10_000)),
  };
}
