/**
 * Bytes in compressed frames that are decompressed on demand: a question reads a few rows of a saved index, and most rows are never read by
 * the process. Decompressed frames are kept.
 */

import type { Packed } from '../../text/words/lexicon.ts';
import { CorruptBytesError } from './bytes.ts';

/** Maximum content size of a frame in bytes. A question reads some hundred rows that lie far apart: larger frames would mostly be other rows. */
export const maxFrameBytes: number = 1 << 13;

/** A compressed part of saved bytes. */
export interface Frame {
  /** Size of the content in bytes. */
  readonly size: number;
  /** The content, read from the file at each call. Throws `LostFrameError`. */
  content(): Uint8Array;
  /** The same frame, compressed in memory and independent of the file. Throws `LostFrameError`. */
  loaded(): Frame;
  /** Of a frame that lies on another machine: resolves once `content` can return it. Rejects like the directory that it lies in. */
  fetch?(): Promise<void>;
}

export class LazyBytes implements Packed {
  /** Frames not decompressed yet. */
  readonly #frames: (Frame | undefined)[];
  #left: number;
  #space: Uint8Array<ArrayBuffer> | undefined;
  readonly length: number;

  /** @param frames all full but the last one. Throws `CorruptBytesError` otherwise. */
  constructor(frames: readonly Frame[]) {
    this.#frames = [...frames];
    this.#left = frames.length;
    if (frames.slice(0, -1).some(({ size }) => size !== maxFrameBytes)) throw new CorruptBytesError('a frame is not full');
    this.length = frames.reduce((sum, { size }) => sum + size, 0);
  }

  /** Bytes that are here and not compressed. */
  static near(bytes: Uint8Array): LazyBytes {
    const frames: Frame[] = [];
    for (let at = 0; at < bytes.length; at += maxFrameBytes) {
      const content = bytes.subarray(at, at + maxFrameBytes);
      const frame: Frame = { size: content.length, content: () => content, loaded: () => frame };
      frames.push(frame);
    }
    return new LazyBytes(frames);
  }

  /** The buffer for the decompressed bytes. */
  get space(): Uint8Array<ArrayBuffer> {
    this.#space ??= new Uint8Array(this.length);
    return this.#space;
  }

  /** Loads the compressed frames into memory, so that the file is not read any more. Cost: reading it. */
  load(): void {
    for (const [at, frame] of this.#frames.entries()) this.#frames[at] = frame?.loaded();
  }

  /** Whether bytes must be fetched before they are read. */
  get isElsewhere(): boolean {
    return this.#frames.some((frame) => frame?.fetch !== undefined);
  }

  /** Fetches the bytes in [from, to), as far as they are elsewhere. */
  async fetch(from: number, to: number): Promise<void> {
    const frames = from < to ? this.#frames.slice(Math.floor(from / maxFrameBytes), Math.ceil(to / maxFrameBytes)) : [];
    await Promise.all(frames.map((frame) => frame?.fetch?.()));
  }

  /** Decompresses the bytes in [from, to). Cost: a millisecond a megabyte. */
  unpack(from = 0, to = this.length): void {
    if (this.#left > 0 && from < to) for (let at = Math.floor(from / maxFrameBytes); at * maxFrameBytes < to; at++) this.#unpack(at);
  }

  /** The bytes in [from, to). */
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
