/**
 * Arrays of numbers in a file of frames. If the file becomes unreadable while open, reads throw a `LostFrameError`.
 *
 * Layout: frames (`frames.ts`). The first one holds the versions. Each array is preceded by a header with its kind, its length and its size
 * in bytes; columns of numbers are coded (`numberCode.ts`), byte arrays stay compressed until they are needed (`lazyBytes.ts`). An empty frame
 * ends them. What follows is for readers of ranges, who do not pass through the file: where each array is (`frameTable.ts`). The file is written under a temporary name and renamed, so readers never see a partial one. On a machine of the other
 * byte order the versions do not match.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import { encodeNumbers } from '../../engine/index/codec/numberCode.ts';
import type { NumberArray, SavedArray } from '../../engine/index/codec/savedSegments.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { FrameReader, FrameWriter, packings, usualPacking } from '../frames.ts';
import { isNetworkStorage } from '../networkStorage.ts';
import { ArrayKind, type ArrayPlace, encodeTable, numbersIn } from './frameTable.ts';

const magic = 0x4d525347;
/** Frames read in one step: a millisecond or two. */
const stepFrames = 64;
/** Kind, length and size of an array. */
const arrayHeadBytes = 12;

/** The content of the first frame of a file. */
export function versionBytes(version: string, packing = usualPacking): Uint8Array {
  return Buffer.concat([asBytes(Int32Array.of(magic, packing.id)), Buffer.from(version)]);
}

/** Writes the file in steps. Throws file system errors; the previous file then remains, unless only the replacement failed. */
export function* writeArrays(file: string, version: string, arrays: Iterable<NumberArray>, packing = usualPacking): Steps<void> {
  const temporary = temporaryName(file);
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(temporary, 'w', 0o600);
    const writer = new FrameWriter(descriptor, { packing });
    writer.put(versionBytes(version, packing));
    const places = yield* putArrays(writer, arrays);
    for (const frame of encodeTable({ packing: packing.id, arrays: places }, writer.at)) writer.put(frame);
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
    descriptor = undefined;
    replaceFile(file, temporary);
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
    fs.rmSync(temporary, { force: true });
  }
}

/** Writes arrays and the frame that ends them; returns where they are. Throws file system errors. */
export function* putArrays(writer: FrameWriter, arrays: Iterable<NumberArray>): Steps<ArrayPlace[]> {
  const places: ArrayPlace[] = [];
  for (const array of arrays) places.push(yield* writeArray(writer, array));
  writer.put(new Uint8Array(0));
  return places;
}

/** The temporary name of a file that is being written. */
export function temporaryName(file: string): string {
  return `${file}.new`;
}

/** Renames a file into place. Where open files cannot be replaced (Windows), the old one is renamed first. */
export function replaceFile(file: string, temporary: string): void {
  try {
    fs.renameSync(temporary, file);
  } catch {
    fs.rmSync(file, { force: true });
    fs.renameSync(temporary, file);
  }
}

function* writeArray(writer: FrameWriter, array: NumberArray): Steps<ArrayPlace> {
  const kind = array instanceof Uint8Array ? ArrayKind.Bytes : array instanceof Int32Array ? ArrayKind.Signed : ArrayKind.Unsigned;
  const bytes = array instanceof Uint8Array ? array : encodeNumbers(array);
  writer.put(asBytes(Uint32Array.of(kind, array.length, bytes.length)));
  const frames = [writer.at];
  for (let at = 0; at < bytes.length; at += maxFrameBytes) {
    writer.put(bytes.subarray(at, at + maxFrameBytes));
    frames.push(writer.at);
    if (frames.length % stepFrames === 0) yield;
  }
  return { kind, length: array.length, size: bytes.length, frames };
}

function asBytes({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * The arrays of a file. A damaged file is closed; otherwise it stays open while any array is referenced, including by lexicons that have
 * taken their part even if the rest is unusable. Throws `CorruptBytesError` and file system errors.
 */
export function* readArrays(file: string, version: string): Steps<SavedArray[]> {
  const reader = new FrameReader(file);
  try {
    const written = reader.next().content();
    const packing = packings.find((one) => Buffer.compare(written, versionBytes(version, one)) === 0);
    if (packing === undefined) throw new CorruptBytesError('another version');
    reader.packing = packing;
    const arrays = yield* nextArrays(reader, mayStayPacked(file));
    // Where they are: read by others, and checked with the rest.
    while (!reader.isAtEnd) reader.next();
    return arrays;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Whether a file may be read when its bytes are needed: another machine may remove one on network storage while it is open. */
function mayStayPacked(file: string): boolean {
  return !isNetworkStorage(nodePath.dirname(file));
}

/** The arrays up to the frame that ends them; bytes stay compressed or not. Throws like `readArrays`. */
export function* nextArrays(reader: FrameReader, isLeft: boolean): Steps<SavedArray[]> {
  const arrays: SavedArray[] = [];
  for (let head = reader.next(); head.size > 0; head = reader.next()) {
    if (head.size !== arrayHeadBytes) throw new CorruptBytesError(`${head.size} bytes where an array begins`);
    const [kind = 0, length = 0, size = 0] = new Uint32Array(new Uint8Array(head.content()).buffer);
    // Each number takes at least one byte.
    if (length > size) throw new CorruptBytesError(`${length} numbers in ${size} bytes`);
    const frames: Frame[] = [];
    for (let at = 0; at < size; at += maxFrameBytes) {
      frames.push(reader.next());
      if (frames.length % stepFrames === 0) yield;
    }
    const found = frames.reduce((sum, frame) => sum + frame.size, 0);
    if (found !== size) throw new CorruptBytesError(`an array of ${size} bytes in ${found}`);
    if (kind === ArrayKind.Bytes) {
      const packed = new LazyBytes(frames);
      if (!isLeft) packed.unpack();
      arrays.push(packed);
    } else arrays.push(numbersIn(Buffer.concat(frames.map((frame) => frame.content())), length, kind));
    yield;
  }
  return arrays;
}
