/**
 * A file of arrays (`../arrays/arraysFile.ts`) in a directory elsewhere, read by ranges. Opening it reads where its arrays are and all of them but
 * those that are read row by row or never; of rows, frames are fetched when they are asked for. Runs in a browser page, too.
 *
 * Cost: a request for the table and one for each run of arrays that are next to each other; later, frames that are asked for in one turn of the
 * event loop share a request where they are near each other.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { SavedArray } from '../../engine/index/codec/savedSegments.ts';
import { Budget, OverBudgetError } from '../../engine/util/budget.ts';
import {
  ArrayKind,
  type ArrayPlace,
  decodeTable,
  decodeTrailer,
  type FrameTable,
  frameBytes,
  numbersIn,
  trailerBytes,
} from '../arrays/frameTable.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { concatBytes } from './concatBytes.ts';
import type { Directory } from './directory.ts';
import { inflateFrame, sizeOfFrame, type Zlib } from './inflateFrame.ts';

/** A file by its name and its size in bytes. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Read at once from the end of a file: the table of some 100,000 chunks. */
const tailBytes = 1 << 14;
/** `id` of the compression that browsers have, too. */
const deflateId = 2;
/** What is between two frames is read along if it is not more: about what a request costs. */
const maxGap = 1 << 14;

/** A range of the file that is about to be fetched. */
interface Wanted {
  readonly from: number;
  readonly to: number;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

export class RangedFile {
  readonly #directory: Directory;
  readonly #file: NamedFile;
  /** Grows with what was really loaded. */
  readonly #budget = new Budget();
  readonly #zlib: Zlib;
  #wanted: Wanted[] = [];

  constructor(directory: Directory, file: NamedFile, zlib: Zlib) {
    this.#zlib = zlib;
    this.#directory = directory;
    this.#file = file;
  }

  /**
   * What opening it reads: its arrays, empty where never read; of one that is read by row, its size in bytes and where its frames are. Throws
   * `SharedIndexError`.
   */
  async open(way: (at: number) => 'whole' | 'rows' | 'never' = () => 'whole'): Promise<readonly SavedArray[]> {
    try {
      const { packing, arrays } = await this.#table();
      if (packing !== deflateId) throw new SharedIndexError('sharedOtherVersion');
      return await Promise.all(
        arrays.map(async (place, i) => {
          if (way(i) === 'whole') return this.#array(place);
          return way(i) === 'rows' ? Uint32Array.from([place.size, ...place.frames]) : LazyBytes.near(new Uint8Array(0));
        }),
      );
    } catch (error) {
      throw toSharedError(error);
    }
  }

  /** The bytes of rows, which are fetched before they are read. Throws `CorruptBytesError`. */
  rows(opened: SavedArray | undefined): LazyBytes {
    if (!(opened instanceof Uint32Array)) throw new CorruptBytesError('rows without frames');
    const [size = 0, ...frames] = opened;
    return new LazyBytes(
      frames.slice(1).map((to, i) => this.#farFrame(frames[i] as number, to, Math.min(maxFrameBytes, size - i * maxFrameBytes))),
    );
  }

  async #table(): Promise<FrameTable> {
    const { bytes: end } = this.#file;
    const from = Math.max(0, end - tailBytes);
    const tail = await this.#get(from, end);
    const last = tail.length - trailerBytes - frameBytes;
    const { count, start } = decodeTrailer(await inflateFrame(tail.subarray(Math.max(0, last)), from + last, this.#zlib));
    if (start > from + last) throw new CorruptBytesError('a table behind its end');
    const frames = start < from ? await this.#get(start, from + last) : tail.subarray(start - from, last);
    const contents: Uint8Array[] = [];
    for (let at = 0; at < frames.length; ) {
      const size = sizeOfFrame(frames.subarray(at));
      contents.push(await this.#inflated(frames.subarray(at, at + size), start + at));
      at += size;
    }
    return decodeTable(concatBytes(contents), count);
  }

  async #array({ kind, length, size, frames }: ArrayPlace): Promise<SavedArray> {
    const bytes = this.rows(Uint32Array.from([size, ...frames]));
    await bytes.fetch(0, size);
    const content = bytes.read();
    return kind === ArrayKind.Bytes ? bytes : numbersIn(content, length, kind);
  }

  #farFrame(from: number, to: number, size: number): Frame {
    let content: Uint8Array | undefined;
    let fetched: Promise<void> | undefined;
    const fetch = async (): Promise<void> => {
      try {
        const found = await this.#inflated(await this.#bytes(from, to), from);
        if (found.length !== size) throw new CorruptBytesError(`a frame of ${found.length} bytes for ${size}`);
        content = found;
      } catch (error) {
        // Asked for again, it is fetched again.
        fetched = undefined;
        throw toSharedError(error);
      }
    };
    const frame: Frame = {
      size,
      content: () => {
        if (content === undefined) throw new Error('a row is read that was not fetched');
        return content;
      },
      loaded: () => frame,
      fetch: () => {
        fetched ??= fetch();
        return fetched;
      },
    };
    return frame;
  }

  /** The bytes of a range, which are fetched together with others that are asked for now. */
  #bytes(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (this.#wanted.length === 0) setTimeout(() => this.#fetchWanted(), 0);
      this.#wanted.push({ from, to, resolve, reject });
    });
  }

  #fetchWanted(): void {
    const wanted = this.#wanted.sort((a, b) => a.from - b.from);
    this.#wanted = [];
    for (const run of joinRanges(wanted)) {
      const start = (run[0] as Wanted).from;
      this.#get(start, (run.at(-1) as Wanted).to).then(
        (bytes) => {
          for (const { from, to, resolve } of run) resolve(bytes.subarray(from - start, to - start));
        },
        (error) => {
          for (const { reject } of run) reject(error);
        },
      );
    }
  }

  async #inflated(frame: Uint8Array<ArrayBuffer>, at: number): Promise<Uint8Array> {
    const content = await inflateFrame(frame, at, this.#zlib);
    this.#budget.takeBytes(content.length);
    return content;
  }

  async #get(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#directory.get(this.#file.name, from, to);
    this.#budget.grant(bytes.length);
    return bytes;
  }
}

/** Groups of ranges, in order, that are fetched by one request each. */
function joinRanges(sorted: readonly Wanted[]): readonly (readonly Wanted[])[] {
  const runs: Wanted[][] = [];
  for (const one of sorted) {
    const before = runs.at(-1)?.at(-1);
    if (before !== undefined && one.from - before.to <= maxGap) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** What is not as it was written, as an error of the shared index. */
export function toSharedError(error: unknown): unknown {
  if (error instanceof OverBudgetError) return new SharedIndexError('sharedExcess', { cause: error });
  return error instanceof CorruptBytesError ? new SharedIndexError('sharedDamaged', { cause: error }) : error;
}
