/** How rows of files and documents stand in SQLite: each carries a checksum over all of its content. */

import type { SQLOutputValue } from 'node:sqlite';
import zlib from 'node:zlib';
import type { ContentId, FileRow, SkipNote } from './store.ts';
import { isSkipNote } from './store.ts';

/** The columns of the table of files, in their order. */
export type FileColumns = [
  string,
  number,
  bigint,
  bigint,
  bigint,
  bigint,
  Uint8Array | null,
  string | null,
  string | null,
  string | null,
  number,
];

/** A row as it is written. */
export function columnsOf(row: FileRow): FileColumns {
  const { content } = row;
  const [hash, language] = isSkipNote(content) ? [null, null] : [bytesOf(content.hash), content.language];
  const [reason, detail] = isSkipNote(content) ? [content.reason, content.detail ?? null] : [null, null];
  return [row.path, row.size, row.mtimeNs, row.ctimeNs, row.inode, row.indexedAtNs, hash, language, reason, detail, sumOf(row)];
}

/** The row, or `undefined` where its checksum does not fit: the path is then unknown and read again. */
export function fileRowOf(stored: Record<string, SQLOutputValue>): FileRow | undefined {
  const content: ContentId | SkipNote =
    stored.hash === null
      ? { reason: String(stored.reason), ...(stored.detail === null ? {} : { detail: String(stored.detail) }) }
      : { hash: hexOf(stored.hash), language: String(stored.language) };
  const row: FileRow = {
    path: String(stored.path),
    size: Number(stored.size),
    mtimeNs: stored.mtime as bigint,
    ctimeNs: stored.ctime as bigint,
    inode: stored.inode as bigint,
    indexedAtNs: stored.indexed as bigint,
    content,
  };
  return sumOf(row) === Number(stored.sum) ? row : undefined;
}

function sumOf(row: FileRow): number {
  const { content } = row;
  const told = isSkipNote(content) ? ['', content.reason, content.detail ?? ''] : [content.hash, content.language];
  return zlib.crc32([row.path, row.size, row.mtimeNs, row.ctimeNs, row.inode, row.indexedAtNs, ...told].join('\0'));
}

/** What every blob begins with, to be filled by `sealed`. */
export const sumBytes = 4;

/**
 * A blob with its checksum in the first `sumBytes`. It is over the name, which says whose content it is, and the content: a document is
 * named by its content id and the epoch of the dictionary that gave its numbers, so that it is never read with another one's.
 */
export function sealed(name: string, blob: Uint8Array): Uint8Array {
  const sum = checksum(name, blob.subarray(sumBytes));
  for (let i = 0; i < sumBytes; i++) blob[i] = sum >>> (i * 8);
  return blob;
}

/** The content, or `undefined` where it is not what was sealed under this name. */
export function unpack(name: string, blob: Uint8Array): Uint8Array | undefined {
  if (blob.length < sumBytes) return undefined;
  const bytes = blob.subarray(sumBytes);
  const sum = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).readUInt32LE();
  return sum === checksum(name, bytes) ? bytes : undefined;
}

function checksum(name: string, bytes: Uint8Array): number {
  return zlib.crc32(bytes, zlib.crc32(name));
}

/** The name of a document for `pack`. */
export function documentName({ hash, language }: ContentId, epoch: number): string {
  return `${hash} ${language} ${epoch}`;
}

/** The name of a block of the dictionary for `pack`. */
export function blockName(id: number, epoch: number): string {
  return `dictionary ${id} ${epoch}`;
}

/** Blocks of strings from this size on are compressed, to a third. */
const leastCompressed = 512;
/** Faster than the first level of deflate, and smaller by a seventh. */
const brotli: zlib.BrotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2, [zlib.constants.BROTLI_PARAM_LGWIN]: 20 } };

/** A block of the dictionary, sealed: a byte after the checksum says whether it is compressed. */
export function packBlock(name: string, block: Uint8Array): Uint8Array {
  const isCompressed = block.length >= leastCompressed;
  const content = isCompressed ? zlib.brotliCompressSync(block, brotli) : block;
  return sealed(name, Buffer.concat([new Uint8Array(sumBytes), Uint8Array.of(isCompressed ? 1 : 0), content]));
}

/** The block that `unpack` gave back. */
export function unpackBlock(packed: Uint8Array): Uint8Array {
  return packed[0] === 1 ? zlib.brotliDecompressSync(packed.subarray(1)) : packed.subarray(1);
}

/** The bytes of a hash. */
export function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex');
}

/** A hash in hexadecimal digits; empty where the value is no hash. */
export function hexOf(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex') : '';
}
