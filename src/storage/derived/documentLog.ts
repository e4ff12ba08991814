/**
 * Derived data of single contents in a log (`../arrays/recordLog.ts`); the last record of a content counts. What others append is read when something is
 * missing. Methods throw `CorruptBytesError` for what was damaged since it was read, and file system errors.
 */

import type { ContentId } from '../../engine/document.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type Frame, maxFrameBytes } from '../../engine/index/codec/lazyBytes.ts';
import { readJson } from '../../engine/util/budget.ts';
import { replaceFile, temporaryName } from '../arrays/arraysFile.ts';
import { RecordWriter, readRecords } from '../arrays/recordLog.ts';
import { fileId } from '../fileFigures.ts';
import { FrameReader, type FrameWriter } from '../frames.ts';

/** A content with its data. */
export interface DerivedDocument {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Less is not worth writing a file. */
const minDroppedBytes = 1 << 16;

/** A record: its frames stay in the file. */
interface StoredDocument {
  readonly name: string;
  /** Of the data. */
  readonly size: number;
  readonly frames: readonly Frame[];
}

export class DocumentLog {
  readonly #path: string;
  readonly #version: string;
  readonly #documents = new Map<string, StoredDocument>();
  #reader: FrameReader | undefined;
  #writer: RecordWriter | undefined;
  /** Identifies the file that is open. */
  #file = 0n;
  /** Where the last whole record ends, and the bytes of the data before it. */
  #end = 0;
  #bytes = 0;
  #isDamaged = false;

  /** Opens nothing yet. */
  constructor(path: string, version: string) {
    this.#path = path;
    this.#version = version;
  }

  /** Whether a part of what was read was damaged, and left out. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** The data of a content; `undefined` if there is none. */
  get(id: ContentId): Uint8Array | undefined {
    const name = nameOf(id);
    if (!this.#documents.has(name)) this.#follow();
    const found = this.#documents.get(name);
    return found && dataOf(found);
  }

  /** Only for the process that writes the index. */
  append(documents: readonly DerivedDocument[]): void {
    this.#follow();
    if (this.#end === 0) this.close();
    this.#writer ??= this.#end === 0 ? RecordWriter.create(this.#path, this.#version) : RecordWriter.open(this.#path, this.#end);
    this.#writer.append((frames) => {
      for (const { id, bytes } of documents) putDocument(frames, nameOf(id), bytes);
    });
    for (const { id } of documents) this.#documents.delete(nameOf(id));
  }

  /** Rewrites the file without the data of other contents, if that is more than half of it, and much. Only for the process that writes the index. */
  keepOnly(ids: Iterable<ContentId>): void {
    this.#follow();
    const kept = new Map<string, StoredDocument>();
    for (const id of ids) {
      const found = this.#documents.get(nameOf(id));
      if (found !== undefined) kept.set(found.name, found);
    }
    const size = [...kept.values()].reduce((sum, document) => sum + document.size, 0);
    if (size * 2 >= this.#bytes || this.#bytes - size < minDroppedBytes) return;
    const temporary = temporaryName(this.#path);
    const writer = RecordWriter.create(temporary, this.#version);
    try {
      for (const document of kept.values()) writer.append((frames) => putDocument(frames, document.name, dataOf(document)));
    } finally {
      writer.close();
    }
    this.close();
    replaceFile(this.#path, temporary);
  }

  /** What it has read is forgotten. */
  close(): void {
    this.#reader?.close();
    this.#writer?.close();
    this.#reader = undefined;
    this.#writer = undefined;
    this.#documents.clear();
    [this.#file, this.#end, this.#bytes] = [0n, 0, 0];
  }

  /** Reads what has been appended, or all of another file at the same path. An open file keeps its number. */
  #follow(): void {
    const file = fileId(this.#path);
    if (file !== this.#file || this.#reader === undefined) {
      this.close();
      if (file === 0n) return;
      this.#reader = new FrameReader(this.#path);
      this.#file = file;
    }
    const { records, end, isDamaged } = readRecords(this.#reader, this.#version, nextDocument);
    for (const record of records) {
      this.#documents.set(record.name, record);
      this.#bytes += record.size;
    }
    this.#end = end;
    this.#isDamaged = isDamaged;
  }
}

function putDocument(frames: FrameWriter, name: string, bytes: Uint8Array): void {
  frames.put(Buffer.from(JSON.stringify([name, bytes.length])));
  for (let at = 0; at < bytes.length; at += maxFrameBytes) frames.put(bytes.subarray(at, at + maxFrameBytes));
}

function nextDocument(reader: FrameReader): StoredDocument {
  const [name, size] = headIn(reader.next().content());
  const frames: Frame[] = [];
  for (let at = 0; at < size; at += frames.at(-1)?.size ?? 0) {
    frames.push(reader.next());
    if (frames.at(-1)?.size === 0) throw new CorruptBytesError('an empty frame of data');
  }
  return { name, size, frames };
}

function headIn(content: Uint8Array): readonly [name: string, size: number] {
  try {
    const head = readJson(Buffer.from(content).toString());
    if (Array.isArray(head) && typeof head[0] === 'string' && Number.isSafeInteger(head[1])) return [head[0], head[1]];
  } catch {
    // Reported below.
  }
  throw new CorruptBytesError('a record without a name');
}

function dataOf({ frames }: StoredDocument): Uint8Array {
  return Buffer.concat(frames.map((frame) => frame.content()));
}

function nameOf({ hash, language }: ContentId): string {
  return `${hash} ${language}`;
}
