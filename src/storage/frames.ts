/**
 * A file of frames: bytes that are packed where that makes them fewer, each frame with a checksum over what it holds and where it stands.
 *
 * A reader passes over all of them once, so it knows that they are what was written, and reads the content of those that are wanted again when
 * that is so: memory that is touched for the first time costs five times as much as reading the file.
 *
 * A frame is the size of its content and of what that takes, what it takes, and the checksum.
 */

import fs from 'node:fs';
import zlib from 'node:zlib';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { type Frame, maxFrameBytes } from '../engine/index/codec/lazyBytes.ts';

const headBytes = 8;
const sumBytes = 4;
/** No file has more content than this and so many times its own bytes; what is saved has three times. */
const minContent = 1 << 20;
const maxRatio = 32;
/** Less is kept as it is. */
const leastPacked = 64;

/** How content is packed; a file is read by the way that it was written. */
export interface Packing {
  /** Tells the ways apart. */
  readonly id: number;
  pack(content: Uint8Array): Buffer;
  unpack(packed: Uint8Array): Buffer;
}

// With room for one more byte neither need be asked whether there is more.
const bounds = { chunkSize: maxFrameBytes + 1, maxOutputLength: maxFrameBytes };
/** At its fastest: to some two fifths, a millisecond to read a megabyte. */
export const zstd: Packing = {
  id: 1,
  pack: (content) => zlib.zstdCompressSync(content, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }),
  unpack: (packed) => zlib.zstdDecompressSync(packed, bounds),
};
/** As small, and several times slower. */
export const deflate: Packing = {
  id: 2,
  pack: (content) => zlib.deflateRawSync(content, { level: 1 }),
  unpack: (packed) => zlib.inflateRawSync(packed, bounds),
};
/** The better one that this Node has: zstd came with 22.15 and 23.8. */
export const usualPacking: Packing = typeof zlib.zstdCompressSync === 'function' ? zstd : deflate;

export class FrameWriter {
  readonly #descriptor: number;
  readonly #packing: Packing;
  #at = 0;

  /** @param descriptor of an empty file. */
  constructor(descriptor: number, packing = usualPacking) {
    this.#descriptor = descriptor;
    this.#packing = packing;
  }

  /** Writes one frame; at most `maxFrameBytes` bytes. Throws what the file system throws. */
  put(content: Uint8Array): void {
    const tried = content.length < leastPacked ? content : this.#packing.pack(content);
    const packed = tried.length < content.length ? tried : content;
    const frame = Buffer.alloc(headBytes + packed.length + sumBytes);
    frame.writeUInt32LE(content.length);
    frame.writeUInt32LE(packed.length, 4);
    frame.set(packed, headBytes);
    frame.writeUInt32LE(checksum(frame, this.#at), frame.length - sumBytes);
    for (let at = 0; at < frame.length; ) at += fs.writeSync(this.#descriptor, frame, at);
    this.#at += frame.length;
  }
}

/** Thrown where a frame that was passed over is not there any more: its file was changed, or its disk is gone. */
export class LostFrameError extends CorruptBytesError {
  /** Absolute path. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${file} cannot be read any more (${why}); rebuild the index, or restart, to have it made anew`, { cause });
    this.file = file;
  }
}

/** Of a frame that stands there, without its last bytes. */
function checksum(frame: Buffer, at: number): number {
  return zlib.crc32(frame.subarray(0, -sumBytes), at >>> 0);
}

const abandoned = new FinalizationRegistry((descriptor: number) => fs.closeSync(descriptor));

/** Passes over the frames of a file, which is closed when nobody holds a frame of it any more. */
export class FrameReader {
  readonly #path: string;
  readonly #packing: Packing;
  readonly #descriptor: number;
  /** The bytes from `#from` on, as far as they were read. */
  readonly #window = Buffer.allocUnsafe(1 << 18);
  #from = 0;
  #to = 0;
  #at = 0;
  /** Bytes of content that the frames ahead may have together. */
  #left: number;

  /** Throws what the file system throws. */
  constructor(path: string, packing = usualPacking) {
    this.#path = path;
    this.#packing = packing;
    this.#descriptor = fs.openSync(path, 'r');
    abandoned.register(this, this.#descriptor, this);
    this.#left = minContent + fs.fstatSync(this.#descriptor).size * maxRatio;
  }

  /** Closes the file at once; no frame has a content any more. */
  close(): void {
    if (abandoned.unregister(this)) fs.closeSync(this.#descriptor);
  }

  /** The next frame. Throws `CorruptBytesError` where it is not what was written, or the file ends; and what the file system throws. */
  next(): Frame {
    const at = this.#at;
    const head = this.#bytes(at, headBytes);
    const [size, taken] = [head.readUInt32LE(), head.readUInt32LE(4)];
    this.#left -= size;
    if (size > maxFrameBytes || taken > size || this.#left < 0) throw new CorruptBytesError(`a frame of ${size} bytes in ${taken}`);
    const length = headBytes + taken + sumBytes;
    check(this.#bytes(at, length), at);
    this.#at += length;
    return {
      size,
      content: () => this.#unpacked(this.#again(at, length), size),
      loaded: () => this.#loaded(this.#again(at, length), size),
    };
  }

  #loaded(bytes: Buffer, size: number): Frame {
    const frame: Frame = { size, content: () => this.#unpacked(bytes, size), loaded: () => frame };
    return frame;
  }

  #again(at: number, length: number): Buffer {
    try {
      return check(this.#read(at, Buffer.allocUnsafe(length)), at);
    } catch (error) {
      throw new LostFrameError(this.#path, error);
    }
  }

  #unpacked(frame: Buffer, size: number): Uint8Array {
    const packed = frame.subarray(headBytes, -sumBytes);
    if (packed.length === size) return packed;
    try {
      const content = this.#packing.unpack(packed);
      if (content.length === size) return content;
      throw new CorruptBytesError(`a frame of ${content.length} bytes for ${size}`);
    } catch (error) {
      throw new LostFrameError(this.#path, error);
    }
  }

  #bytes(at: number, length: number): Buffer {
    if (at + length > this.#to) {
      this.#from = at;
      this.#to = at + fs.readSync(this.#descriptor, this.#window, 0, this.#window.length, at);
      if (at + length > this.#to) throw new CorruptBytesError('the file ends too early');
    }
    return this.#window.subarray(at - this.#from, at - this.#from + length);
  }

  #read(position: number, bytes: Buffer): Buffer {
    for (let at = 0; at < bytes.length; ) {
      const read = fs.readSync(this.#descriptor, bytes, at, bytes.length - at, position + at);
      if (read === 0) throw new CorruptBytesError('the file ends too early');
      at += read;
    }
    return bytes;
  }
}

/** The frame at this place of the file, if it is what was written there. */
function check(frame: Buffer, at: number): Buffer {
  if (frame.readUInt32LE(frame.length - sumBytes) !== checksum(frame, at)) throw new CorruptBytesError('a checksum that differs');
  return frame;
}
