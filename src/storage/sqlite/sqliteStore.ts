/**
 * The store in one SQLite file, by `node:sqlite`, for the process that writes it.
 *
 * A document is one row with a blob; the strings of documents are written once, in blocks (`dictionary.ts`), and the state of the files is
 * a log of changes (`fileLog.ts`). Every blob has a checksum over its whole content, so a flipped bit costs reading one file again, or a
 * rebuild if it was in a block or the log, and never gives a wrong answer. What cannot be written now (another program holds the file) is
 * retried with the next change; what cannot be written at all (full or read-only storage) is kept in memory.
 *
 * One process writes, the others follow (`sqliteFollower.ts`): the log lists the paths that each change concerns. A row records a file's
 * content at a given stat, which is compared with the file system before it is trusted, whichever process wrote it.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ContentId } from '../../engine/document.ts';
import { Dictionary, parts } from '../../engine/index/codec/dictionary.ts';
import { encodeDocument } from '../../engine/index/codec/documentCodec.ts';
import type { Message } from '../../engine/message.ts';
import type { DocumentColumns } from '../../engine/text/words/columns.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { message } from '../../messages/messages.ts';
import { fileSize } from '../fileFigures.ts';
import { encodeRecord, type FileRecord, toRecords } from '../fileLog.ts';
import { createMemoryStore } from '../memoryStore.ts';
import {
  BusyStoreError,
  DamagedStoreError,
  type DocumentStore,
  type FileRow,
  type Seed,
  type StoreChange,
  type StoredDocument,
  type StoreNews,
  type StoreStatus,
} from '../store.ts';
import { classifyFault, isInTransaction, loadSqlite } from './nodeSqlite.ts';
import { dropReleased } from './releasedDocuments.ts';
import { isDictionaryWorn, noteDictionary, type RenewedDictionary, renewalSteps } from './renewedDictionary.ts';
import { damagedMark, newDictionary, newLog, openSqliteFile, recreateFile } from './sqliteFile.ts';
import { SqliteFollower } from './sqliteFollower.ts';
import { SqliteReader } from './sqliteReader.ts';
import {
  blockName,
  documentKey,
  documentName,
  hexToBytes,
  packedStrings,
  packRecord,
  recordName,
  sealed,
  sealedCopy,
  sumBytes,
} from './sqliteRows.ts';
import { WriterLock } from './writerLock.ts';

/** Determines whether a file can be used. */
export interface SqliteStoreOptions {
  /** The lexicons of the process, which documents refer to. */
  readonly lexicons: Lexicons;
  /** Version of what is stored; a file of another one is emptied. */
  readonly version: string;
  /** The file was found to be damaged: it is set aside first. */
  readonly isDamaged?: boolean;
  /** Follows the writer and never writes, even if there is no writer. */
  readonly isReader?: boolean;
  /** Milliseconds since 1970, for the age of released documents. */
  readonly now?: () => number;
  /** Called with each SQL text that writes to an open file, just before it runs. */
  readonly onWrite?: (sql: string) => void;
}

/** The log of files is compacted when its superfluous rows exceed this share, or its superfluous records this number. */
const maxSupersededShare = 1 / 4;
const maxSupersededRecords = 256;

/** A stored document is written again only if its bytes were damaged. */
const putDocument = `INSERT INTO document(key, hash, language, data) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET hash = excluded.hash, language = excluded.language, data = excluded.data WHERE data <> excluded.data`;
const putBlock = 'INSERT INTO dictionary VALUES (?, ?)';

/**
 * Opens the store in `file`; a follower if another process writes it; or a store in memory whose status gives the reason. Never throws for
 * faults of the file or its storage.
 */
export function openSqliteStore(file: string, options: SqliteStoreOptions): DocumentStore {
  const sqlite = loadSqlite();
  if (sqlite === undefined) return createMemoryStore([message('noSqlite', process.version)]);
  if (options.isReader) return new SqliteFollower(sqlite, file, options);
  const lock = WriterLock.at(sqlite, file);
  if (lock?.take() === 'held') return new SqliteFollower(sqlite, file, options, lock);
  const opened = options.isDamaged
    ? recreateFile(sqlite, file, options.version, 'was damaged')
    : openSqliteFile(sqlite, file, options.version);
  if (opened.database !== undefined) return new SqliteStore(file, opened.database, opened.isReadOnly, opened.messages, options, lock);
  lock?.close();
  return createMemoryStore(opened.messages);
}

class SqliteStore implements DocumentStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #reader: SqliteReader;
  readonly #version: string;
  readonly #now: () => number;
  readonly #onWrite: ((sql: string) => void) | undefined;
  readonly #lock: WriterLock | undefined;
  #messages: readonly Message[] | undefined;
  /** Set when nothing can be written any more in this session. */
  #isFrozen: boolean;
  /** Changes that wait until another program releases the file. */
  #waiting: StoreChange[] = [];
  /** Minimum size of the main file in bytes, unless something has truncated it; only `#giveBack` makes it smaller. */
  #minBytes: number;
  /** Counts changes of documents. */
  #changes = 0;
  /** The dictionary that is being renewed, and the number of changes when that began. */
  #renewal: { readonly steps: Generator<void, RenewedDictionary>; readonly changes: number } | undefined;
  /** Waiting changes, and those that can no longer be written: documents are looked up here as well. */
  readonly #unwritten = createMemoryStore();

  constructor(
    file: string,
    database: DatabaseSync,
    isReadOnly: boolean,
    messages: readonly Message[] | undefined,
    options: SqliteStoreOptions,
    lock: WriterLock | undefined,
  ) {
    this.#file = file;
    this.#database = database;
    this.#reader = new SqliteReader(database, options.lexicons);
    this.#isFrozen = isReadOnly;
    this.#minBytes = this.#wholeBytes();
    this.#messages = messages;
    this.#version = options.version;
    this.#now = options.now ?? Date.now;
    this.#onWrite = options.onWrite;
    this.#lock = lock;
  }

  status(): StoreStatus {
    const waits = this.#waiting.length > 0 ? [message('locked')] : undefined;
    return { file: this.#file, messages: waits ?? this.#messages, isFollowing: false };
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

  adopt({ dictionary, blocks }: Seed): void {
    if (this.#isFrozen) return;
    this.#writing(() => {
      const { dictionary: own, epoch } = this.#reader.dictionary();
      if (parts.some((part) => own.part(part).size > 0)) return;
      this.#transaction(() => {
        for (const [i, block] of blocks.entries()) this.#execute(putBlock, i + 1, sealedCopy(blockName(i + 1, epoch), block));
      });
      this.#reader.useDictionary(new Dictionary(this.#reader.lexicons, dictionary), blocks.length, epoch);
    });
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
        dropReleased(rows, { reader: this.#reader, execute: (sql, ...values) => this.#execute(sql, ...values) }, this.#now());
        const isLong = records > maxSupersededRecords || written - rows.length > maxSupersededRecords + rows.length * maxSupersededShare;
        if (isLong) this.#rewriteLog(rows);
        this.#execute(noteDictionary);
      });
      this.#giveBack();
    });
  }

  renew(): boolean {
    if (this.#isFrozen || this.#waiting.length > 0) return false;
    try {
      if (this.#renewal?.changes !== this.#changes) this.#renewal = undefined;
      if (this.#renewal === undefined && !isDictionaryWorn(this.#reader)) return false;
      this.#renewal ??= { steps: renewalSteps(this.#reader), changes: this.#changes };
      const step = this.#renewal.steps.next();
      if (!step.done) return true;
      this.#writeRenewed(step.value);
    } catch (error) {
      // Damage is reported to the caller that needs the block.
      if (!(error instanceof DamagedStoreError || error instanceof BusyStoreError) && classifyFault(error) === undefined) throw error;
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
        this.#execute(`${newLog}; DELETE FROM document; DELETE FROM meta WHERE name = 'basis'; ${newDictionary}`);
      });
      this.#giveBack();
    });
  }

  sizeBytes(): number {
    return fileSize(this.#file) + fileSize(`${this.#file}-wal`);
  }

  close(): void {
    if (this.#database.isOpen === false) return;
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
    if (change.documents.length > 0) {
      this.#changes++;
      const { dictionary, epoch } = this.#reader.dictionary();
      const { numbers } = this.#reader.mark();
      for (const document of change.documents) {
        const { columns, encoded } = document;
        const name = documentName(document, epoch);
        const data =
          encoded !== undefined && encoded.dictionary === dictionary.origin
            ? sealedCopy(name, encoded.bytes)
            : sealed(name, encodeDocument(columns, dictionary, sumBytes));
        this.#execute(putDocument, documentKey(document), hexToBytes(document.hash), document.language, data);
      }
      const block = dictionary.blockSince(numbers);
      if (block !== undefined) {
        const id = this.#reader.nextBlock();
        this.#execute(putBlock, id, sealedCopy(blockName(id, epoch), packedStrings(block)));
      }
    }
    if (change.removed.length + change.files.length > 0) this.#writeRecord(change, this.#reader.generation() + 1);
    if (change.basis !== undefined) this.#execute("INSERT OR REPLACE INTO meta VALUES ('basis', ?)", change.basis);
  }

  #writeRecord(record: FileRecord, id: number): void {
    const data = packRecord(recordName(id, this.#reader.epoch()), encodeRecord(record));
    this.#execute('INSERT INTO file VALUES (?, ?)', id, data);
  }

  /** Without superseded rows. The new records leave a gap in the sequence, so that followers compare everything. */
  #rewriteLog(rows: readonly FileRow[]): void {
    this.#execute(newLog);
    for (const record of toRecords(rows)) this.#writeRecord(record, this.#reader.generation() + 1);
  }

  #writeRenewed({ dictionary, epoch, blocks, documents }: RenewedDictionary): void {
    this.#writing(() => {
      this.#transaction(() => {
        const { rows } = this.#reader.fileLog();
        this.#execute(newDictionary);
        for (const [i, block] of blocks.entries()) this.#execute(putBlock, i + 1, block);
        for (const [key, data] of documents) this.#execute('UPDATE document SET data = ? WHERE key = ?', data, key);
        // Its records are sealed with the epoch too.
        this.#rewriteLog(rows);
        this.#execute(noteDictionary);
      });
      this.#reader.useDictionary(dictionary, blocks.length, epoch);
      this.#giveBack();
    });
  }

  /** Returns free space to the file system. */
  #giveBack(): void {
    this.#minBytes = 0;
    this.#execute('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    this.#minBytes = this.#wholeBytes();
  }

  /** Size of the file in bytes; 0 while its log holds changes, which may still make it smaller. */
  #wholeBytes(): number {
    return fileSize(`${this.#file}-wal`) > 0 ? 0 : fileSize(this.#file);
  }

  /** Writes to a truncated file would be lost, and SQLite notices only when it reads there. */
  #refuseCut(): void {
    const size = fileSize(this.#file);
    if (size > 0 && size < this.#minBytes) throw new DamagedStoreError(`${this.#file} was cut off at ${size} bytes`);
  }

  /** Every write to the file once it is open. */
  #execute(sql: string, ...values: SQLInputValue[]): void {
    this.#onWrite?.(sql);
    if (values.length === 0) this.#database.exec(sql);
    else this.#reader.prepare(sql).run(...values);
  }

  #transaction(run: () => void): void {
    this.#refuseCut();
    this.#execute('BEGIN IMMEDIATE');
    const before = this.#reader.mark();
    try {
      const version = this.#reader.prepare("SELECT value FROM meta WHERE name = 'content'").get()?.value;
      if (version !== this.#version) throw new ForeignVersionError();
      run();
      this.#execute('COMMIT');
    } catch (error) {
      if (isInTransaction(this.#database)) this.#database.exec('ROLLBACK');
      this.#reader.forgetSince(before);
      throw error;
    }
  }

  #writing(write: () => void): void {
    try {
      write();
    } catch (error) {
      const fault = classifyFault(error);
      if (fault === 'busy') return;
      if (error instanceof ForeignVersionError) this.#freeze(message('takenOver'));
      else if (fault === 'damaged' || error instanceof DamagedStoreError) {
        this.#markDamaged();
        this.#freeze(message('damaged'));
      } else if (fault === 'unwritable') this.#freeze(message('unwritable', (error as Error).message));
      else throw error;
    }
  }

  /** The next start may not come across the damage, and would then fail to write as well. */
  #markDamaged(): void {
    try {
      this.#execute(damagedMark);
    } catch {
      // SQLite itself refuses the file then.
    }
  }

  #freeze(reason: Message): void {
    this.#isFrozen = true;
    for (const change of this.#waiting) this.#unwritten.commit(change);
    this.#waiting = [];
    this.#messages = [reason];
  }
}

class ForeignVersionError extends Error {}
