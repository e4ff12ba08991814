/** Checks and inflates frames (`../frames.ts`). Runs in a browser page, too. */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import { frameBytes, headBytes, sumBytes } from '../arrays/frameTable.ts';

/** What unpacks frames: Node's own, or a browser page's. */
export interface Zlib {
  /** CRC-32, continued from the sum of what came before. */
  crc32(bytes: Uint8Array, before: number): number;
  /** Inflates what deflate has made of `size` bytes. Throws `CorruptBytesError` where it is more, or something else. */
  inflate(payload: Uint8Array<ArrayBuffer>, size: number): Uint8Array | Promise<Uint8Array>;
}

/** Size of the frame that begins here, in bytes. Throws `CorruptBytesError`. */
export function sizeOfFrame(bytes: Uint8Array): number {
  if (bytes.length < frameBytes) throw new CorruptBytesError('a frame without an end');
  return frameBytes + new DataView(bytes.buffer, bytes.byteOffset, headBytes).getUint32(4, true);
}

/**
 * The content of a frame compressed by deflate.
 *
 * @param at where it begins in its file. Throws `CorruptBytesError`.
 */
export async function inflateFrame(frame: Uint8Array<ArrayBuffer>, at: number, { crc32, inflate }: Zlib): Promise<Uint8Array> {
  const whole = sizeOfFrame(frame);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const [size, taken] = [view.getUint32(0, true), view.getUint32(4, true)];
  const isSound = size <= maxFrameBytes && taken <= size && whole === frame.length;
  if (!isSound) throw new CorruptBytesError(`a frame of ${size} bytes in ${taken}`);
  if (view.getUint32(frame.length - sumBytes, true) !== crc32(frame.subarray(0, -sumBytes), at >>> 0))
    throw new CorruptBytesError('a checksum that differs');
  const payload = frame.subarray(headBytes, -sumBytes);
  const content = taken === size ? payload : await inflate(payload, size);
  if (content.length !== size) throw new CorruptBytesError(`a frame of ${content.length} bytes for ${size}`);
  return content;
}
