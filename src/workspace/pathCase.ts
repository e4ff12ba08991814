/**
 * Names that are written otherwise than on disk: in another case, or with accents composed otherwise. Which file systems make no difference there
 * is asked of the files, not of the platform.
 */

import { lstatSync, readdirSync, statSync } from 'node:fs';
import { absoluteBelow, childPath, nameOf } from './paths.ts';

/** Whether two absolute paths are the same, or differ in case alone and lead to the same directory. False where that is not there. */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.toLowerCase() !== other.toLowerCase()) return false;
  const id = idAt(one, statSync);
  return id !== undefined && id === idAt(other, statSync);
}

/** The names of directories as they are listed, for one look at some paths: each directory is listed once, and each name found at once. */
export class ListedNames {
  readonly #listings = new Map<string, Listing>();

  /**
   * The path (relative to the folder, with `/`) of what is found by one, as the directories on the way list it; the same where nothing is.
   * Cost: two looks where case makes a difference, else a listing of each directory on the way.
   */
  pathOf(root: string, path: string): string {
    if (isPlain.test(path) && !isCaseless(root, path)) return path;
    let listed = '';
    for (const name of path.split('/')) listed = childPath(listed, this.#nameIn(absoluteBelow(root, listed), name));
    return listed;
  }

  #nameIn(directory: string, name: string): string {
    const listing = this.#listings.get(directory) ?? new Listing(directory);
    this.#listings.set(directory, listing);
    return listing.nameFor(name);
  }
}

/** The names in a directory; none where it cannot be listed. */
class Listing {
  readonly #names: ReadonlySet<string>;
  /** By what they are without case and composition; made when a name is asked for that is not there. */
  #byFold: ReadonlyMap<string, string> | undefined;

  constructor(directory: string) {
    this.#names = new Set(namesIn(directory));
  }

  /** The name that is there for one; the same where there is none. Of several the first. */
  nameFor(name: string): string {
    if (this.#names.has(name)) return name;
    this.#byFold ??= new Map([...this.#names].reverse().map((one) => [fold(one), one]));
    return this.#byFold.get(fold(name)) ?? name;
  }
}

const isPlain = /^[\x20-\x7e]*$/;

/** Whether what is found by a path is found by its name in the other case as well. */
function isCaseless(root: string, path: string): boolean {
  const name = nameOf(path);
  const other = name.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  if (other === name) return false;
  const id = idAt(absoluteBelow(root, path.slice(0, path.length - name.length) + other), lstatSync);
  return id !== undefined && id === idAt(absoluteBelow(root, path), lstatSync);
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function idAt(path: string, look: typeof statSync | typeof lstatSync): string | undefined {
  try {
    const stat = look(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  } catch {
    return undefined;
  }
}
