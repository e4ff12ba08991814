/**
 * The saved segments of an index in a file of their own, beside the store. It is a cache: one that is missing, damaged, of another version
 * or out of date costs time and nothing else.
 *
 * Layout: arrays of numbers one after the other as they lie in memory, each after its kind and its length; the versions are the first one.
 * A checksum over all of the file stands at its end. It is written beside and renamed, so that a reader never sees a part of it. A machine
 * of the other byte order reads other versions.
 */

import fs from 'node:fs';
import zlib from 'node:zlib';
import type { Lexicons } from '../core/text/lexicon.ts';
import { CorruptBytesError } from './bytes.ts';
import { type NumberArray, packSteps, type SavedSegment, savedFormat, unpackSteps } from './savedSegments.ts';

const magic = 0x4d525347;
const sumBytes = 4;
const kinds = [Uint8Array, Int32Array, Uint32Array] as const;
/** Bytes that are written or read between two steps: a millisecond or two. */
const stepBytes = 1 << 21;

function versionsOf(algorithm: number): Int32Array<ArrayBuffer> {
  return Int32Array.of(magic, savedFormat, algorithm);
}

/** Writes the file in steps. Throws what the file system throws; the file that was there stays then. */
export function* writeSegments(file: string, saved: readonly SavedSegment[], lexicons: Lexicons, algorithm: number): Generator<void, void> {
  const arrays = yield* packSteps(saved, lexicons);
  const beside = `${file}.new`;
  let open: number | undefined;
  try {
    const descriptor = fs.openSync(beside, 'w', 0o600);
    open = descriptor;
    let sum = 0;
    const put = (bytes: Uint8Array): void => {
      sum = zlib.crc32(bytes, sum);
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
    };
    for (const array of [versionsOf(algorithm), ...arrays]) {
      put(bytesOf(Uint32Array.of(kinds.indexOf(array.constructor as (typeof kinds)[number]), array.length)));
      const bytes = bytesOf(array);
      for (let at = 0; at < bytes.length; at += stepBytes) {
        put(bytes.subarray(at, at + stepBytes));
        yield;
      }
    }
    fs.writeSync(descriptor, bytesOf(Uint32Array.of(sum)));
    fs.closeSync(descriptor);
    open = undefined;
    fs.renameSync(beside, file);
  } finally {
    if (open !== undefined) fs.closeSync(open);
    fs.rmSync(beside, { force: true });
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads the file in steps; undefined where there is none that can be used. */
export function* readSegments(file: string, lexicons: Lexicons, algorithm: number): Generator<void, readonly SavedSegment[] | undefined> {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(file, 'r');
    const arrays = yield* readArrays(descriptor, versionsOf(algorithm));
    return yield* unpackSteps(arrays, lexicons);
  } catch (error) {
    if (error instanceof CorruptBytesError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** The arrays of a file whose first one and whose checksum are as expected. Throws `CorruptBytesError`, and what the file system throws. */
function* readArrays(descriptor: number, versions: NumberArray): Generator<void, NumberArray[]> {
  let left = fs.fstatSync(descriptor).size - sumBytes;
  let sum = 0;
  const fill = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) {
      const read = fs.readSync(descriptor, bytes, at, bytes.length - at, null);
      if (read === 0) throw new CorruptBytesError('the file ends too early');
      at += read;
    }
  };
  const take = (bytes: Uint8Array): void => {
    if (bytes.length > left) throw new CorruptBytesError(`${bytes.length} bytes exceed the ${left} that are left`);
    left -= bytes.length;
    fill(bytes);
    sum = zlib.crc32(bytes, sum);
  };
  const arrays: NumberArray[] = [];
  while (left > 0) {
    const head = new Uint32Array(2);
    take(bytesOf(head));
    const [kind, length] = head as unknown as [number, number];
    const make = kinds[kind];
    if (make === undefined || length * make.BYTES_PER_ELEMENT > left)
      throw new CorruptBytesError(`no array of kind ${kind}, ${length} long`);
    const array = new make(length);
    const bytes = bytesOf(array);
    for (let at = 0; at < bytes.length; at += stepBytes) {
      take(bytes.subarray(at, at + stepBytes));
      yield;
    }
    arrays.push(array);
    if (arrays.length === 1 && !isEqual(array, versions)) throw new CorruptBytesError('another version');
  }
  const expected = new Uint32Array(1);
  fill(bytesOf(expected));
  if (expected[0] !== sum) throw new CorruptBytesError('a checksum that differs');
  return arrays.slice(1);
}

function isEqual(one: NumberArray, other: NumberArray): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

/** Removes the file, if there is one. */
export function removeSegments(file: string): void {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // A cache that cannot be removed is not believed without its contents either.
  }
}
