/** The blobs in SQLite: each carries a checksum over its name and content. */

import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import { inflate, maxInflated } from '../inflate.ts';

/** Bytes at the start of every blob. */
const sumBytes = 4;
/** Content from this size on is compressed, to about a third. */
const minCompressedBytes = 512;
/** The encoding of a blob: the byte after the checksum. */
const Form = { Plain: 0, Deflated: 1 } as const;

export function packRecord(name: string, content: Uint8Array): Uint8Array {
  const packed = content.length < minCompressedBytes ? content : zlib.deflateRawSync(content, { level: 1 });
  const isSmaller = packed !== content && content.length <= maxInflated(packed.length);
  const head = Uint8Array.of(0, 0, 0, 0, isSmaller ? Form.Deflated : Form.Plain);
  const blob = Buffer.concat([head, isSmaller ? packed : content]);
  blob.writeUInt32LE(checksum(name, blob));
  return blob;
}

/** The content; `undefined` if it was not packed under this name. In a damaged file a blob may be anything. */
export function unpackRecord(name: string, stored: unknown): Uint8Array | undefined {
  if (!(stored instanceof Uint8Array) || stored.length <= sumBytes) return undefined;
  const blob = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (blob.readUInt32LE() !== checksum(name, blob)) return undefined;
  const content = blob.subarray(sumBytes + 1);
  try {
    return blob[sumBytes] === Form.Plain ? content : inflate('deflate', content, maxInflated(content.length));
  } catch {
    return undefined;
  }
}

function checksum(name: string, blob: Uint8Array): number {
  return zlib.crc32(blob.subarray(sumBytes), zlib.crc32(name));
}

/**
 * The primary key of a document: 52 bits of its hash, varied by the language. On a collision the later document wins, and the file of the
 * other one is read again.
 */
export function documentKey({ hash, language }: ContentId): number {
  const begin = Number.parseInt(hash.slice(0, 13), 16) || 0;
  return (begin + zlib.crc32(language) * 2 ** 20) % 2 ** 52;
}
