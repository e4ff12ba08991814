/**
 * A segment with its postings on disk, in a file that is unlinked as soon as it is open, so a killed process leaves nothing behind. It is
 * closed once the segment is no longer referenced.
 *
 * Each row is one read; whole arrays are read as a whole and released under memory pressure. A row costs some ten microseconds from the
 * page cache, a seek from a disk.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { EntryRows, Segment } from '../engine/index.ts';

let files = 0;
const abandoned = new FinalizationRegistry((fd: number) => fs.closeSync(fd));

class SpillFile {
  readonly #fd: number;
  #size = 0;

  /** Throws if the file cannot be created. */
  constructor(directory: string) {
    const path = nodePath.join(directory, `.meshrag-postings-${process.pid}-${files++}`);
    this.#fd = fs.openSync(path, 'wx+', 0o600);
    fs.unlinkSync(path);
    abandoned.register(this, this.#fd);
  }

  /** Appends bytes and returns their offset. Throws if the disk is full. */
  append(bytes: Uint8Array): number {
    const start = this.#size;
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#fd, bytes, at, bytes.length - at, start + at);
    this.#size += bytes.length;
    return start;
  }

  read(position: number, size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const read = fs.readSync(this.#fd, bytes, at, size - at, position + at);
      if (read === 0) throw new Error('The file of the postings on disk is shorter than it was written');
      at += read;
    }
    return bytes;
  }
}

function spilled<T extends EntryRows>(rows: T, file: SpillFile): T {
  const size = rows.bytes.length;
  const start = file.append(rows.bytes);
  let whole: WeakRef<Uint8Array> | undefined;
  return {
    ...rows,
    get bytes() {
      let bytes = whole?.deref();
      if (bytes === undefined) {
        bytes = file.read(start, size);
        whole = new WeakRef(bytes);
      }
      return bytes;
    },
    read: (from: number, to: number) => file.read(start + from, to - from),
  };
}

/** Moves the segment's postings to a file in `directory`. Throws if that cannot be written. */
export function spillSegment(segment: Segment, directory: string): Segment {
  const file = new SpillFile(directory);
  const { terms, keys, chunkKeys } = segment;
  return { ...segment, isSpilled: true, terms: spilled(terms, file), keys: spilled(keys, file), chunkKeys: spilled(chunkKeys, file) };
}
