/**
 * The rows of files as an append-only log. Each change is one record with the paths it removes and the rows it writes; later records win. A
 * save appends some hundred bytes, and followers learn from the record what changed. The log is compacted while idle.
 *
 * A record stores its rows in columns: the texts as JSON, then the numbers, then the hashes. They decode in a few calls and compress well
 * (`packRecord`): some 40 bytes a file, most of it the hash. Reading costs under a microsecond a row.
 */

import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { readJson } from '../engine/util/budget.ts';
import { type FileRow, isSkipNote, type SkipNote } from './store.ts';

/** One change. */
export interface FileRecord {
  readonly removed: readonly string[];
  readonly files: readonly FileRow[];
  /** See `StoreChange`. */
  readonly basis?: string | undefined;
}

/** The JSON part of a record. */
interface Texts {
  readonly basis?: string | undefined;
  readonly removed: readonly string[];
  readonly paths: readonly string[];
  /** The distinct languages and skip notes of the rows. */
  readonly contents: readonly (string | SkipNote)[];
}

/** Bytes of a row apart from its texts and its hash: size, four times or numbers, index of its content, length of its hash. */
const rowBytes = 8 + 4 * 8 + 4 + 1;
/** The header: the length of the texts in bytes. */
const headBytes = 4;

/** Encodes a record. */
export function encodeRecord({ removed, files, basis }: FileRecord): Uint8Array {
  const count = files.length;
  const sizes = new Float64Array(count);
  const numbers = new BigInt64Array(count * 4);
  const places = new Uint32Array(count);
  const hashSizes = new Uint8Array(count);
  const placeOf = new Map<string, number>();
  const contents: (string | SkipNote)[] = [];
  let hashes = '';
  for (const [i, { size, mtimeNs, ctimeNs, inode, indexedAtNs, content }] of files.entries()) {
    sizes[i] = size;
    numbers[i] = mtimeNs;
    numbers[count + i] = ctimeNs;
    numbers[count * 2 + i] = inode;
    numbers[count * 3 + i] = indexedAtNs;
    const entry = isSkipNote(content) ? content : content.language;
    const name = isSkipNote(content) ? JSON.stringify(content) : content.language;
    let place = placeOf.get(name);
    if (place === undefined) {
      place = contents.push(entry) - 1;
      placeOf.set(name, place);
    }
    places[i] = place;
    if (isSkipNote(content)) continue;
    hashSizes[i] = content.hash.length / 2;
    hashes += content.hash;
  }
  const texts: Texts = { basis, removed, paths: files.map(({ path }) => path), contents };
  const json = Buffer.from(JSON.stringify(texts));
  const columns = [sizes, numbers, places, hashSizes].map(({ buffer }) => new Uint8Array(buffer));
  return Buffer.concat([new Uint8Array(Uint32Array.of(json.length).buffer), json, ...columns, Buffer.from(hashes, 'hex')]);
}

/** Decodes a record. Throws `CorruptBytesError`. */
export function decodeRecord(bytes: Uint8Array): FileRecord {
  let at = 0;
  const next = (size: number): Uint8Array<ArrayBuffer> => {
    if (at + size > bytes.length) throw new CorruptBytesError(`${size} bytes exceed the ${bytes.length - at} that are left`);
    at += size;
    // Copied for alignment.
    return Uint8Array.prototype.slice.call(bytes, at - size, at) as Uint8Array<ArrayBuffer>;
  };
  const [jsonSize = 0] = new Uint32Array(next(headBytes).buffer);
  const { basis, removed, paths, contents } = parseTexts(next(jsonSize));
  const count = paths.length;
  if (count * rowBytes > bytes.length) throw new CorruptBytesError(`${count} rows in ${bytes.length} bytes`);
  const sizes = new Float64Array(next(count * 8).buffer);
  const numbers = new BigInt64Array(next(count * 4 * 8).buffer);
  const places = new Uint32Array(next(count * 4).buffer);
  const hashSizes = next(count);
  const hashes = Buffer.from(next(bytes.length - at).buffer).toString('hex');
  let hashAt = 0;
  const files = paths.map((path, i): FileRow => {
    const entry = contents[places[i] as number];
    if (entry === undefined) throw new CorruptBytesError(`content ${places[i]} of ${contents.length}`);
    if (!isCount(sizes[i])) throw new CorruptBytesError(`a file of ${sizes[i]} bytes`);
    const hash = hashes.slice(hashAt, hashAt + (hashSizes[i] as number) * 2);
    hashAt += (hashSizes[i] as number) * 2;
    return {
      path,
      size: sizes[i] as number,
      mtimeNs: numbers[i] as bigint,
      ctimeNs: numbers[count + i] as bigint,
      inode: numbers[count * 2 + i] as bigint,
      indexedAtNs: numbers[count * 3 + i] as bigint,
      content: typeof entry === 'string' ? { hash, language: entry } : entry,
    };
  });
  if (hashAt !== hashes.length) throw new CorruptBytesError(`hashes of ${hashAt / 2} bytes in ${hashes.length / 2}`);
  return { removed, files, ...(basis === undefined ? {} : { basis }) };
}

function parseTexts(json: Uint8Array): Texts {
  try {
    const texts = readJson(Buffer.from(json.buffer).toString()) as Partial<Texts> | null;
    const { basis, removed, paths, contents } = texts ?? {};
    const isBasis = basis === undefined || typeof basis === 'string';
    if (isBasis && isList(removed, isPath) && isList(paths, isPath) && isList(contents, isContent))
      return { basis, removed, paths, contents };
  } catch {
    // Reported below.
  }
  throw new CorruptBytesError('the texts of a record are damaged');
}

export function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Whether a value is a relative path below the folder: no segment is empty, `.` or `..`. */
export function isPath(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && !/(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(value);
}

/** Whether a value is a language or a skip note. */
function isContent(value: unknown): value is string | SkipNote {
  if (typeof value === 'string') return true;
  const { reason, detail } = (value ?? {}) as Partial<Record<keyof SkipNote, unknown>>;
  return typeof reason === 'string' && (detail === undefined || typeof detail === 'string');
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The state after replaying the log. Most rows come from the first build, sorted by path, and are kept as they come. */
export class LogRows {
  /** Sorted by path, without duplicates. */
  readonly #built: FileRow[] = [];
  /** Rows of later changes; `undefined` for a removed path. */
  readonly #changed = new Map<string, FileRow | undefined>();

  add({ removed, files }: FileRecord): void {
    if (this.#changed.size === 0 && removed.length === 0 && this.#follow(files)) {
      for (const row of files) this.#built.push(row);
      return;
    }
    for (const path of removed) this.#changed.set(path, undefined);
    for (const row of files) this.#changed.set(row.path, row);
  }

  /** All rows, sorted by path. */
  sorted(): FileRow[] {
    if (this.#changed.size === 0) return this.#built;
    const rows = this.#built.filter(({ path }) => !this.#changed.has(path));
    for (const row of this.#changed.values()) if (row !== undefined) rows.push(row);
    return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #follow(files: readonly FileRow[]): boolean {
    let last = this.#built.at(-1)?.path;
    for (const { path } of files) {
      if (last !== undefined && !(last < path)) return false;
      last = path;
    }
    return true;
  }
}

/** The same rows in as few records as possible. */
export function* toRecords(rows: readonly FileRow[]): Generator<FileRecord> {
  for (let at = 0; at < rows.length; at += rowsPerRecord) yield { removed: [], files: rows.slice(at, at + rowsPerRecord) };
}

const rowsPerRecord = 4096;
