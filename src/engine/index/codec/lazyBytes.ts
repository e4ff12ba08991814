/**
 * Bytes that came in frames and stay packed until they are asked for: of the postings of a saved index a question reads a few rows, and most
 * are not read for as long as the process lives. What was unpacked is kept.
 */

import type { Packed } from '../../text/words/lexicon.ts';
import { CorruptBytesError } from './bytes.ts';

/** Bytes of content in a frame at most: a tenth of a millisecond to read. */
export const maxFrameBytes: number = 1 << 16;

/** A part of saved bytes, packed. */
export interface Frame {
  /** Bytes of its content. */
  readonly size: number;
  /** The content; it is read from the file each time. Throws `LostFrameError`. */
  content(): Uint8Array;
  /** The same frame as it is packed in memory, for which the file is not needed any more. Throws `LostFrameError`. */
  held(): Frame;
}

export class PackedBytes implements Packed {
  /** Those that are packed. */
  readonly #frames: (Frame | undefined)[];
  #left: number;
  #space: Uint8Array<ArrayBuffer> | undefined;
  readonly length: number;

  /** @param frames all full but the last one. Throws `CorruptBytesError` for others. */
  constructor(frames: readonly Frame[]) {
    this.#frames = [...frames];
    this.#left = frames.length;
    if (frames.slice(0, -1).some(({ size }) => size !== maxFrameBytes)) throw new CorruptBytesError('a frame that is not full');
    this.length = frames.reduce((sum, { size }) => sum + size, 0);
  }

  /** Where they are, once they were unpacked. */
  get space(): Uint8Array<ArrayBuffer> {
    this.#space ??= new Uint8Array(this.length);
    return this.#space;
  }

  /** Takes what is packed into memory, packed: from now on nothing is read from the file. Cost: that of reading it. */
  hold(): void {
    for (const [at, frame] of this.#frames.entries()) this.#frames[at] = frame?.held();
  }

  /** Unpacks those in [from, to). Cost: a millisecond a megabyte. */
  unpack(from = 0, to = this.length): void {
    if (this.#left > 0) for (let at = Math.floor(from / maxFrameBytes); at * maxFrameBytes < to; at++) this.#unpack(at);
  }

  /** Those in [from, to). */
  read(from = 0, to = this.length): Uint8Array<ArrayBuffer> {
    this.unpack(from, to);
    return this.space.subarray(from, to);
  }

  #unpack(at: number): void {
    const frame = this.#frames[at];
    if (frame === undefined) return;
    this.space.set(frame.content(), at * maxFrameBytes);
    this.#frames[at] = undefined;
    this.#left--;
  }
}
