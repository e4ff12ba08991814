/** The bytes of shared indexes: strings, keys, list of files, columns of numbers. */

import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import { countChunks, type Segment } from '../../engine/index/segment.ts';
import { type Budget, OverBudgetError, readJson } from '../../engine/util/budget.ts';
import { isCount, isList, isPath } from '../fileLog.ts';
import { inflate } from '../inflate.ts';
import {
  type ByPosition,
  gitColumns,
  gitFilesIn,
  joinLines,
  linesIn,
  type PublishedContent,
  type PublishedDocuments,
} from '../publishedFiles.ts';
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

export function packFiles(segment: Pick<Segment, 'paths' | 'firstChunkOf' | 'chunkCount'>, contents: readonly PublishedContent[]): Buffer {
  const columns = {
    paths: segment.paths,
    chunks: segment.paths.map((_, position) => countChunks(segment, position)),
    hashes: joinLines(contents.map(({ hash: own }) => own)),
    languages: joinLines(contents.map(({ language }) => language)),
    ...gitColumns(contents.map(({ git }) => git)),
  };
  return zlib.deflateSync(JSON.stringify(columns));
}

/** The documents of a segment. Throws a `SharedIndexError` for bytes that are no list of files. */
export function unpackFiles(packed: Buffer, budget: Budget): PublishedDocuments {
  try {
    const { paths, chunks, hashes, languages, ...git } = unpackJson(packed, budget) as Readonly<Record<string, unknown>>;
    if (isList(paths, isPath) && isList(chunks, isCount) && chunks.length === paths.length) {
      const [hashAt, languageAt, gitOf] = [hashesIn(hashes, paths.length), linesIn(languages, paths.length), gitFilesIn(git, paths.length)];
      const firstChunkOf = new Int32Array(paths.length);
      let chunkCount = 0;
      for (const [position, count] of chunks.entries()) {
        firstChunkOf[position] = chunkCount;
        chunkCount += count;
      }
      const contentOf = (i: number): ContentId => ({ hash: hashAt(i), language: languageAt(i) });
      return { paths, firstChunkOf, chunkCount, contentOf, gitOf };
    }
  } catch (error) {
    if (error instanceof SharedIndexError) throw error;
  }
  throw new SharedIndexError('sharedDamaged');
}

/** Lines that are hashes, kept in half the memory. Throws like `linesIn`. */
function hashesIn(lines: unknown, count: number): ByPosition<string> {
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
