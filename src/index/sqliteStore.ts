/**
 * The store in one SQLite file, by `node:sqlite`, for the process that writes it.
 *
 * A document is one row with a blob; the strings of documents are written once, in blocks (`dictionary.ts`), and what is known of the files is
 * a log of changes (`fileLog.ts`). Every blob carries a checksum over all of its content, so that a flipped bit costs a document that is read
 * again, or a rebuild where it was in a block or the log, and never a wrong answer. What cannot be written now (another program holds the file)
 * waits and is tried again with the next change; what cannot be written at all (full or read-only storage) lives in the process.
 *
 * One process writes, the others follow (`sqliteFollower.ts`): the log tells them which paths each change concerns.
 * A row tells what a file held at a certain stat, which is compared with the file system before it is believed, whoever wrote it.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { DocumentColumns } from '../core/columns.ts';
import type { Lexicons } from '../core/text/lexicon.ts';
import { encodeDocument } from './documentCodec.ts';
import { fileSize } from './fileFigures.ts';
import { encodeRecord, type FileRecord, recordsOf } from './fileLog.ts';
import { createMemoryStore } from './memoryStore.ts';
import { faultOf, loadSqlite } from './nodeSqlite.ts';
import { type RenewedDictionary, renewalSteps } from './renewedDictionary.ts';
import { contentVersion, newDictionary, newLog, openSqliteFile, startAnew } from './sqliteFile.ts';
import { SqliteFollower } from './sqliteFollower.ts';
import { SqliteReader } from './sqliteReader.ts';
import { blockName, bytesOf, documentKey, documentName, packBlock, packRecord, recordName, sealed, sumBytes } from './sqliteRows.ts';
import {
  BusyStoreError,
  type ContentId,
  DamagedStoreError,
  type DocumentStore,
  type FileRow,
  isSkipNote,
  type StoreChange,
  type StoredDocument,
  type StoreNews,
  type StoreStatus,
} from './store.ts';
import { WriterLock } from './writerLock.ts';

/** What decides whether a file can be used. */
export interface SqliteStoreOptions {
  /** Those of the process, which documents speak in. */
  readonly lexicons: Lexicons;
  /** Version of the algorithms behind the documents; a file of another one is emptied. */
  readonly algorithm: number;
  /** Opens the file even though it was seen to be damaged: it is set aside first. */
  readonly isDamaged?: boolean;
  /** Follows whoever writes the file and never writes it, not even where nobody does. */
  readonly isReader?: boolean;
  /** Milliseconds since 1970, for the age of documents that no path has any more. */
  readonly now?: () => number;
}

/** Documents that no path has are kept for a week (branch switches), as long as they take no more space than those in use. */
const keepReleasedMs = 7 * 24 * 3600 * 1000;

/** The log of files is written anew where it has so many rows, or records, more than it needs. */
const mostOvertakenShare = 1 / 4;
const mostOvertaken = 256;

/** What the dictionary costs who opens the store: bytes, and for each block as much as so many bytes. */
const dictionaryCost = 'SELECT coalesce(sum(length(data) + 1000), 0) FROM dictionary';
/** The dictionary is written anew where it costs so many times what it did when it was begun, and at least so much. */
const mostDictionaryGrowth = 2;
const leastRenewed = 300_000;

/**
 * Opens the store in `file`; one that follows it where another process writes it; or one in memory whose status says why. Never throws for
 * what is wrong with the file or its place.
 */
export function openSqliteStore(file: string, options: SqliteStoreOptions): DocumentStore {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    return createMemoryStore(`Node ${process.version} has no node:sqlite (22.13 or newer has); this index is kept in memory.`);
  }
  if (options.isReader) return new SqliteFollower(sqlite, file, options);
  const lock = WriterLock.at(sqlite, file);
  if (lock?.take() === 'held') return new SqliteFollower(sqlite, file, options, lock);
  const opened = options.isDamaged
    ? startAnew(sqlite, file, options.algorithm, 'was damaged')
    : openSqliteFile(sqlite, file, options.algorithm);
  if (opened.database !== undefined) return new SqliteStore(file, opened.database, opened.isReadOnly, opened.message, options, lock);
  lock?.close();
  return createMemoryStore(opened.message);
}

class SqliteStore implements DocumentStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #reader: SqliteReader;
  readonly #algorithm: number;
  readonly #now: () => number;
  readonly #lock: WriterLock | undefined;
  #message: string | undefined;
  /** Set when nothing more can be written in this session. */
  #isFrozen: boolean;
  /** Changes that wait until another program lets go of the file. */
  #waiting: StoreChange[] = [];
  /** Bytes that the file itself has at least, without its log, unless somebody has cut it off; only `#giveBack` makes it smaller. */
  #leastBytes: number;
  /** Counts changes of documents. */
  #changes = 0;
  /** The dictionary that is being made anew, and how many changes there had been when that was begun. */
  #renewal: { readonly steps: Generator<void, RenewedDictionary>; readonly changes: number } | undefined;
  /** The same, and what can no more be written: documents are found here as well. */
  readonly #unwritten = createMemoryStore();

  constructor(
    file: string,
    database: DatabaseSync,
    isReadOnly: boolean,
    message: string | undefined,
    options: SqliteStoreOptions,
    lock: WriterLock | undefined,
  ) {
    this.#file = file;
    this.#database = database;
    this.#reader = new SqliteReader(database, options.lexicons);
    this.#isFrozen = isReadOnly;
    this.#leastBytes = this.#wholeBytes();
    this.#message = message;
    this.#algorithm = options.algorithm;
    this.#now = options.now ?? Date.now;
    this.#lock = lock;
  }

  status(): StoreStatus {
    const waits =
      this.#waiting.length > 0 ? 'Another program holds the index file; changes are kept in memory until it lets go.' : undefined;
    return { file: this.#file, message: waits ?? this.#message, isFollowing: false };
  }

  basis(): string | undefined {
    return this.#reader.basis();
  }

  file(path: string): FileRow | undefined {
    return this.#reader.file(path);
  }

  files(): FileRow[] {
    return this.#reader.files();
  }

  documents(): Iterable<StoredDocument> {
    return this.#reader.documents();
  }

  document(id: ContentId): DocumentColumns | undefined {
    return this.#unwritten.document(id) ?? this.#reader.document(id);
  }

  readAhead(): boolean {
    return !this.#isFrozen && this.#reader.readAhead();
  }

  isBehind(): boolean {
    return false;
  }

  news(): StoreNews {
    return { kind: 'nothing' };
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
      this.#transaction(() => {
        const { rows, records, written } = this.#reader.fileLog();
        this.#dropReleased(rows);
        const isLong = records > mostOvertaken || written - rows.length > mostOvertaken + rows.length * mostOvertakenShare;
        if (isLong) this.#writeLogAnew(rows);
        this.#noteDictionary();
      });
      this.#giveBack();
    });
  }

  renew(): boolean {
    if (this.#isFrozen || this.#waiting.length > 0) return false;
    try {
      if (this.#renewal?.changes !== this.#changes) this.#renewal = undefined;
      if (this.#renewal === undefined && !this.#isDictionaryWorn()) return false;
      this.#renewal ??= { steps: renewalSteps(this.#reader), changes: this.#changes };
      const step = this.#renewal.steps.next();
      if (!step.done) return true;
      this.#writeRenewed(step.value);
    } catch (error) {
      // Whoever needs what is damaged finds out about it.
      if (!(error instanceof DamagedStoreError || error instanceof BusyStoreError) && faultOf(error) === undefined) throw error;
    }
    this.#renewal = undefined;
    return false;
  }

  clear(): void {
    this.#waiting = [];
    this.#changes++;
    this.#unwritten.clear();
    if (this.#isFrozen) return;
    this.#writing(() => {
      this.#transaction(() => {
        this.#database.exec(`${newLog}; DELETE FROM document; DELETE FROM meta WHERE name = 'basis'; ${newDictionary}`);
      });
      this.#giveBack();
    });
  }

  sizeBytes(): number {
    return fileSize(this.#file) + fileSize(`${this.#file}-wal`);
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (!this.#isFrozen) this.#flush();
    this.#reader.close();
    this.#lock?.close();
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
    const putDocument = this.#reader.prepare(`INSERT INTO document(key, hash, language, data) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET hash = excluded.hash, language = excluded.language, data = excluded.data WHERE data <> excluded.data`);
    if (change.documents.length > 0) {
      this.#changes++;
      const { dictionary, epoch } = this.#reader.dictionary();
      const { numbers } = this.#reader.mark();
      for (const document of change.documents) {
        const data = sealed(documentName(document, epoch), encodeDocument(document.columns, dictionary, sumBytes));
        putDocument.run(documentKey(document), bytesOf(document.hash), document.language, data);
      }
      const block = dictionary.blockSince(numbers);
      if (block !== undefined) {
        const id = this.#reader.nextBlock();
        this.#reader.prepare('INSERT INTO dictionary VALUES (?, ?)').run(id, packBlock(blockName(id, epoch), block));
      }
    }
    if (change.removed.length + change.files.length > 0) this.#writeRecord(change, this.#reader.generation() + 1);
    if (change.basis !== undefined) this.#reader.prepare("INSERT OR REPLACE INTO meta VALUES ('basis', ?)").run(change.basis);
  }

  #writeRecord(record: FileRecord, id: number): void {
    const data = packRecord(recordName(id, this.#reader.epoch()), encodeRecord(record));
    this.#reader.prepare('INSERT INTO file VALUES (?, ?)').run(id, data);
  }

  /** Without what is overtaken. The new records do not follow the old ones, so that who reads along compares everything. */
  #writeLogAnew(rows: readonly FileRow[]): void {
    this.#database.exec(newLog);
    for (const record of recordsOf(rows)) this.#writeRecord(record, this.#reader.generation() + 1);
  }

  /** Notes what the dictionary costs, where it was begun since the last time. */
  #noteDictionary(): void {
    this.#database.exec(`INSERT OR IGNORE INTO meta SELECT 'dictionary', (${dictionaryCost})`);
  }

  #isDictionaryWorn(): boolean {
    const row = this.#reader.prepare(`SELECT (${dictionaryCost}) AS cost, value FROM meta WHERE name = 'dictionary'`).get();
    return row !== undefined && Number(row.cost) > Math.max(leastRenewed, Number(row.value) * mostDictionaryGrowth);
  }

  #writeRenewed({ dictionary, epoch, blocks, documents }: RenewedDictionary): void {
    this.#writing(() => {
      this.#transaction(() => {
        const { rows } = this.#reader.fileLog();
        this.#database.exec(newDictionary);
        const putBlock = this.#reader.prepare('INSERT INTO dictionary VALUES (?, ?)');
        for (const [i, block] of blocks.entries()) putBlock.run(i + 1, block);
        const putDocument = this.#reader.prepare('UPDATE document SET data = ? WHERE key = ?');
        for (const [key, data] of documents) putDocument.run(data, key);
        // Its records are sealed with the epoch too.
        this.#writeLogAnew(rows);
        this.#noteDictionary();
      });
      this.#reader.useDictionary(dictionary, blocks.length, epoch);
      this.#giveBack();
    });
  }

  /** Gives free space back to the file system. */
  #giveBack(): void {
    this.#leastBytes = 0;
    this.#database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    this.#leastBytes = this.#wholeBytes();
  }

  /** Bytes of the file; 0 while its log holds changes, which may make it smaller yet. */
  #wholeBytes(): number {
    return fileSize(`${this.#file}-wal`) > 0 ? 0 : fileSize(this.#file);
  }

  /** What is written to a file that was cut off is lost with it, and SQLite finds out only when it reads there. */
  #refuseCut(): void {
    const size = fileSize(this.#file);
    if (size > 0 && size < this.#leastBytes) throw new DamagedStoreError(`${this.#file} was cut off at ${size} bytes`);
  }

  /** Notes since when a document is without a path, and drops those that have been so for long, or the oldest where they take more than half. */
  #dropReleased(files: readonly FileRow[]): void {
    const run = (sql: string, ...values: number[]) => this.#reader.prepare(sql).run(...values);
    const used = new Set<number>();
    for (const { content } of files) if (!isSkipNote(content)) used.add(documentKey(content));
    for (const key of this.#documentKeys('NOT NULL')) if (used.has(key)) run('UPDATE document SET released = NULL WHERE key = ?', key);
    for (const key of this.#documentKeys('NULL'))
      if (!used.has(key)) run('UPDATE document SET released = ? WHERE key = ?', this.#now(), key);
    run('DELETE FROM document WHERE released < ?', this.#now() - keepReleasedMs);
    const kept = this.#reader.prepare('SELECT sum(length(data)) AS bytes FROM document WHERE released IS NULL').get();
    const newestFirst =
      'SELECT id, sum(length(data)) OVER (ORDER BY released DESC, id DESC) AS total FROM document WHERE released IS NOT NULL';
    run(`DELETE FROM document WHERE id IN (SELECT id FROM (${newestFirst}) WHERE total > ?)`, Number(kept?.bytes ?? 0));
  }

  /** The keys of documents by whether they are released; as one value, since rows cost more. */
  #documentKeys(released: 'NULL' | 'NOT NULL'): number[] {
    const keys = this.#reader.prepare(`SELECT json_group_array(key) AS keys FROM document WHERE released IS ${released}`).get()?.keys;
    return JSON.parse(String(keys));
  }

  #transaction(run: () => void): void {
    this.#refuseCut();
    this.#database.exec('BEGIN IMMEDIATE');
    const before = this.#reader.mark();
    try {
      const version = this.#reader.prepare("SELECT value FROM meta WHERE name = 'content'").get()?.value;
      if (version !== contentVersion(this.#algorithm)) throw new ForeignVersionError();
      run();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#reader.forgetSince(before);
      throw error;
    }
  }

  #writing(write: () => void): void {
    try {
      write();
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'busy') return;
      if (error instanceof ForeignVersionError) this.#freeze('Another version of this program has taken over the index file');
      else if (fault === 'damaged' || error instanceof DamagedStoreError)
        this.#freeze('The index file is damaged and will be rebuilt at the next start');
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
