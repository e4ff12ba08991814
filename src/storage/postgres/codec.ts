/** The bytes of shared indexes: strings, keys, list of files, columns of numbers. */

import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import type { ContentId } from '../../engine/index.ts';
import { isList, isPath } from '../fileLog.ts';
import type { PublishedContent } from '../published.ts';
import { SharedIndexError } from './sharedIndexError.ts';

/** Limit of what a column may inflate to, in bytes. */
const maxInflated = 1 << 29;
const keyDigits = 32;

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
  /** Whether a document has this content. Makes no object. */
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
export function unpackFiles(packed: Buffer): SegmentFiles {
  try {
    const { paths, chunks, hashes, languages, blobs, bytes: sizes } = JSON.parse(inflate(packed).toString());
    const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
    if (isList(paths, isPath) && isList(chunks, isCount) && isList(sizes, isCount)) {
      const own = { hashes: new Lines(hashes, paths.length), languages: new Lines(languages, paths.length) };
      const blobsOf = new Lines(blobs, paths.length);
      const contentOf = (i: number): PublishedContent => {
        const [id, blob] = [{ hash: own.hashes.at(i), language: own.languages.at(i) }, blobsOf.at(i)];
        return blob === '' ? id : { ...id, git: { blob, bytes: sizes[i] as number } };
      };
      const hasContent = (i: number, { hash, language }: ContentId): boolean => own.hashes.is(i, hash) && own.languages.is(i, language);
      if (chunks.length === paths.length && sizes.length === paths.length)
        return { ...{ paths, chunks, bytes: sizes }, contentOf, hasContent };
    }
  } catch (error) {
    if (error instanceof SharedIndexError) throw error;
  }
  throw new SharedIndexError('sharedDamaged');
}

/** A list of strings as one, so that reading it makes a single object. */
function linesOf(list: readonly string[]): string {
  return list.map((text) => `${text}\n`).join('');
}

/** What `linesOf` has made. */
class Lines {
  readonly #lines: string;
  readonly #starts: Uint32Array;

  /** Throws a `SharedIndexError` if there are not `count` lines. */
  constructor(lines: unknown, count: number) {
    if (typeof lines !== 'string') throw new SharedIndexError('sharedDamaged');
    const starts = new Uint32Array(count + 1);
    for (let i = 0; i < count; i++) {
      const end = lines.indexOf('\n', starts[i]);
      if (end < 0) throw new SharedIndexError('sharedDamaged');
      starts[i + 1] = end + 1;
    }
    if (starts[count] !== lines.length) throw new SharedIndexError('sharedDamaged');
    this.#lines = lines;
    this.#starts = starts;
  }

  at(i: number): string {
    return this.#lines.slice(this.#starts[i], this.#endOf(i));
  }

  is(i: number, text: string): boolean {
    const start = this.#starts[i] as number;
    return text.length === this.#endOf(i) - start && this.#lines.startsWith(text, start);
  }

  #endOf(i: number): number {
    return (this.#starts[i + 1] as number) - 1;
  }
}

/** Numbers as compressed bytes. */
export function packNumbers(numbers: Int32Array | Uint8Array): Buffer {
  return zlib.deflateSync(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** Throws a `SharedIndexError` if there are not `count` of them. */
export function unpackInts(bytes: Buffer, count: number): Int32Array {
  const plain = inflate(bytes);
  if (plain.length !== count * Int32Array.BYTES_PER_ELEMENT) throw new SharedIndexError('sharedDamaged');
  const numbers = new Int32Array(count);
  Buffer.from(numbers.buffer).set(plain);
  return numbers;
}

/** Throws like `unpackInts`. */
export function unpackBytes(bytes: Buffer, count: number): Uint8Array {
  const plain = inflate(bytes);
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
export function unpackTombstones(bytes: Buffer, count: number): Uint8Array {
  const dead = new Uint8Array(count);
  if (bytes.length === 0) return dead;
  const bits = unpackBytes(bytes, (count + 7) >> 3);
  for (let i = 0; i < count; i++) dead[i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
  return dead;
}

/** Throws a `SharedIndexError`, also beyond the limit. */
export function inflate(bytes: Buffer): Buffer {
  try {
    return zlib.inflateSync(bytes, { maxOutputLength: maxInflated });
  } catch (cause) {
    throw new SharedIndexError('sharedDamaged', { cause });
  }
}
