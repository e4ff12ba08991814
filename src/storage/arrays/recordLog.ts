/**
 * Records that are appended to a file, each of some frames (`../frames.ts`). The first frame of the file has the version.
 *
 * A record counts once its last frame is there, so that a killed process leaves the last record or the next. What follows a damaged record is
 * lost.
 */

import fs from 'node:fs';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type FrameReader, FrameWriter } from '../frames.ts';
import { versionBytes } from './arraysFile.ts';

export interface Records<T> {
  readonly records: readonly T[];
  /** Where the last whole record ends, in bytes; 0 if this is no file of the version. */
  readonly end: number;
  /** Whether something follows it that is no beginning of a record. */
  readonly isDamaged: boolean;
}

/**
 * Reads the whole records that follow; the reader is then positioned after the last of them.
 *
 * @param readNext reads one record; a `CorruptBytesError` ends the reading.
 */
export function readRecords<T>(reader: FrameReader, version: string, readNext: (reader: FrameReader) => T): Records<T> {
  const records: T[] = [];
  let end = reader.at;
  try {
    if (end === 0) {
      if (Buffer.compare(reader.next().content(), versionBytes(version)) !== 0) throw new CorruptBytesError('another version');
      end = reader.at;
    }
    while (!reader.isAtEnd) {
      records.push(readNext(reader));
      end = reader.at;
    }
    return { records, end, isDamaged: false };
  } catch (error) {
    if (!(error instanceof CorruptBytesError)) throw error;
    reader.returnTo(end);
    return { records, end, isDamaged: !reader.hasEndedEarly };
  }
}

/** Appends records to a file. Its methods throw file system errors. */
export class RecordWriter {
  readonly #descriptor: number;
  /** Where the next record goes: the size of the file in bytes. */
  #at: number;

  private constructor(descriptor: number, at: number) {
    this.#descriptor = descriptor;
    this.#at = at;
  }

  /** A file without records, in place of one that may be there. */
  static create(path: string, version: string): RecordWriter {
    const writer = new RecordWriter(fs.openSync(path, 'w+', 0o600), 0);
    writer.append((frames) => frames.put(versionBytes(version)));
    return writer;
  }

  /** The file whose last whole record ends at `end`; what follows is cut off. */
  static open(path: string, end: number): RecordWriter {
    const writer = new RecordWriter(fs.openSync(path, 'r+'), end);
    writer.#cutOff();
    return writer;
  }

  /** Whether the file is as this process has left it. */
  get isOwn(): boolean {
    return fs.fstatSync(this.#descriptor).size === this.#at;
  }

  /** Appends what `write` puts, or nothing where that fails. */
  append(write: (frames: FrameWriter) => void): void {
    const frames = new FrameWriter(this.#descriptor, { at: this.#at });
    try {
      write(frames);
    } catch (error) {
      this.#cutOff();
      throw error;
    }
    this.#at = frames.at;
  }

  /** Waits until the disk has everything. */
  sync(): void {
    fs.fsyncSync(this.#descriptor);
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  #cutOff(): void {
    fs.ftruncateSync(this.#descriptor, this.#at);
  }
}
