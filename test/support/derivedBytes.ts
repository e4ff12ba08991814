/** Made-up derived data and contents, from a number. */

import { createHash } from 'node:crypto';
import type { ContentId } from '../../src/engine/document.ts';

export function derivedBytes(seed: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (Math.imul(at >> 3, 0x9e3779b1) >>> 13) + seed;
  return bytes;
}

export function derivedId(n: number): ContentId {
  return { hash: createHash('sha256').update(`content ${n}`).digest('hex'), language: 'markdown' };
}
