/**
 * The saved segments of an index, in a file of arrays next to the store (`arraysFile.ts`). If it becomes unreadable while open, the segments
 * are rebuilt from the store.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { packSteps, type SavedSegment, unpackSteps } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { segmentsVersion } from '../../engine/version.ts';
import { LostFrameError } from '../frames.ts';
import { readArrays, writeArrays } from './arraysFile.ts';

/** Writes the file in steps. Throws like `writeArrays`. */
export function* writeSegments(file: string, saved: readonly SavedSegment[], lexicons: Lexicons, version = segmentsVersion): Steps<void> {
  yield* writeArrays(file, version, yield* packSteps(saved, lexicons));
}

/** Reads the file in steps; undefined if there is none that is usable. */
export function* readSegments(file: string, lexicons: Lexicons, version = segmentsVersion): Steps<readonly SavedSegment[] | undefined> {
  try {
    return yield* unpackSteps(yield* readArrays(file, version), lexicons, (why) => new LostFrameError(file, why));
  } catch (error) {
    if (error instanceof CorruptBytesError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
