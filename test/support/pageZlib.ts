/** Unpacks frames in a browser page. */

import { CorruptBytesError } from '../../src/engine/index/codec/bytes.ts';
import type { Zlib } from '../../src/storage/served/inflateFrame.ts';

/** Polynomial of zlib's CRC-32, reflected. */
const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum;
});

export const pageZlib: Zlib = {
  crc32(bytes, before) {
    let sum = ~before;
    for (const byte of bytes) sum = (table[(sum ^ byte) & 255] as number) ^ (sum >>> 8);
    return ~sum >>> 0;
  },
  async inflate(payload, size) {
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
  },
};
