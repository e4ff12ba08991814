/** The bytes of shared indexes: strings, keys, list of files, columns of numbers. */

import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import { type Budget, OverBudgetError, readJson } from '../../engine/util/budget.ts';
import { isList, isPath } from '../fileLog.ts';
import { inflate } from '../inflate.ts';
import type { PublishedContent } from '../published.ts';
import { SharedIndexError } from '../sharedIndexError.ts';

const keyDigits = 32;
/** Of SHA-256. */
const hashBytes = 32;

/** A string as bytes, whatever its units are: a flag, then one byte a unit, or two, little-endian, where one is above 255. */
export function encodeText(text: string): Buffer {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 255) return Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')]);
  }
  return Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]);
}

export function decodeText(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 1 ? 'utf16le' : 'latin1', 1);
}

/** Identifies a term or a key: the first 128 bits of SHA-256 over its kind and text, in hexadecimal. */
export function keyOf(kind: 'term' | 'key', text: string): string {
  return hash('sha256', Buffer.concat([Buffer.from(kind === 'term' ? 't' : 'k'), encodeText(text)]), 'hex').slice(0, keyDigits);
}

/** The documents of a segment. Contents are made when they are asked for: there may be hundreds of thousands. */
export interface SegmentFiles {
  readonly paths: readonly string[];
  /** Number of chunks of each. */
  readonly chunks: readonly number[];
  /** Size of each in bytes; 0 outside of git. */
  readonly bytes: readonly number[];
  contentOf(position: number): PublishedContent;
  /** Whether a document has this content. */
  hasContent(position: number, content: ContentId): boolean;
}

interface PackedFiles extends Pick<SegmentFiles, 'paths' | 'chunks'> {
  readonly contents: readonly PublishedContent[];
}

export function packFiles({ paths, chunks, contents }: PackedFiles): Buffer {
  const columns = {
    ...{
      paths,
      chunks,
      hashes: linesOf(contents.map(({ hash: own }) => own)),
      languages: linesOf(contents.map(({ language }) => language)),
    },
    // Empty outside of git.
    blobs: linesOf(contents.map(({ git }) => git?.blob ?? '')),
    bytes: contents.map(({ git }) => git?.bytes ?? 0),
  };
  return zlib.deflateSync(JSON.stringify(columns));
}

/** Throws a `SharedIndexError` for bytes that are no list of files. */
export function unpackFiles(packed: Buffer, budget: Budget): SegmentFiles {
  try {
    const all = unpackJson(packed, budget) as Readonly<Record<string, unknown>>;
    const { paths, chunks, hashes, languages, blobs, bytes: sizes } = all;
    const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
    if (isList(paths, isPath) && isList(chunks, isCount) && isList(sizes, isCount)) {
      const hashAt = hashesIn(hashes, paths.length);
      const [languageAt, blobAt] = [linesIn(languages, paths.length), linesIn(blobs, paths.length)];
      const readContent = (i: number): PublishedContent => {
        const [id, blob] = [{ hash: hashAt(i), language: languageAt(i) }, blobAt(i)];
        return blob === '' ? id : { ...id, git: { blob, bytes: sizes[i] as number } };
      };
      const hasContent = (i: number, { hash, language }: ContentId): boolean => hashAt(i) === hash && languageAt(i) === language;
      if (chunks.length === paths.length && sizes.length === paths.length)
        return { ...{ paths, chunks, bytes: sizes }, contentOf: readContent, hasContent };
    }
  } catch (error) {
    if (error instanceof SharedIndexError) throw error;
  }
  throw new SharedIndexError('sharedDamaged');
}

type TextAt = (i: number) => string;

/** A list of strings as one, so that reading it makes a single object. */
function linesOf(list: readonly string[]): string {
  return list.map((text) => `${text}\n`).join('');
}

/** Throws a `SharedIndexError` if there are not `count` lines. */
function linesIn(lines: unknown, count: number): TextAt {
  if (typeof lines !== 'string') throw new SharedIndexError('sharedDamaged');
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const end = lines.indexOf('\n', starts[i]);
    if (end < 0) throw new SharedIndexError('sharedDamaged');
    starts[i + 1] = end + 1;
  }
  if (starts[count] !== lines.length) throw new SharedIndexError('sharedDamaged');
  return (i) => lines.slice(starts[i], (starts[i + 1] as number) - 1);
}

/** Lines that are hashes, kept in half the memory. Throws like `linesIn`. */
function hashesIn(lines: unknown, count: number): TextAt {
  const bytes = typeof lines === 'string' ? Buffer.from(lines.replaceAll('\n', ''), 'hex') : undefined;
  if (bytes?.length !== count * hashBytes) throw new SharedIndexError('sharedDamaged');
  return (i) => bytes.toString('hex', i * hashBytes, (i + 1) * hashBytes);
}

/** Numbers as compressed bytes. */
export function packNumbers(numbers: Int32Array | Uint8Array): Buffer {
  return zlib.deflateSync(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** Throws a `SharedIndexError` if there are not `count` of them. */
export function unpackInts(bytes: Buffer, count: number, budget: Budget): Int32Array {
  const plain = unpack(bytes, budget);
  if (plain.length !== count * Int32Array.BYTES_PER_ELEMENT) throw new SharedIndexError('sharedDamaged');
  const numbers = new Int32Array(count);
  Buffer.from(numbers.buffer).set(plain);
  return numbers;
}

/** Throws like `unpackInts`. */
export function unpackBytes(bytes: Buffer, count: number, budget: Budget): Uint8Array {
  const plain = unpack(bytes, budget);
  if (plain.length !== count) throw new SharedIndexError('sharedDamaged');
  return plain;
}

/** One bit a chunk; no bytes if nothing is deleted. */
export function packTombstones(dead: Uint8Array): Buffer {
  if (!dead.includes(1)) return Buffer.alloc(0);
  const bits = new Uint8Array((dead.length + 7) >> 3);
  for (let i = 0; i < dead.length; i++) if (dead[i] === 1) (bits[i >> 3] as number) |= 1 << (i & 7);
  return packNumbers(bits);
}

/** 1 for each deleted chunk. Throws like `unpackInts`. */
export function unpackTombstones(bytes: Buffer, count: number, budget: Budget): Uint8Array {
  const dead = new Uint8Array(count);
  if (bytes.length === 0) return dead;
  const bits = unpackBytes(bytes, (count + 7) >> 3, budget);
  for (let i = 0; i < count; i++) dead[i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
  return dead;
}

/** Compressed JSON. Throws a `SharedIndexError`. */
export function unpackJson(packed: Buffer, budget: Budget): unknown {
  const text = unpack(packed, budget).toString();
  try {
    return readJson(text, budget);
  } catch (cause) {
    throw toDamaged(cause);
  }
}

function unpack(bytes: Buffer, budget: Budget): Buffer {
  try {
    return inflate('zlib', bytes, budget);
  } catch (cause) {
    throw toDamaged(cause);
  }
}

function toDamaged(cause: unknown): SharedIndexError {
  return new SharedIndexError(cause instanceof OverBudgetError ? 'sharedExcess' : 'sharedDamaged', { cause });
}
