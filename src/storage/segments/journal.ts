/**
 * What has changed since an index was last saved as a whole: records that are appended, one for each change. A record holds the rows of its
 * files, the paths that it removes, and a segment of its new documents.
 *
 * Layout: a frame with the version, then the arrays of each record (`../arrays/arraysFile.ts`): the rows (`../fileLog.ts`) with the basis, and the
 * segments. A record counts once the frame that ends it is there, so that a killed process leaves the last change or the next. What follows a
 * damaged record is lost, and its files are read again.
 */

import fs from 'node:fs';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import { packSteps, type SavedArray, type SavedSegment, unpackSteps } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finish, type Steps } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { nextArrays, putArrays, versionBytes } from '../arrays/arraysFile.ts';
import { decodeRecord, encodeRecord, type FileRecord, toRecords } from '../fileLog.ts';
import { FrameReader, FrameWriter, LostFrameError } from '../frames.ts';
import type { FileRow, StoreChange } from '../store.ts';

/** A record as it was read; its segments get ids of the lexicons when they are unpacked. */
export interface JournalRecord extends FileRecord {
  readonly basis?: string | undefined;
  segments(lexicons: Lexicons): Steps<readonly SavedSegment[]>;
}

/** The records of a journal. */
export interface JournalRecords {
  readonly records: readonly JournalRecord[];
  /** Where the last whole record ends, in bytes; 0 if this is no journal of the version. */
  readonly end: number;
  /** Whether something follows it that is no beginning of a record. */
  readonly isDamaged: boolean;
}

/** Reads the whole records from `at` on. Throws file system errors. */
export function readJournal(path: string, at = 0, version = indexVersion): JournalRecords {
  const reader = new FrameReader(path, { at });
  const records: JournalRecord[] = [];
  let end = at;
  try {
    if (at === 0) {
      if (Buffer.compare(reader.next().content(), versionBytes(version)) !== 0) throw new CorruptBytesError('another version');
      end = reader.at;
    }
    while (!reader.isAtEnd) {
      records.push(toRecord(path, finish(nextArrays(reader, false))));
      end = reader.at;
    }
    return { records, end, isDamaged: false };
  } catch (error) {
    if (!(error instanceof CorruptBytesError)) throw error;
    return { records, end, isDamaged: !reader.hasEndedEarly };
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

/** Appends records. */
export class JournalWriter {
  readonly #descriptor: number;
  /** Where the next record goes: the size of the file in bytes. */
  #at: number;

  private constructor(descriptor: number, at: number) {
    this.#descriptor = descriptor;
    this.#at = at;
  }

  /** A new journal of these rows, and of segments without a file of their own. Throws file system errors. */
  static create(
    path: string,
    rows: readonly FileRow[],
    basis: string | undefined,
    saved: readonly SavedSegment[],
    lexicons: Lexicons,
  ): JournalWriter {
    const writer = new JournalWriter(fs.openSync(path, 'w+', 0o600), 0);
    try {
      const frames = new FrameWriter(writer.#descriptor);
      frames.put(versionBytes(indexVersion));
      writer.#at = frames.at;
      for (const record of toRecords(rows)) writer.append({ ...record, segments: [] }, lexicons);
      writer.append({ files: [], removed: [], segments: saved, basis }, lexicons);
      fs.fsyncSync(writer.#descriptor);
      return writer;
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** The journal at `path`, whose last whole record ends at `end`; what follows is cut off. Throws file system errors. */
  static open(path: string, end: number): JournalWriter {
    const descriptor = fs.openSync(path, 'r+');
    try {
      fs.ftruncateSync(descriptor, end);
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
    return new JournalWriter(descriptor, end);
  }

  /** Whether the file is as this process has left it. */
  get isOwn(): boolean {
    return fs.fstatSync(this.#descriptor).size === this.#at;
  }

  /** Throws file system errors; nothing is then written. */
  append({ files, removed, segments, basis }: StoreChange, lexicons: Lexicons): void {
    const frames = new FrameWriter(this.#descriptor, { at: this.#at });
    const arrays = segments.length === 0 ? [] : finish(packSteps(segments, lexicons));
    try {
      finish(putArrays(frames, [new Uint8Array(encodeRecord({ files, removed, basis })), ...arrays]));
    } catch (error) {
      fs.ftruncateSync(this.#descriptor, this.#at);
      throw error;
    }
    this.#at = frames.at;
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
}
