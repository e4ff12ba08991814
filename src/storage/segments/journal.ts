/**
 * What has changed since an index was last saved as a whole: a log (`../arrays/recordLog.ts`) with one record for each change. A record holds the rows
 * of its files (`../fileLog.ts`) with the basis, the paths that it removes, and a segment of its new documents, as arrays
 * (`../arrays/arraysFile.ts`). The files of a record that is lost are read again.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import { packSteps, type SavedArray, type SavedSegment, unpackSteps } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finish, type Steps } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { nextArrays, putArrays } from '../arrays/arraysFile.ts';
import { type Records, RecordWriter, readRecords } from '../arrays/recordLog.ts';
import { decodeRecord, encodeRecord, type FileRecord, toRecords } from '../fileLog.ts';
import { FrameReader, LostFrameError } from '../frames.ts';
import type { FileRow, StoreChange } from '../store.ts';

/** A record as it was read; its segments get ids of the lexicons when they are unpacked. */
export interface JournalRecord extends FileRecord {
  readonly basis?: string | undefined;
  segments(lexicons: Lexicons): Steps<readonly SavedSegment[]>;
}

/** Reads the whole records from `at` on. Throws file system errors. */
export function readJournal(path: string, at = 0): Records<JournalRecord> {
  const reader = new FrameReader(path, { at });
  try {
    return readRecords(reader, indexVersion, () => toRecord(path, finish(nextArrays(reader, false))));
  } finally {
    reader.close();
  }
}

function toRecord(path: string, [head, ...arrays]: readonly SavedArray[]): JournalRecord {
  if (!(head instanceof LazyBytes)) throw new CorruptBytesError('a record without rows');
  const { removed, files, basis } = decodeRecord(head.read());
  return {
    ...{ removed, files, basis },
    *segments(lexicons) {
      if (arrays.length === 0) return [];
      try {
        return yield* unpackSteps(arrays, lexicons, (why) => new LostFrameError(path, why));
      } catch (error) {
        // Its documents are then read again.
        if (error instanceof CorruptBytesError) return [];
        throw error;
      }
    },
  };
}

/** A new journal of these rows, and of segments without a file of their own. Throws file system errors. */
export function createJournal(
  path: string,
  rows: readonly FileRow[],
  basis: string | undefined,
  saved: readonly SavedSegment[],
  lexicons: Lexicons,
): RecordWriter {
  const journal = RecordWriter.create(path, indexVersion);
  try {
    for (const record of toRecords(rows)) appendChange(journal, { ...record, segments: [] }, lexicons);
    appendChange(journal, { files: [], removed: [], segments: saved, basis }, lexicons);
    journal.sync();
    return journal;
  } catch (error) {
    journal.close();
    throw error;
  }
}

/** Throws file system errors; nothing is then written. */
export function appendChange(journal: RecordWriter, { files, removed, segments, basis }: StoreChange, lexicons: Lexicons): void {
  const arrays = segments.length === 0 ? [] : finish(packSteps(segments, lexicons));
  const rows = new Uint8Array(encodeRecord({ files, removed, basis }));
  journal.append((frames) => void finish(putArrays(frames, [rows, ...arrays])));
}
