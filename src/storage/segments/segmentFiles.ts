/**
 * Segments in immutable files: arrays (`../arrays/arraysFile.ts`) of one or several segments with the strings that they use. A file is named
 * by the digest of its bytes, so that indexes share it by a link, and a copy is checked by its name.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type NumberArray, packSteps, type SavedSegment, unpackSteps } from '../../engine/index/codec/savedSegments.ts';
import type { Segment } from '../../engine/index/segment.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { readArrays, replaceFile, temporaryName, writeArrays } from '../arrays/arraysFile.ts';
import { LostFrameError, type Packing, usualPacking } from '../frames.ts';

/** A file of segments. */
export interface SegmentFile {
  /** Absolute path of its directory. */
  readonly directory: string;
  readonly name: string;
  readonly segments: readonly Segment[];
}

const namePattern = /^segments-[0-9a-f]{32}$/;
/** Bytes hashed in one step: a millisecond or two. */
const stepBytes = 1 << 21;

/** The file that each segment was read from or written to. */
const fileOf = new WeakMap<Segment, SegmentFile>();

/** The file that holds a segment; undefined if none does. */
export function fileOfSegment(segment: Segment): SegmentFile | undefined {
  return fileOf.get(segment);
}

export function isSegmentFile(name: string): boolean {
  return namePattern.test(name);
}

/** Writes segments to a file in a directory, in steps. Throws file system errors. */
export function* writeSegmentFile(
  directory: string,
  saved: readonly SavedSegment[],
  lexicons: Lexicons,
  packing: Packing = usualPacking,
): Steps<SegmentFile> {
  const name = yield* writeNamed(directory, 'segments', yield* packSteps(saved, lexicons), { version: indexVersion, packing });
  return noted({ directory, name, segments: saved.map(({ segment }) => segment) });
}

/** Writes a file of arrays that is named by what it has and by its digest. Throws file system errors. */
export function* writeNamed(
  directory: string,
  what: string,
  arrays: readonly NumberArray[],
  { version, packing }: { readonly version: string; readonly packing: Packing },
): Steps<string> {
  const written = nodePath.join(directory, what);
  yield* writeArrays(written, version, arrays, packing);
  const name = yield* nameByDigest(written, what);
  replaceFile(nodePath.join(directory, name), written);
  return name;
}

/** Reads a file in steps; undefined if it is missing, damaged or of another version. */
export function* readSegmentFile(directory: string, name: string, lexicons: Lexicons): Steps<readonly SavedSegment[] | undefined> {
  const path = nodePath.join(directory, name);
  try {
    const saved = yield* unpackSteps(yield* readArrays(path, indexVersion), lexicons, (why) => new LostFrameError(path, why));
    noted({ directory, name, segments: saved.map(({ segment }) => segment) });
    return saved;
  } catch (error) {
    if (error instanceof CorruptBytesError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

/** Makes the file of another directory part of this one: by a link, or a copy where that is impossible. Throws file system errors. */
export function linkSegmentFile({ directory: from, name, segments }: SegmentFile, directory: string): SegmentFile {
  const [source, target] = [nodePath.join(from, name), nodePath.join(directory, name)];
  if (!fs.existsSync(target)) {
    try {
      fs.linkSync(source, target);
    } catch {
      fs.copyFileSync(source, temporaryName(target));
      replaceFile(target, temporaryName(target));
    }
  }
  return noted({ directory, name, segments });
}

/** Whether the bytes of a file are what its name says. Throws file system errors. */
export function* isWhole(directory: string, name: string): Steps<boolean> {
  return (yield* nameByDigest(nodePath.join(directory, name), name.slice(0, name.indexOf('-')))) === name;
}

/** The name of a file by what it has and by its bytes. Throws file system errors. */
function* nameByDigest(path: string, what: string): Steps<string> {
  const sum = createHash('sha256');
  const descriptor = fs.openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(stepBytes);
    for (let read = fs.readSync(descriptor, bytes); read > 0; read = fs.readSync(descriptor, bytes)) {
      sum.update(bytes.subarray(0, read));
      yield;
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return `${what}-${sum.digest('hex').slice(0, 32)}`;
}

function noted(file: SegmentFile): SegmentFile {
  for (const segment of file.segments) fileOf.set(segment, file);
  return file;
}
