/** Reads the tables of an index file, for its writer and its followers. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ContentId } from '../../engine/document.ts';
import { type Checkpoint, Dictionary } from '../../engine/index/codec/dictionary.ts';
import { decodeDocument, decodedLength } from '../../engine/index/codec/documentCodec.ts';
import type { DocumentColumns } from '../../engine/text/words/columns.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { decodeRecord, type FileRecord, LogRows } from '../fileLog.ts';
import { BusyStoreError, DamagedStoreError, type FileRow, type StoredDocument } from '../store.ts';
import { classifyFault, closeDatabase, isInTransaction } from './nodeSqlite.ts';
import { blockName, bytesToHex, documentKey, documentName, inflated, recordName, unpack } from './sqliteRows.ts';

export class SqliteReader {
  readonly database: DatabaseSync;
  readonly lexicons: Lexicons;
  readonly #statements = new Map<string, StatementSync>();
  #dictionary: Dictionary;
  /** Number of renewals of the dictionary; -1 until it is read. */
  #epoch = -1;
  /** The last block of the dictionary that was read. */
  #block = 0;
  /** The state of the log as `file` has read it. */
  #log: { readonly epoch: number; readonly first: number; last: number; readonly rows: Map<string, FileRow> } | undefined;

  constructor(database: DatabaseSync, lexicons: Lexicons) {
    this.database = database;
    this.lexicons = lexicons;
    this.#dictionary = new Dictionary(lexicons);
  }

  /** A prepared statement, cached. */
  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  basis(): string | undefined {
    return reading(() => this.prepare("SELECT value FROM meta WHERE name = 'basis'").get()?.value as string | undefined);
  }

  /** Number of the last record of the log of files; 0 if it is empty. */
  generation(): number {
    return reading(() => Number(this.prepare('SELECT max(id) AS last FROM file').get()?.last ?? 0));
  }

  /** The paths that changed after `generation`; `undefined` if the log no longer covers that, or if everything may have changed. */
  changedSince(generation: number): string[] | undefined {
    return this.#atOnce(() => {
      const paths = new Set<string>();
      let next = generation + 1;
      for (const { id, removed, files } of this.#records(generation)) {
        if (id !== next++) return undefined;
        for (const path of removed) paths.add(path);
        for (const { path } of files) paths.add(path);
      }
      return [...paths];
    });
  }

  /** The row of a path, if any. Caches the log for the next call. */
  file(path: string): FileRow | undefined {
    return this.#atOnce(() => {
      const [epoch, first] = [this.epoch(), this.#firstRecord()];
      if (this.#log?.epoch !== epoch || this.#log.first !== first) this.#log = { epoch, first, last: first - 1, rows: new Map() };
      const log = this.#log;
      for (const record of this.#records(log.last)) {
        replay(record, log.rows);
        log.last = record.id;
      }
      return log.rows.get(path);
    });
  }

  /** All rows by path. Also throws `DamagedStoreError` if a block of the dictionary is damaged, so that this is detected at the start. */
  files(): FileRow[] {
    return this.fileLog().rows;
  }

  /** `files`, with the number of records and the number of rows in them, overwritten ones included. */
  fileLog(): { readonly rows: FileRow[]; readonly records: number; readonly written: number } {
    return this.#atOnce(() => {
      for (const _ of this.#blocks(0, this.epoch()));
      const log = new LogRows();
      let [records, written] = [0, 0];
      for (const record of this.#records(0)) {
        log.add(record);
        records++;
        written += record.files.length;
      }
      return { rows: log.sorted(), records, written };
    });
  }

  #firstRecord(): number {
    return reading(() => Number(this.prepare('SELECT min(id) AS first FROM file').get()?.first ?? 1));
  }

  /** The records after this one, in order. Throws `DamagedStoreError` if one is damaged or missing. */
  *#records(after: number): Generator<FileRecord & { readonly id: number }> {
    const epoch = this.epoch();
    let next: number | undefined;
    for (const row of reading(() => this.prepare('SELECT id, data FROM file WHERE id > ? ORDER BY id').all(after))) {
      const id = Number(row.id);
      const isEmpty = row.data instanceof Uint8Array && row.data.length === 0;
      const block = isEmpty ? undefined : unpack(recordName(id, epoch), row.data);
      if ((block === undefined && !isEmpty) || id !== (next ?? id)) throw new DamagedStoreError(`record ${id} of the files is damaged`);
      next = id + 1;
      yield { id, ...(block === undefined ? noRecord : intact(() => decodeRecord(inflated(block)))) };
    }
  }

  /** The complete dictionary and its epoch. Throws `DamagedStoreError` if a block is lost, since its numbers would be reused. */
  dictionary(): { readonly dictionary: Dictionary; readonly epoch: number } {
    return this.#atOnce(() => {
      const epoch = this.#readBlocks();
      return { dictionary: this.#dictionary, epoch };
    });
  }

  /** Reads missing blocks of the dictionary, and returns its epoch. */
  #readBlocks(): number {
    const epoch = this.epoch();
    if (epoch !== this.#epoch) {
      this.#dictionary = new Dictionary(this.lexicons);
      this.#block = 0;
      this.#epoch = epoch;
    }
    for (const block of this.#blocks(this.#block, epoch)) {
      intact(() => this.#dictionary.addBlock(inflated(block)));
      this.#block++;
    }
    return epoch;
  }

  /** Adopts a dictionary that was just written in this many blocks. */
  useDictionary(dictionary: Dictionary, blocks: number, epoch: number): void {
    this.#dictionary = dictionary;
    this.#block = blocks;
    this.#epoch = epoch;
  }

  /** Number of renewals of the dictionary. Throws `DamagedStoreError` if it is not a number. */
  epoch(): number {
    const epoch = Number(reading(() => this.prepare("SELECT value FROM meta WHERE name = 'epoch'").get()?.value ?? 0));
    if (!Number.isSafeInteger(epoch)) throw new DamagedStoreError(`the epoch of the dictionary is ${epoch}`);
    return epoch;
  }

  /** The blocks after this one, still compressed. Throws `DamagedStoreError` if one is damaged or missing. */
  *#blocks(after: number, epoch: number): Generator<Uint8Array> {
    let last = after;
    for (const row of reading(() => this.prepare('SELECT id, data FROM dictionary WHERE id > ? ORDER BY id').all(after))) {
      const id = Number(row.id);
      const block = id === ++last ? unpack(blockName(id, epoch), row.data) : undefined;
      if (block === undefined) throw new DamagedStoreError(`block ${id} of the dictionary is damaged`);
      yield block;
    }
  }

  /** Reads in one transaction, isolated from other processes' writes. */
  #atOnce<T>(read: () => T): T {
    if (isInTransaction(this.database)) return read();
    reading(() => this.database.exec('BEGIN'));
    try {
      return read();
    } finally {
      // In a damaged file this may fail too.
      if (isInTransaction(this.database)) reading(() => this.database.exec('COMMIT'));
    }
  }

  /** A savepoint of the dictionary, for `forgetSince`. */
  mark(): { readonly dictionary: Dictionary; readonly numbers: Checkpoint; readonly block: number } {
    return { dictionary: this.#dictionary, numbers: this.#dictionary.checkpoint(), block: this.#block };
  }

  /** Rolls back additions to the dictionary that were not committed. */
  forgetSince({ dictionary, numbers, block }: ReturnType<SqliteReader['mark']>): void {
    // A dictionary that was renewed since is read again.
    if (dictionary !== this.#dictionary) this.#epoch = -1;
    else {
      dictionary.reset(numbers);
      this.#block = block;
    }
  }

  /** The number of the next block to be written, which then counts as read. */
  nextBlock(): number {
    return ++this.#block;
  }

  /** Also throws `DamagedStoreError` if a document has no name or refers to lost strings. */
  *documents(): Generator<StoredDocument> {
    const statement = this.prepare('SELECT id, hash, language, data FROM document WHERE id > ? ORDER BY id LIMIT 64');
    for (let last = 0; ; ) {
      const rows = reading(() => statement.all(last));
      if (rows.length === 0) return;
      const { dictionary, epoch } = this.dictionary();
      const packed = rows.map((row) => {
        const id = { hash: bytesToHex(row.hash), language: String(row.language) };
        // SQLite reads empty rows from a page that was cut off.
        if (id.hash === '') throw new DamagedStoreError(`document ${row.id} is damaged`);
        const bytes = unpack(documentName(id, epoch), row.data);
        return { id, bytes, length: bytes === undefined ? 0 : intact(() => decodedLength(bytes)) };
      });
      // One array for all, since allocating one costs more than a small document.
      const all = new Int32Array(packed.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const { id, bytes, length } of packed) {
        const end = at + length;
        yield bytes === undefined ? id : { ...id, columns: intact(() => decodeDocument(bytes, dictionary, all.subarray(at, end))) };
        at = end;
      }
      last = Number(rows.at(-1)?.id);
    }
  }

  /** One document; undefined if it is unknown or damaged. Throws `BusyStoreError`. */
  document(id: ContentId): DocumentColumns | undefined {
    try {
      const row = reading(() => this.prepare('SELECT data FROM document WHERE key = ?').get(documentKey(id)));
      if (row === undefined) return undefined;
      const { dictionary, epoch } = this.dictionary();
      const bytes = unpack(documentName(id, epoch), row.data);
      return bytes === undefined ? undefined : intact(() => decodeDocument(bytes, dictionary));
    } catch (error) {
      if (error instanceof DamagedStoreError) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    closeDatabase(this.database);
  }
}

/** An empty record. */
const noRecord: FileRecord = { removed: [], files: [] };

function replay({ removed, files }: FileRecord, rows: Map<string, FileRow>): void {
  for (const path of removed) rows.delete(path);
  for (const row of files) rows.set(row.path, row);
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const fault = classifyFault(error);
    if (fault === undefined) throw error;
    if (fault === 'busy')
      throw new BusyStoreError('Another program has locked the index file; try again when it is done', { cause: error });
    throw new DamagedStoreError((error as Error).message, { cause: error });
  }
}

/** Decodes bytes whose checksum is right: if that fails, no process can read this file. */
function intact<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw new DamagedStoreError((cause as Error).message, { cause });
  }
}
