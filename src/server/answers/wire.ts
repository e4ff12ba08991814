/** Maps the service's answers to the wire: places become URIs with paths for display, and texts show hidden characters. */

import type { Place } from '../../engine/place.ts';
import { visible } from '../../engine/text/visible.ts';
import type { Wire, WirePlace } from '../../protocol/places.ts';
import type { FileUris } from '../fileUris.ts';

/** What conversions need from the server. */
export interface Conversion {
  readonly uris: FileUris;
  /** Names of the open folders by their absolute path. */
  readonly folderNames: ReadonlyMap<string, string>;
}

/** Fields that are compared with what was sent or with files, so that no character of them may differ. */
const verbatim: ReadonlySet<string> = new Set(['answer', 'excerpt', 'fileHash', 'id', 'pieces', 'question', 'quote', 'shown']);

/** The same answer; the path of a place is prefixed with the folder's name if there are several folders. */
export function toWire<T>(answer: T, conversion: Conversion): Wire<T> {
  return new Mapping(conversion).map(answer) as Wire<T>;
}

/** The place alone. */
export function toWirePlace({ folder, path, startLine, endLine, startColumn = 0, endColumn }: Place, conversion: Conversion): WirePlace {
  return toWire({ folder, path, startLine, endLine, ...(endColumn ? { startColumn, endColumn } : {}) }, conversion);
}

/** The name of an open folder, or the last name of its path. */
export function folderName(folder: string, { folderNames, uris }: Conversion): string {
  return folderNames.get(folder) ?? uris.baseName(folder);
}

class Mapping {
  readonly #conversion: Conversion;
  /** By folder and path: an answer may have thousands of places in one file. */
  readonly #files = new Map<string, Pick<WirePlace, 'uri' | 'path'>>();

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
  }

  map(value: unknown): unknown {
    if (typeof value === 'string') return visible(value);
    if (Array.isArray(value)) return value.map((one) => this.map(one));
    return typeof value === 'object' && value !== null ? this.#object(value) : value;
  }

  #object(value: object): object {
    const mapped: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value)) if (key !== 'folder') mapped[key] = verbatim.has(key) ? one : this.map(one);
    const { folder, path } = value as Partial<Place>;
    if (folder === undefined) return mapped;
    return Object.assign(mapped, path === undefined ? this.#folder(folder) : this.#file(folder, path));
  }

  #folder(folder: string): { uri: string; name: string } {
    return { uri: this.#conversion.uris.toUri(folder), name: visible(folderName(folder, this.#conversion)) };
  }

  #file(folder: string, path: string): Pick<WirePlace, 'uri' | 'path'> {
    const { uris, folderNames } = this.#conversion;
    const key = `${folder}\n${path}`;
    const known = this.#files.get(key) ?? {
      uri: uris.toUri(uris.join(folder, path)),
      path: visible(folderNames.size > 1 ? `${folderName(folder, this.#conversion)}/${path}` : path),
    };
    this.#files.set(key, known);
    return known;
  }
}
