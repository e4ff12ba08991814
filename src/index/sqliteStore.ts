/**
 * The store in one SQLite file, by `node:sqlite`.
 *
 * A document is one row with a compressed blob, a path one small row; every row carries a checksum over all of its content, so that a
 * flipped bit costs one document that is read again and never a wrong answer. What cannot be written now (another program holds the file)
 * waits and is tried again with the next change; what cannot be written at all (full or read-only storage) lives in the process.
 *
 * Several processes may write to one file: a row tells what a file held at a certain stat, which is compared with the file system before
 * it is believed, whoever wrote it.
 */

import fs from 'node:fs';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import zlib from 'node:zlib';
import { createMemoryStore } from './memoryStore.ts';
import { faultOf, loadSqlite } from './nodeSqlite.ts';
import { contentVersion, openSqliteFile, startAnew } from './sqliteFile.ts';
import type { ContentId, DocumentStore, FileRow, SkipNote, StoreChange, StoredDocument, StoreStatus } from './store.ts';
import { DamagedStoreError, isSkipNote } from './store.ts';

/** What decides whether a file can be used. */
export interface SqliteStoreOptions {
  /** Version of the algorithms behind the documents; a file of another one is emptied. */
  readonly algorithm: number;
  /** Opens the file even though it was seen to be damaged: it is set aside first. */
  readonly isDamaged?: boolean;
  /** Milliseconds since 1970, for the age of documents that no path has any more. */
  readonly now?: () => number;
}

/** Documents that no path has are kept for a week (branch switches), as long as they take no more space than those in use. */
const keepReleasedMs = 7 * 24 * 3600 * 1000;

/** Fast: the default level takes a third longer and saves 3 %; zstd is as small and faster, but not in every Node that must read the file. */
const deflateLevel = 1;

/** Opens the store in `file`, or one in memory whose status says why. Never throws for what is wrong with the file or its place. */
export function openSqliteStore(file: string, options: SqliteStoreOptions): DocumentStore {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    return createMemoryStore(`Node ${process.version} has no node:sqlite (22.13 or newer has); this index is kept in memory.`);
  }
  const opened = options.isDamaged
    ? startAnew(sqlite, file, options.algorithm, 'was damaged')
    : openSqliteFile(sqlite, file, options.algorithm);
  if (opened.database === undefined) return createMemoryStore(opened.message);
  return new SqliteStore(file, opened.database, opened.isReadOnly, opened.message, options);
}

class SqliteStore implements DocumentStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #algorithm: number;
  readonly #now: () => number;
  readonly #statements = new Map<string, StatementSync>();
  #message: string | undefined;
  /** Set when nothing more can be written in this session. */
  #isFrozen: boolean;
  /** Changes that wait until another program lets go of the file. */
  #waiting: StoreChange[] = [];
  /** The same, and what can no more be written: documents are found here as well. */
  readonly #unwritten = createMemoryStore();

  constructor(file: string, database: DatabaseSync, isReadOnly: boolean, message: string | undefined, options: SqliteStoreOptions) {
    this.#file = file;
    this.#database = database;
    this.#isFrozen = isReadOnly;
    this.#message = message;
    this.#algorithm = options.algorithm;
    this.#now = options.now ?? Date.now;
  }

  status(): StoreStatus {
    const waits =
      this.#waiting.length > 0 ? 'Another program holds the index file; changes are kept in memory until it lets go.' : undefined;
    return { file: this.#file, message: waits ?? this.#message };
  }

  basis(): string | undefined {
    return this.#reading(() => this.#prepare("SELECT value FROM meta WHERE name = 'basis'").get()?.value as string | undefined);
  }

  files(): FileRow[] {
    return this.#reading(() => {
      const statement = this.#prepare('SELECT * FROM file');
      statement.setReadBigInts(true);
      const rows: FileRow[] = [];
      for (const stored of statement.iterate()) {
        const row = fileRowOf(stored);
        if (row !== undefined) rows.push(row);
      }
      return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
    });
  }

  *documents(): Generator<StoredDocument> {
    const statement = this.#prepare('SELECT id, hash, language, data FROM document WHERE id > ? ORDER BY id LIMIT 64');
    for (let last = 0; ; ) {
      const rows = this.#reading(() => statement.all(last));
      if (rows.length === 0) return;
      for (const row of rows) {
        const id = { hash: hexOf(row.hash), language: String(row.language) };
        yield { ...id, bytes: unpack(id, row.data as Uint8Array) };
        last = Number(row.id);
      }
    }
  }

  document(id: ContentId): Uint8Array | undefined {
    const unwritten = this.#unwritten.document(id);
    if (unwritten !== undefined) return unwritten;
    try {
      const row = this.#prepare('SELECT data FROM document WHERE hash = ? AND language = ?').get(bytesOf(id.hash), id.language);
      return row === undefined ? undefined : unpack(id, row.data as Uint8Array);
    } catch (error) {
      if (faultOf(error) === undefined) throw error;
      return undefined;
    }
  }

  commit(change: StoreChange): void {
    if (!this.#isFrozen) {
      this.#waiting.push(change);
      this.#flush();
    }
    if (this.#isFrozen || this.#waiting.length > 0) this.#unwritten.commit(change);
  }

  compact(): void {
    if (this.#isFrozen) {
      this.#unwritten.compact();
      return;
    }
    this.#flush();
    this.#writing(() => {
      this.#transaction(() => this.#dropReleased());
      this.#database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  clear(): void {
    this.#waiting = [];
    this.#unwritten.clear();
    if (this.#isFrozen) return;
    this.#writing(() => {
      this.#transaction(() => this.#database.exec("DELETE FROM file; DELETE FROM document; DELETE FROM meta WHERE name = 'basis'"));
      this.#database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  sizeBytes(): number {
    const sizeOf = (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return sizeOf(this.#file) + sizeOf(`${this.#file}-wal`);
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (!this.#isFrozen) this.#flush();
    this.#statements.clear();
    this.#database.close();
  }

  #flush(): void {
    this.#writing(() => {
      this.#transaction(() => {
        for (const change of this.#waiting) this.#write(change);
      });
      this.#waiting = [];
      this.#unwritten.clear();
    });
  }

  #write(change: StoreChange): void {
    // A stored document is written again only where its bytes were damaged.
    const putDocument = this.#prepare(`INSERT INTO document(hash, language, data) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET data = excluded.data WHERE data <> excluded.data`);
    for (const document of change.documents) putDocument.run(bytesOf(document.hash), document.language, pack(document, document.bytes));
    const dropFile = this.#prepare('DELETE FROM file WHERE path = ?');
    for (const path of change.removed) dropFile.run(path);
    const putFile = this.#prepare('INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const row of change.files) putFile.run(...columnsOf(row));
    if (change.basis !== undefined) this.#prepare("INSERT OR REPLACE INTO meta VALUES ('basis', ?)").run(change.basis);
  }

  /** Notes since when a document is without a path, and drops those that have been so for long, or the oldest where they take more than half. */
  #dropReleased(): void {
    // By id: a pair of columns that may be null would be compared with every row that has none like it.
    const isUsed = 'id IN (SELECT document.id FROM file JOIN document USING (hash, language))';
    this.#prepare(`UPDATE document SET released = NULL WHERE released IS NOT NULL AND ${isUsed}`).run();
    this.#prepare(`UPDATE document SET released = ? WHERE released IS NULL AND ${isUsed.replace('IN', 'NOT IN')}`).run(this.#now());
    this.#prepare('DELETE FROM document WHERE released < ?').run(this.#now() - keepReleasedMs);
    const usedBytes = Number(this.#prepare('SELECT sum(length(data)) AS bytes FROM document WHERE released IS NULL').get()?.bytes ?? 0);
    const newestFirst =
      'SELECT id, sum(length(data)) OVER (ORDER BY released DESC, id DESC) AS total FROM document WHERE released IS NOT NULL';
    this.#prepare(`DELETE FROM document WHERE id IN (SELECT id FROM (${newestFirst}) WHERE total > ?)`).run(usedBytes);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #transaction(run: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const version = this.#prepare("SELECT value FROM meta WHERE name = 'content'").get()?.value;
      if (version !== contentVersion(this.#algorithm)) throw new ForeignVersionError();
      run();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (faultOf(error) === undefined) throw error;
      throw new DamagedStoreError((error as Error).message, { cause: error });
    }
  }

  #writing(write: () => void): void {
    try {
      write();
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'busy') return;
      if (error instanceof ForeignVersionError) this.#freeze('Another version of this program has taken over the index file');
      else if (fault === 'damaged') this.#freeze('The index file is damaged and will be rebuilt at the next start');
      else if (fault === 'unwritable') this.#freeze(`The index file cannot be written (${(error as Error).message})`);
      else throw error;
    }
  }

  #freeze(reason: string): void {
    this.#isFrozen = true;
    for (const change of this.#waiting) this.#unwritten.commit(change);
    this.#waiting = [];
    this.#message = `${reason}; changes are kept in memory.`;
  }
}

class ForeignVersionError extends Error {}

type FileColumns = [string, number, bigint, bigint, bigint, bigint, Uint8Array | null, string | null, string | null, string | null, number];

function columnsOf(row: FileRow): FileColumns {
  const { content } = row;
  const [hash, language] = isSkipNote(content) ? [null, null] : [bytesOf(content.hash), content.language];
  const [reason, detail] = isSkipNote(content) ? [content.reason, content.detail ?? null] : [null, null];
  return [row.path, row.size, row.mtimeNs, row.ctimeNs, row.inode, row.indexedAtNs, hash, language, reason, detail, sumOf(row)];
}

/** The row, or `undefined` where its checksum does not fit: the path is then unknown and read again. */
function fileRowOf(stored: Record<string, SQLOutputValue>): FileRow | undefined {
  const content: ContentId | SkipNote =
    stored.hash === null
      ? { reason: String(stored.reason), ...(stored.detail === null ? {} : { detail: String(stored.detail) }) }
      : { hash: hexOf(stored.hash), language: String(stored.language) };
  const row: FileRow = {
    path: String(stored.path),
    size: Number(stored.size),
    mtimeNs: stored.mtime as bigint,
    ctimeNs: stored.ctime as bigint,
    inode: stored.inode as bigint,
    indexedAtNs: stored.indexed as bigint,
    content,
  };
  return sumOf(row) === Number(stored.sum) ? row : undefined;
}

function sumOf(row: FileRow): number {
  const { content } = row;
  const told = isSkipNote(content) ? ['', content.reason, content.detail ?? ''] : [content.hash, content.language];
  return zlib.crc32([row.path, row.size, row.mtimeNs, row.ctimeNs, row.inode, row.indexedAtNs, ...told].join('\0'));
}

/** Four bytes of checksum over name and content, then the compressed content. */
function pack(id: ContentId, bytes: Uint8Array): Uint8Array {
  const deflated = zlib.deflateRawSync(bytes, { level: deflateLevel });
  const blob = Buffer.allocUnsafe(4 + deflated.length);
  blob.writeUInt32LE(checksum(id, bytes));
  deflated.copy(blob, 4);
  return blob;
}

/** The content, or `undefined` where it is not what was packed. */
function unpack(id: ContentId, blob: Uint8Array): Uint8Array | undefined {
  try {
    const bytes = zlib.inflateRawSync(blob.subarray(4), { maxOutputLength: maxDocumentBytes });
    const sum = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).readUInt32LE();
    return sum === checksum(id, bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : undefined;
  } catch (error) {
    const isDamage = error instanceof RangeError || /^Z_|^ERR_/.test((error as { code?: string }).code ?? '');
    if (isDamage) return undefined;
    throw error;
  }
}

/** Far above what a file of the largest size that is indexed can need; a damaged blob cannot ask for more memory. */
const maxDocumentBytes = 256 * 1024 * 1024;

function checksum(id: ContentId, bytes: Uint8Array): number {
  return zlib.crc32(bytes, zlib.crc32(`${id.hash} ${id.language}`));
}

function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex');
}

function hexOf(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex') : '';
}
