/** How rows of files and documents stand in SQLite: each carries a checksum over all of its content. */

import type { SQLOutputValue } from 'node:sqlite';
import zlib from 'node:zlib';
import type { ContentId, FileRow, SkipNote } from './store.ts';
import { isSkipNote } from './store.ts';

/** Fast: the default level takes a third longer and saves 3 %; zstd is as small and faster, but not in every Node that must read the file. */
const deflateLevel = 1;

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

/** Four bytes of checksum over name and content, then the compressed content. */
export function pack(id: ContentId, bytes: Uint8Array): Uint8Array {
  const deflated = zlib.deflateRawSync(bytes, { level: deflateLevel });
  const blob = Buffer.allocUnsafe(4 + deflated.length);
  blob.writeUInt32LE(checksum(id, bytes));
  deflated.copy(blob, 4);
  return blob;
}

/** The content, or `undefined` where it is not what was packed. */
export function unpack(id: ContentId, blob: Uint8Array): Uint8Array | undefined {
  try {
    const bytes = zlib.inflateRawSync(blob.subarray(4), { maxOutputLength: maxDocumentBytes });
    const sum = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).readUInt32LE();
    return sum === checksum(id, bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : undefined;
  } catch (error) {
    const isDamage = error instanceof RangeError || /^Z_|^ERR_/.test((error as { code?: string }).code ?? '');
    if (isDamage) return undefined;
    throw error;
  }
}

/** Far above what a file of the largest size that is indexed can need; a damaged blob cannot ask for more memory. */
const maxDocumentBytes = 256 * 1024 * 1024;

function checksum(id: ContentId, bytes: Uint8Array): number {
  return zlib.crc32(bytes, zlib.crc32(`${id.hash} ${id.language}`));
}

/** The bytes of a hash. */
export function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex');
}

/** A hash in hexadecimal digits; empty where the value is no hash. */
export function hexOf(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex') : '';
}
