/**
 * The saved segments of an index in a file of their own, beside the store. It is a cache: one that is missing, damaged, of another version
 * or out of date costs time and nothing else.
 *
 * A checksum over all of the file stands at its end. It is written beside and renamed, so that a reader never sees a part of it.
 */

import fs from 'node:fs';
import zlib from 'node:zlib';
import type { Lexicons } from '../core/text/lexicon.ts';
import { ByteWriter, CorruptBytesError } from './bytes.ts';
import { documentFormat } from './documentCodec.ts';
import { loadSteps, type SavedSegment, savedFormat, saveSteps } from './savedSegments.ts';

const magic = 0x4d525347;
const sumBytes = 4;

function headerOf(algorithm: number): Uint8Array {
  const writer = new ByteWriter();
  for (const value of [magic, savedFormat, documentFormat, algorithm]) writer.varint(value);
  return writer.toBytes();
}

/** Writes the file in steps. Throws what the file system throws; the file that was there stays then. */
export function* writeSegments(file: string, saved: readonly SavedSegment[], lexicons: Lexicons, algorithm: number): Generator<void, void> {
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
    put(headerOf(algorithm));
    yield* saveSteps(saved, lexicons, put);
    const end = Buffer.alloc(sumBytes);
    end.writeUInt32LE(sum);
    fs.writeSync(descriptor, end);
    fs.closeSync(descriptor);
    open = undefined;
    fs.renameSync(beside, file);
  } finally {
    if (open !== undefined) fs.closeSync(open);
    fs.rmSync(beside, { force: true });
  }
}

/** Reads the file in steps; undefined where there is none that can be used. */
export function* readSegments(file: string, lexicons: Lexicons, algorithm: number): Generator<void, readonly SavedSegment[] | undefined> {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    return undefined;
  }
  const header = headerOf(algorithm);
  const content = bytes.subarray(0, bytes.length - sumBytes);
  if (bytes.length < header.length + sumBytes || !content.subarray(0, header.length).equals(header)) return undefined;
  if (zlib.crc32(content) !== bytes.readUInt32LE(content.length)) return undefined;
  yield;
  try {
    return yield* loadSteps(content.subarray(header.length), lexicons);
  } catch (error) {
    if (error instanceof CorruptBytesError) return undefined;
    throw error;
  }
}

/** Removes the file, if there is one. */
export function removeSegments(file: string): void {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // A cache that cannot be removed is not believed without its contents either.
  }
}
