/**
 * Where the arrays of a file are, for readers of ranges: the last frames of the file (`arraysFile.ts`), of which the very last leads to the first.
 * Runs in a browser page, too.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import { decodeNumbers, encodeNumbers } from '../../engine/index/codec/numberCode.ts';
import type { SavedArray } from '../../engine/index/codec/savedSegments.ts';

export const ArrayKind = { Bytes: 0, Signed: 1, Unsigned: 2 } as const;

/** An array in a file. */
export interface ArrayPlace {
  /** Of `ArrayKind`. */
  readonly kind: number;
  /** Number of items. */
  readonly length: number;
  /** Size of its bytes, numbers being coded (`numberCode.ts`). */
  readonly size: number;
  /** Where each of its frames begins in the file, and where the last one ends. */
  readonly frames: readonly number[];
}

export interface FrameTable {
  /** The `id` of the compression. */
  readonly packing: number;
  readonly arrays: readonly ArrayPlace[];
}

/** Numbers of an array besides its frames. */
const headNumbers = 3;
/** What a frame (`../frames.ts`) has besides its payload: sizes before it, a checksum behind it. In bytes. */
export const headBytes = 8;
export const sumBytes = 4;
export const frameBytes: number = headBytes + sumBytes;
/** Content of the last frame: how many numbers the table has, and where it begins. */
export const trailerBytes = 8;

/**
 * The contents of the frames to write.
 *
 * @param start where the first of them goes.
 */
export function encodeTable({ packing, arrays }: FrameTable, start: number): readonly Uint8Array[] {
  const numbers = Int32Array.from([packing, ...arrays.flatMap(({ kind, length, size, frames }) => [kind, length, size, ...frames])]);
  const bytes = encodeNumbers(numbers);
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += maxFrameBytes) frames.push(bytes.subarray(at, at + maxFrameBytes));
  return [...frames, new Uint8Array(Uint32Array.of(numbers.length, start).buffer)];
}

/** What the last frame has. Throws `CorruptBytesError`. */
export function decodeTrailer(content: Uint8Array): { readonly count: number; readonly start: number } {
  if (content.length !== trailerBytes) throw new CorruptBytesError('no table of frames');
  const view = new DataView(content.buffer, content.byteOffset, trailerBytes);
  return { count: view.getUint32(0, true), start: view.getUint32(4, true) };
}

/** @param bytes the contents of the frames before the last one. Throws `CorruptBytesError` for what `encodeTable` cannot have made. */
export function decodeTable(bytes: Uint8Array, count: number): FrameTable {
  // Each number takes at least one byte.
  if (count > bytes.length) throw new CorruptBytesError(`${count} numbers in ${bytes.length} bytes`);
  const numbers = decodeNumbers(bytes, count);
  const arrays: ArrayPlace[] = [];
  for (let at = 1; at < count; ) {
    const [kind = -1, length = -1, size = -1] = numbers.subarray(at, at + headNumbers);
    at += headNumbers;
    const frames = [...numbers.subarray(at, at + 1 + Math.ceil(size / maxFrameBytes))];
    at += frames.length;
    const isSound = kind >= 0 && length >= 0 && size >= length && frames.length === 1 + Math.ceil(size / maxFrameBytes);
    if (!isSound || !frames.every((end, i) => i === 0 || isFrame(end - (frames[i - 1] as number))))
      throw new CorruptBytesError('a table of frames that is none');
    arrays.push({ kind, length, size, frames });
  }
  return { packing: numbers[0] as number, arrays };
}

/** Whether a frame can take that many bytes of a file. */
function isFrame(bytes: number): boolean {
  return bytes > 0 && bytes <= maxFrameBytes + frameBytes;
}

/** The numbers of an array from its bytes. Throws `CorruptBytesError`. */
export function numbersIn(bytes: Uint8Array, count: number, kind: number): SavedArray {
  const numbers = decodeNumbers(bytes, count);
  return kind === ArrayKind.Signed ? numbers : new Uint32Array(numbers.buffer);
}
