/** Checks and inflates frames (`../frames.ts`) with what Node and browsers have in common. */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import { frameBytes, headBytes, sumBytes } from '../arrays/frameTable.ts';

/** Polynomial of zlib's CRC-32, reflected. */
const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum;
});

/** CRC-32, continued from the sum of what came before. */
function crc32(bytes: Uint8Array, before: number): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) sum = (table[(sum ^ (bytes[i] as number)) & 255] as number) ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Size of the frame that begins here, in bytes. Throws `CorruptBytesError`. */
export function sizeOfFrame(bytes: Uint8Array): number {
  if (bytes.length < frameBytes) throw new CorruptBytesError('a frame without an end');
  return frameBytes + new DataView(bytes.buffer, bytes.byteOffset, headBytes).getUint32(4, true);
}

/** Inflates what deflate has made of `size` bytes. Throws `CorruptBytesError` where it is more, or something else. */
export type Inflate = (payload: Uint8Array<ArrayBuffer>, size: number) => Uint8Array | Promise<Uint8Array>;

/**
 * The content of a frame compressed by deflate.
 *
 * @param at where it begins in its file. Throws `CorruptBytesError`.
 */
export async function inflateFrame(frame: Uint8Array<ArrayBuffer>, at: number, inflate: Inflate): Promise<Uint8Array> {
  const whole = sizeOfFrame(frame);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const [size, taken] = [view.getUint32(0, true), view.getUint32(4, true)];
  const isSound = size <= maxFrameBytes && taken <= size && whole === frame.length;
  if (!isSound) throw new CorruptBytesError(`a frame of ${size} bytes in ${taken}`);
  if (view.getUint32(frame.length - sumBytes, true) !== crc32(frame.subarray(0, -sumBytes), at))
    throw new CorruptBytesError('a checksum that differs');
  const payload = frame.subarray(headBytes, -sumBytes);
  const content = taken === size ? payload : await inflate(payload, size);
  if (content.length !== size) throw new CorruptBytesError(`a frame of ${content.length} bytes for ${size}`);
  return content;
}

/** Inflates with what browsers have. Node has it too, but needs no stream for each frame with its own (`../inflate.ts`). */
export const inflateStream: Inflate = async (payload, size) => {
  const content = new Uint8Array(size);
  let at = 0;
  const reader = new Blob([payload]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      content.set(part.value, at);
      at += part.value.length;
    }
  } catch (cause) {
    throw new CorruptBytesError('a frame that cannot be inflated', { cause });
  }
  return content.subarray(0, at);
};
