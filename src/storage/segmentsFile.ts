/**
 * The saved segments of an index in a file of their own, beside the store. It is a cache: one that is missing, damaged, of another version
 * or out of date costs time and nothing else. Where it cannot be read any more while it is open, whoever reads gets a `LostFrameError`, and the
 * segments are made anew from the store.
 *
 * Layout: frames (`frames.ts`); the first one says the versions. Of each array of numbers there is one with its kind, how many there are, and
 * the bytes that they take, then those bytes; columns are coded (`numberCode.ts`), and what is bytes already stays packed until it is asked for
 * (`lazyBytes.ts`). The last frame is empty. It is written beside and renamed, so that a reader never sees a part of it. A machine of the
 * other byte order reads other versions.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../engine/index/codec/lazyBytes.ts';
import { decodeNumbers, encodeNumbers } from '../engine/index/codec/numberCode.ts';
import {
  type NumberArray,
  packSteps,
  type SavedArray,
  type SavedSegment,
  savedFormat,
  unpackSteps,
} from '../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../engine/text/words/lexicon.ts';
import { FrameReader, FrameWriter, LostFrameError, usualPacking } from './frames.ts';
import { isNetworkStorage } from './networkStorage.ts';

const magic = 0x4d525347;
/** Frames that are passed over between two steps: a millisecond or two. */
const stepFrames = 64;
/** Kind, numbers and bytes of an array. */
const arrayHeadBytes = 12;
const Kind = { Bytes: 0, Signed: 1, Unsigned: 2 } as const;

function versionsOf(algorithm: number): Uint8Array {
  return bytesOf(Int32Array.of(magic, savedFormat, usualPacking.id, algorithm));
}

/** Writes the file in steps. Throws what the file system throws; what was there stays then, unless it only could not be replaced. */
export function* writeSegments(file: string, saved: readonly SavedSegment[], lexicons: Lexicons, algorithm: number): Generator<void, void> {
  const arrays = yield* packSteps(saved, lexicons);
  const beside = besideOf(file);
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(beside, 'w', 0o600);
    const writer = new FrameWriter(descriptor);
    writer.put(versionsOf(algorithm));
    for (const array of arrays) yield* writeArray(writer, array);
    writer.put(new Uint8Array(0));
    fs.closeSync(descriptor);
    descriptor = undefined;
    replace(file, beside);
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
    fs.rmSync(beside, { force: true });
  }
}

/** Where a file is written before it gets its name. */
function besideOf(file: string): string {
  return `${file}.new`;
}

/** Gives a file its name. Where files are not replaced that are open, as on Windows, the old one loses its own first. */
function replace(file: string, beside: string): void {
  try {
    fs.renameSync(beside, file);
  } catch {
    fs.rmSync(file, { force: true });
    fs.renameSync(beside, file);
  }
}

function* writeArray(writer: FrameWriter, array: NumberArray): Generator<void, void> {
  const kind = array instanceof Uint8Array ? Kind.Bytes : array instanceof Int32Array ? Kind.Signed : Kind.Unsigned;
  const bytes = array instanceof Uint8Array ? array : encodeNumbers(array);
  writer.put(bytesOf(Uint32Array.of(kind, array.length, bytes.length)));
  for (let at = 0; at < bytes.length; at += maxFrameBytes) {
    writer.put(bytes.subarray(at, at + maxFrameBytes));
    yield;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads the file in steps; undefined where there is none that can be used. */
export function* readSegments(file: string, lexicons: Lexicons, algorithm: number): Generator<void, readonly SavedSegment[] | undefined> {
  try {
    return yield* unpackSteps(yield* readArrays(file, algorithm), lexicons, (why) => new LostFrameError(file, why));
  } catch (error) {
    if (error instanceof CorruptBytesError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

/**
 * The arrays of a file. It is closed where they are not what was written; else it stays open for as long as any of them is held, also by lexicons
 * that have taken their part where the rest is of no use. Throws `CorruptBytesError`, and what the file system throws.
 */
function* readArrays(file: string, algorithm: number): Generator<void, SavedArray[]> {
  const reader = new FrameReader(file);
  try {
    if (Buffer.compare(reader.next().content(), versionsOf(algorithm)) !== 0) throw new CorruptBytesError('another version');
    // There, another machine may take the file away while it is open.
    return yield* arraysIn(reader, !isNetworkStorage(nodePath.dirname(file)));
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** The arrays that follow the versions; bytes are left packed or not. Throws as `readArrays` does. */
function* arraysIn(reader: FrameReader, isLeft: boolean): Generator<void, SavedArray[]> {
  const arrays: SavedArray[] = [];
  for (let head = reader.next(); head.size > 0; head = reader.next()) {
    if (head.size !== arrayHeadBytes) throw new CorruptBytesError(`${head.size} bytes where an array begins`);
    const [kind, length = 0, size = 0] = new Uint32Array(new Uint8Array(head.content()).buffer);
    // Each number takes a byte at least.
    if (length > size) throw new CorruptBytesError(`${length} numbers in ${size} bytes`);
    const frames: Frame[] = [];
    for (let at = 0; at < size; at += maxFrameBytes) {
      frames.push(reader.next());
      if (frames.length % stepFrames === 0) yield;
    }
    const found = frames.reduce((sum, frame) => sum + frame.size, 0);
    if (found !== size) throw new CorruptBytesError(`an array of ${size} bytes in ${found}`);
    if (kind === Kind.Bytes) {
      const packed = new LazyBytes(frames);
      if (!isLeft) packed.unpack();
      arrays.push(packed);
    } else arrays.push(numbersIn(frames, length, kind === Kind.Signed));
    yield;
  }
  return arrays;
}

function numbersIn(frames: readonly Frame[], count: number, isSigned: boolean): SavedArray {
  const numbers = decodeNumbers(Buffer.concat(frames.map((frame) => frame.content())), count);
  return isSigned ? numbers : new Uint32Array(numbers.buffer);
}

/** Removes the file, if there is one, and what is left of one that was being written when its process ended. */
export function removeSegments(file: string): void {
  try {
    for (const one of [file, besideOf(file)]) fs.rmSync(one, { force: true });
  } catch {
    // A cache that cannot be removed is not believed without its contents either.
  }
}
