/**
 * A file of frames, each compressed if that saves space, with a checksum over its content and its offset.
 *
 * A reader validates all frames in one pass and reads the content of a frame again when it is needed: touching new memory costs five times
 * as much as reading the file.
 *
 * A frame: size of the content, size of the payload, payload, checksum.
 */

import fs from 'node:fs';
import zlib from 'node:zlib';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { type Frame, maxFrameBytes } from '../engine/index/codec/lazyBytes.ts';
import { Budget, OverBudgetError } from '../engine/util/budget.ts';
import { errorMessage } from '../messages/messages.ts';
import { headBytes, sumBytes } from './arrays/frameTable.ts';
import { inflate } from './inflate.ts';

/** Smaller content is not compressed. */
const minPackedBytes = 64;

/** A compression format; a file is read with the format that it was written with. */
export interface Packing {
  /** Identifies the format in the file. */
  readonly id: number;
  pack(content: Uint8Array): Buffer;
  unpack(packed: Uint8Array): Buffer;
}

// One spare byte lets both codecs finish without asking for more output.
const chunkSize = maxFrameBytes + 1;
/** At its fastest level: compresses to about two fifths; a megabyte decompresses in a millisecond. */
const zstd: Packing = {
  id: 1,
  pack: (content) => zlib.zstdCompressSync(content, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }),
  unpack: (packed) => inflate('zstd', packed, maxFrameBytes, chunkSize),
};
/** About the same size, several times slower. */
export const deflate: Packing = {
  id: 2,
  pack: (content) => zlib.deflateRawSync(content, { level: 1 }),
  unpack: (packed) => inflate('deflate', packed, maxFrameBytes, chunkSize),
};
/** The better format that this Node offers: zstd came with 22.15 and 23.8. */
export const usualPacking: Packing = typeof zlib.zstdCompressSync === 'function' ? zstd : deflate;
/** Those that this Node can read. */
export const packings: readonly Packing[] = usualPacking === zstd ? [zstd, deflate] : [deflate];

export class FrameWriter {
  readonly #descriptor: number;
  readonly #packing: Packing;
  #at: number;
  /** What a reader of the file may take, as far as it is written. */
  readonly #budget: Budget;

  /** @param at size of the file in bytes: where the first frame goes. */
  constructor(descriptor: number, { packing = usualPacking, at = 0 }: { readonly packing?: Packing; readonly at?: number } = {}) {
    this.#descriptor = descriptor;
    this.#packing = packing;
    this.#at = at;
    this.#budget = new Budget(at);
  }

  /** Where the next frame goes: the bytes written so far. */
  get at(): number {
    return this.#at;
  }

  /** Writes one frame of at most `maxFrameBytes` bytes. Throws file system errors. */
  put(content: Uint8Array): void {
    const tried = content.length < minPackedBytes ? content : this.#packing.pack(content);
    const isSmaller = tried.length < content.length && content.length <= this.#budget.bytes;
    const packed = isSmaller ? tried : content;
    this.#budget.grant(packed.length).takeBytes(content.length);
    const frame = Buffer.alloc(headBytes + packed.length + sumBytes);
    frame.writeUInt32LE(content.length);
    frame.writeUInt32LE(packed.length, 4);
    frame.set(packed, headBytes);
    frame.writeUInt32LE(checksum(frame, this.#at), frame.length - sumBytes);
    for (let at = 0; at < frame.length; ) at += fs.writeSync(this.#descriptor, frame, at, frame.length - at, this.#at + at);
    this.#at += frame.length;
  }
}

/** Thrown when a validated frame is gone: the file was changed, or its disk is unavailable. */
export class LostFrameError extends CorruptBytesError {
  /** Absolute path. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const why = errorMessage(cause);
    super(`${file} can no longer be read (${why}); rebuild the index or restart`, { cause });
    this.file = file;
  }
}

/** Checksum of a frame at this offset, without its trailing bytes. */
function checksum(frame: Buffer, at: number): number {
  return zlib.crc32(frame.subarray(0, -sumBytes), at >>> 0);
}

const abandoned = new FinalizationRegistry((descriptor: number) => fs.closeSync(descriptor));

/** Reads the frames of a file in sequence. The file is closed once no frame is referenced any more. */
export class FrameReader {
  readonly #path: string;
  /** How its frames are compressed. */
  packing: Packing;
  readonly #descriptor: number;
  /** The bytes from `#from` on that have been read. */
  readonly #window = Buffer.allocUnsafe(1 << 18);
  #from = 0;
  #to = 0;
  #hasEndedEarly = false;
  #at: number;
  #size = 0;
  readonly #budget = new Budget();

  /** @param at where a frame begins, in bytes. Throws file system errors. */
  constructor(path: string, { packing = usualPacking, at = 0 }: { readonly packing?: Packing; readonly at?: number } = {}) {
    this.#path = path;
    this.packing = packing;
    this.#at = at;
    this.#descriptor = fs.openSync(path, 'r');
    abandoned.register(this, this.#descriptor, this);
    this.#look();
  }

  /** Where the next frame begins. */
  get at(): number {
    return this.#at;
  }

  /** Whether the file ended where more was expected. */
  get hasEndedEarly(): boolean {
    return this.#hasEndedEarly;
  }

  /** Whether no byte follows; the file may grow. */
  get isAtEnd(): boolean {
    return this.#at >= this.#look();
  }

  /** Goes back to where a frame begins. */
  returnTo(at: number): void {
    this.#at = at;
    this.#to = 0;
  }

  /** Closes the file at once; the content of its frames is no longer available. */
  close(): void {
    if (abandoned.unregister(this)) fs.closeSync(this.#descriptor);
  }

  /** The next frame. Throws `CorruptBytesError` if it is damaged or the file ends, and file system errors. */
  next(): Frame {
    const at = this.#at;
    this.#hasEndedEarly = false;
    const head = this.#bytes(at, headBytes);
    const [size, taken] = [head.readUInt32LE(), head.readUInt32LE(4)];
    if (size > maxFrameBytes || taken > size) throw new CorruptBytesError(`a frame of ${size} bytes in ${taken}`);
    const length = headBytes + taken + sumBytes;
    check(this.#bytes(at, length), at);
    this.#take(size);
    this.#at += length;
    return {
      size,
      content: () => this.#unpacked(this.#again(at, length), size),
      loaded: () => this.#loaded(this.#again(at, length), size),
    };
  }

  /** The size of the file now. */
  #look(): number {
    const { size } = fs.fstatSync(this.#descriptor);
    if (size > this.#size) this.#budget.grant(size - this.#size);
    this.#size = Math.max(size, this.#size);
    return size;
  }

  #take(size: number): void {
    try {
      this.#budget.takeBytes(size);
    } catch (cause) {
      throw cause instanceof OverBudgetError ? new CorruptBytesError(cause.message, { cause }) : cause;
    }
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
      const content = this.packing.unpack(packed);
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
      this.#hasEndedEarly = at + length > this.#to;
      if (this.#hasEndedEarly) throw new CorruptBytesError('the file ends too early');
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

/** Checks the frame at this offset of the file. */
function check(frame: Buffer, at: number): Buffer {
  if (frame.readUInt32LE(frame.length - sumBytes) !== checksum(frame, at)) throw new CorruptBytesError('a checksum that differs');
  return frame;
}
