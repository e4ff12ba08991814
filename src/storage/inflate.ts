/** The one place where bytes are inflated: up to a limit that is checked while they are. */

import zlib from 'node:zlib';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { type Budget, OverBudgetError } from '../engine/util/budget.ts';

/** Limits for what this program has packed itself; it stores as it is what would exceed them. */
const [maxRatio, freeBytes, bytesPerPacked] = [16, 1 << 24, 4];
/** The binary logarithm of what zstd may allocate before it has read anything. */
const maxZstdWindow = 20;

/** How many bytes something of this packed size may inflate to. */
export function maxInflated(packed: number): number {
  return Math.min(packed * maxRatio, freeBytes + packed * bytesPerPacked);
}

interface Limit {
  readonly maxOutputLength: number;
  readonly chunkSize?: number;
}
const inflaters = {
  zlib: (bytes: Uint8Array, limit: Limit): Buffer => zlib.inflateSync(bytes, limit),
  deflate: (bytes: Uint8Array, limit: Limit): Buffer => zlib.inflateRawSync(bytes, limit),
  zstd: (bytes: Uint8Array, limit: Limit): Buffer =>
    zlib.zstdDecompressSync(bytes, { ...limit, params: { [zlib.constants.ZSTD_d_windowLogMax]: maxZstdWindow } }),
};

/**
 * Throws `OverBudgetError`, and `CorruptBytesError` for bytes that are not of this form.
 *
 * @param max bytes, or a budget that they are taken from.
 * @param chunkSize bytes that are asked for at once.
 */
export function inflate(form: keyof typeof inflaters, bytes: Uint8Array, max: number | Budget, chunkSize?: number): Buffer {
  try {
    return taken(inflaters[form](bytes, toLimit(max, chunkSize)), max);
  } catch (error) {
    throw toFault(error, bytes, max);
  }
}

function toLimit(max: number | Budget, chunkSize?: number): Limit {
  const maxOutputLength = Math.max(bytesOf(max), 1);
  return chunkSize === undefined ? { maxOutputLength } : { maxOutputLength, chunkSize };
}

function bytesOf(max: number | Budget): number {
  return typeof max === 'number' ? max : max.bytes;
}

function taken(content: Buffer, max: number | Budget): Buffer {
  if (content.length > bytesOf(max)) throw new OverBudgetError('bytes', bytesOf(max));
  if (typeof max !== 'number') max.takeBytes(content.length);
  return content;
}

function toFault(error: unknown, bytes: Uint8Array, max: number | Budget): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof OverBudgetError) return error;
  if (code === 'ERR_BUFFER_TOO_LARGE') return new OverBudgetError('bytes', bytesOf(max));
  return new CorruptBytesError(`${bytes.length} bytes cannot be inflated (${message})`, { cause: error });
}
