/**
 * A segment whose postings lie on disk: in a file that is unlinked as soon as it is open, so that nothing is left of it when the process
 * ends, and closed when nobody holds the segment any more.
 *
 * The file holds the columns one after the other. A row is three reads; a column that is touched as a whole is read as a whole and
 * forgotten when memory is wanted. Cost: a row some ten microseconds from the page cache, a seek from a disk.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { ChunkIds, Values } from '../core/retrieve/reader.ts';
import type { Rows, Segment } from './segment.ts';

type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array;

let files = 0;
const abandoned = new FinalizationRegistry((fd: number) => fs.closeSync(fd));

class SpillFile {
  readonly #fd: number;
  #size = 0;

  /** Throws where the file cannot be made. */
  constructor(directory: string) {
    const path = nodePath.join(directory, `.meshrag-postings-${process.pid}-${files++}`);
    this.#fd = fs.openSync(path, 'wx+', 0o600);
    fs.unlinkSync(path);
    abandoned.register(this, this.#fd);
  }

  /** Appends an array. Throws where the disk is full. */
  append<T extends Numbers>(array: T): SpilledColumn<T> {
    const start = this.#size;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#fd, bytes, at, bytes.length - at, start + at);
    this.#size += bytes.length;
    return new SpilledColumn<T>(this, start, array.length, array.constructor as new (length: number) => T);
  }

  readInto(array: Numbers, position: number): void {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const read = fs.readSync(this.#fd, bytes, at, bytes.length - at, position + at);
      if (read === 0) throw new Error('The file of the postings on disk is shorter than it was written');
      at += read;
    }
  }
}

class SpilledColumn<T extends Numbers> {
  readonly #file: SpillFile;
  readonly #start: number;
  readonly #length: number;
  readonly #make: new (
    length: number,
  ) => T;
  #whole: WeakRef<T> | undefined;

  constructor(file: SpillFile, start: number, length: number, make: new (length: number) => T) {
    this.#file = file;
    this.#start = start;
    this.#length = length;
    this.#make = make;
  }

  read(from: number, to: number): T {
    const array = new this.#make(to - from);
    this.#file.readInto(array, this.#start + from * array.BYTES_PER_ELEMENT);
    return array;
  }

  whole(): T {
    const known = this.#whole?.deref();
    if (known !== undefined) return known;
    const read = this.read(0, this.#length);
    this.#whole = new WeakRef(read);
    return read;
  }
}

function spillRows({ ids, offsets, chunks, values, places }: Rows, file: SpillFile): Rows {
  const columns = { chunks: file.append<ChunkIds>(chunks), values: file.append<Values>(values), places: file.append(places) };
  return {
    ids,
    offsets,
    get chunks() {
      return columns.chunks.whole();
    },
    get values() {
      return columns.values.whole();
    },
    get places() {
      return columns.places.whole();
    },
    read: (from, to) => ({
      chunks: columns.chunks.read(from, to),
      values: columns.values.read(from, to),
      places: columns.places.read(from, to),
    }),
  };
}

/** The same segment with its postings in a file in `directory`. Throws where that cannot be written. */
export function spillSegment(segment: Segment, directory: string): Segment {
  const file = new SpillFile(directory);
  const { terms, keys, keyIds, keyRoles, keyPlaces, ...rest } = segment;
  const columns = { keyIds: file.append(keyIds), keyRoles: file.append(keyRoles), keyPlaces: file.append(keyPlaces) };
  return {
    ...rest,
    terms: spillRows(terms, file),
    keys: spillRows(keys, file),
    get keyIds() {
      return columns.keyIds.whole();
    },
    get keyRoles() {
      return columns.keyRoles.whole();
    },
    get keyPlaces() {
      return columns.keyPlaces.whole();
    },
    readKeys: (from, to) => ({
      ids: columns.keyIds.read(from, to),
      roles: columns.keyRoles.read(from, to),
      places: columns.keyPlaces.read(from, to),
    }),
  };
}

/** The segment with all its columns in memory, for work that passes over all of them. */
export function inMemory(segment: Segment): Segment {
  if (segment.readKeys === undefined) return segment;
  const { readKeys: _, terms, keys, keyIds, keyRoles, keyPlaces, ...rest } = segment;
  const rowsOf = ({ ids, offsets, chunks, values, places }: Rows): Rows => ({ ids, offsets, chunks, values, places });
  return { ...rest, terms: rowsOf(terms), keys: rowsOf(keys), keyIds, keyRoles, keyPlaces };
}

/** Bytes of the columns that a spilled segment has on disk. */
export function postingBytes({ terms, keys, keyOffsets, chunkCount }: Segment): number {
  const entries = (keyOffsets[chunkCount] as number) * 9;
  const rows = [terms, keys].reduce((sum, { offsets, ids }) => sum + (offsets[ids.length] as number), 0);
  return entries + rows * (4 + 1 + (chunkCount <= 0x10000 ? 2 : 4));
}

/** Bytes of the columns that stay in memory, about. */
export function frameBytes({ terms, keys, chunkCount, paths }: Segment): number {
  return (terms.ids.length + keys.ids.length) * 8 + chunkCount * 37 + paths.length * 100;
}
