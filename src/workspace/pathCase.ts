/**
 * Paths that are spelled differently on disk: in another case or Unicode normalisation form. Whether a file system treats them as equal is
 * tested with its files, not assumed from the platform.
 */

import { lstatSync, readdirSync, statSync } from 'node:fs';
import { fileNameOf } from '../engine/util/paths.ts';
import { absoluteBelow, childPath } from './systemPaths.ts';

/** Whether two absolute paths are equal, or differ only in case and are the same existing directory. */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.toLowerCase() !== other.toLowerCase()) return false;
  const id = idAt(one, statSync);
  return id !== undefined && id === idAt(other, statSync);
}

/** Directory listings for one check of some paths: each directory is listed at most once, and names are looked up in constant time. */
export class ListedNames {
  readonly #listings = new Map<string, Listing>();

  /**
   * The spelling on disk of a path (relative to the folder, with `/`); unchanged if nothing exists there. Two `stat`s on a case-sensitive
   * file system, else a listing of each directory on the path.
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

/** The names in a directory; empty if it cannot be listed. */
class Listing {
  readonly #names: ReadonlySet<string>;
  /** By their folded form; built when a name is not found literally. */
  #byFold: ReadonlyMap<string, string> | undefined;

  constructor(directory: string) {
    this.#names = new Set(namesIn(directory));
  }

  /** The matching name on disk, the first of several; unchanged if there is none. */
  nameFor(name: string): string {
    if (this.#names.has(name)) return name;
    this.#byFold ??= new Map([...this.#names].reverse().map((one) => [fold(one), one]));
    return this.#byFold.get(fold(name)) ?? name;
  }
}

const isPlain = /^[\x20-\x7e]*$/;

/** Whether the last part of an existing path is also found in the opposite case. */
function isCaseless(root: string, path: string): boolean {
  const name = fileNameOf(path);
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
