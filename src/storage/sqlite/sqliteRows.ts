/** The format of blobs in SQLite: each carries a checksum over its whole content. */

import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { OverBudgetError } from '../../engine/util/budget.ts';
import { inflate, maxInflated } from '../inflate.ts';

/** Bytes at the start of every blob, filled in by `sealed`. */
const sumBytes = 4;

/** A blob with its checksum in the first `sumBytes`. The checksum covers the name as well as the content. */
function sealed(name: string, blob: Uint8Array): Uint8Array {
  const sum = checksum(name, blob.subarray(sumBytes));
  for (let i = 0; i < sumBytes; i++) blob[i] = sum >>> (i * 8);
  return blob;
}

/** `sealed`, for content without room for a checksum. */
function sealedCopy(name: string, content: Uint8Array): Uint8Array {
  return sealed(name, Buffer.concat([new Uint8Array(sumBytes), content]));
}

/** The content, or `undefined` if it was not sealed under this name. In a damaged file a blob may be anything. */
export function unpack(name: string, blob: unknown): Uint8Array | undefined {
  if (!(blob instanceof Uint8Array) || blob.length < sumBytes) return undefined;
  const bytes = blob.subarray(sumBytes);
  const sum = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).readUInt32LE();
  return sum === checksum(name, bytes) ? bytes : undefined;
}

function checksum(name: string, bytes: Uint8Array): number {
  return zlib.crc32(bytes, zlib.crc32(name));
}

/**
 * The primary key of a document: 52 bits of its hash, varied by the language. On a collision the later document wins, and the file of the
 * other one is read again.
 */
export function documentKey({ hash, language }: ContentId): number {
  const begin = Number.parseInt(hash.slice(0, 13), 16) || 0;
  return (begin + zlib.crc32(language) * 2 ** 20) % 2 ** 52;
}

/** Content from this size on is compressed, to about a third. */
const minCompressedBytes = 512;

/** The encoding of a blob: the byte after the checksum. */
const Form = { Plain: 0, Deflated: 1 } as const;

const deflate: zlib.ZlibOptions = { level: 1 };

/** Compressed and sealed content. */
export function packRecord(name: string, record: Uint8Array): Uint8Array {
  return sealedCopy(
    name,
    packed(record, Form.Deflated, (content) => zlib.deflateRawSync(content, deflate)),
  );
}

function packed(content: Uint8Array, form: number, compress: (content: Uint8Array) => Uint8Array): Uint8Array {
  const compressed = content.length < minCompressedBytes ? content : compress(content);
  const isCompressed = compressed !== content && content.length <= maxInflated(compressed.length);
  return Buffer.concat([Uint8Array.of(isCompressed ? form : Form.Plain), isCompressed ? compressed : content]);
}

/** Decompresses content as it was before it was sealed. Throws `CorruptBytesError`, also if it exceeds its limit. */
export function inflated(blob: Uint8Array): Uint8Array {
  const content = blob.subarray(1);
  const limit = maxInflated(content.length);
  try {
    if (blob[0] === Form.Plain) return content;
    if (blob[0] === Form.Deflated) return inflate('deflate', content, limit);
  } catch (cause) {
    throw cause instanceof OverBudgetError ? new CorruptBytesError(cause.message, { cause }) : cause;
  }
  throw new CorruptBytesError(`content of the form ${blob[0]}`);
}
