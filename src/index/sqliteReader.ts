/** Reads the tables of an index file, for the process that writes it and for those that read along. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DocumentColumns } from '../core/columns.ts';
import type { Lexicons } from '../core/text/lexicon.ts';
import { CorruptBytesError } from './bytes.ts';
import { Dictionary, type Mark } from './dictionary.ts';
import { decodeDocument, decodedLength } from './documentCodec.ts';
import { faultOf } from './nodeSqlite.ts';
import { blockName, bytesOf, documentName, fileRowOf, hexOf, unpack, unpackBlock } from './sqliteRows.ts';
import { BusyStoreError, type ContentId, DamagedStoreError, type FileRow, type StoredDocument } from './store.ts';

export class SqliteReader {
  readonly database: DatabaseSync;
  readonly #lexicons: Lexicons;
  readonly #statements = new Map<string, StatementSync>();
  #dictionary: Dictionary;
  /** Counts how often the dictionary was begun anew; -1 before it was read. */
  #epoch = -1;
  /** The last block of the dictionary that was read. */
  #block = 0;

  constructor(database: DatabaseSync, lexicons: Lexicons) {
    this.database = database;
    this.#lexicons = lexicons;
    this.#dictionary = new Dictionary(lexicons);
  }

  /** The statement, prepared once. */
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

  /** Number of the last change; 0 before the first. */
  generation(): number {
    return reading(() => Number(this.prepare('SELECT max(generation) AS last FROM change').get()?.last ?? 0));
  }

  /** The paths of the changes after `generation`; `undefined` where not all of these are noted any more, or one concerned everything. */
  changedSince(generation: number): string[] | undefined {
    const rows = reading(() =>
      this.prepare('SELECT generation, paths FROM change WHERE generation > ? ORDER BY generation').all(generation),
    );
    if (rows.length > 0 && Number(rows[0]?.generation) !== generation + 1) return undefined;
    const paths = new Set<string>();
    for (const { paths: noted } of rows) {
      if (noted === null) return undefined;
      for (const path of JSON.parse(String(noted)) as string[]) paths.add(path);
    }
    return [...paths];
  }

  /** The row of a path; absent where there is none, or a damaged one. */
  file(path: string): FileRow | undefined {
    return reading(() => {
      const statement = this.prepare('SELECT * FROM file WHERE path = ?');
      statement.setReadBigInts(true);
      const stored = statement.get(path);
      return stored === undefined ? undefined : fileRowOf(stored);
    });
  }

  /** All rows by path. Throws `DamagedStoreError` also where a block of the dictionary is damaged, so that this is known from the start. */
  files(): FileRow[] {
    this.#atOnce(() => {
      for (const _ of this.#blocks(0, this.#storedEpoch()));
    });
    return reading(() => {
      const statement = this.prepare('SELECT * FROM file');
      statement.setReadBigInts(true);
      const rows: FileRow[] = [];
      for (const stored of statement.iterate()) {
        const row = fileRowOf(stored);
        if (row !== undefined) rows.push(row);
      }
      return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
    });
  }

  /**
   * The dictionary with all that is written of it, and its epoch. Throws `DamagedStoreError` where a block is lost, since its numbers would
   * be given again.
   */
  dictionary(): { readonly dictionary: Dictionary; readonly epoch: number } {
    return this.#atOnce(() => {
      const epoch = this.#storedEpoch();
      if (epoch !== this.#epoch) {
        this.#dictionary = new Dictionary(this.#lexicons);
        this.#block = 0;
        this.#epoch = epoch;
      }
      for (const block of this.#blocks(this.#block, epoch)) {
        intact(() => this.#dictionary.addBlock(unpackBlock(block)));
        this.#block++;
      }
      return { dictionary: this.#dictionary, epoch };
    });
  }

  #storedEpoch(): number {
    return Number(reading(() => this.prepare("SELECT value FROM meta WHERE name = 'epoch'").get()?.value ?? 0));
  }

  /** The blocks after this one, still packed. Throws `DamagedStoreError` where one is damaged or missing. */
  *#blocks(after: number, epoch: number): Generator<Uint8Array> {
    let last = after;
    for (const row of reading(() => this.prepare('SELECT id, data FROM dictionary WHERE id > ? ORDER BY id').all(after))) {
      const id = Number(row.id);
      const block = id === ++last ? unpack(blockName(id, epoch), row.data as Uint8Array) : undefined;
      if (block === undefined) throw new DamagedStoreError(`block ${id} of the dictionary is damaged`);
      yield block;
    }
  }

  /** What is read belongs together, whatever another process writes meanwhile. */
  #atOnce<T>(read: () => T): T {
    if (this.database.isTransaction) return read();
    reading(() => this.database.exec('BEGIN'));
    try {
      return read();
    } finally {
      this.database.exec('COMMIT');
    }
  }

  /** Where the dictionary stands, for `forgetSince`. */
  mark(): { readonly dictionary: Dictionary; readonly numbers: Mark; readonly block: number } {
    return { dictionary: this.#dictionary, numbers: this.#dictionary.mark(), block: this.#block };
  }

  /** Takes back what was added to the dictionary and not committed. */
  forgetSince({ dictionary, numbers, block }: ReturnType<SqliteReader['mark']>): void {
    // One that was begun anew meanwhile is read again.
    if (dictionary !== this.#dictionary) this.#epoch = -1;
    else {
      dictionary.reset(numbers);
      this.#block = block;
    }
  }

  /** The number of the block that is written next; it counts as read. */
  nextBlock(): number {
    return ++this.#block;
  }

  /** Throws `DamagedStoreError` also where a document has strings that the dictionary has lost. */
  *documents(): Generator<StoredDocument> {
    const statement = this.prepare('SELECT id, hash, language, data FROM document WHERE id > ? ORDER BY id LIMIT 64');
    for (let last = 0; ; ) {
      const rows = reading(() => statement.all(last));
      if (rows.length === 0) return;
      const { dictionary, epoch } = this.dictionary();
      const packed = rows.map((row) => {
        const id = { hash: hexOf(row.hash), language: String(row.language) };
        return { id, bytes: unpack(documentName(id, epoch), row.data as Uint8Array) };
      });
      // One array for all, since each one that is made costs more than a small document.
      const all = new Int32Array(packed.reduce((sum, { bytes }) => sum + (bytes === undefined ? 0 : decodedLength(bytes)), 0));
      let at = 0;
      for (const { id, bytes } of packed) {
        const end = at + (bytes === undefined ? 0 : decodedLength(bytes));
        yield bytes === undefined ? id : { ...id, columns: intact(() => decodeDocument(bytes, dictionary, all.subarray(at, end))) };
        at = end;
      }
      last = Number(rows.at(-1)?.id);
    }
  }

  document(id: ContentId): DocumentColumns | undefined {
    try {
      const row = this.prepare('SELECT data FROM document WHERE hash = ? AND language = ?').get(bytesOf(id.hash), id.language);
      if (row === undefined) return undefined;
      const { dictionary, epoch } = this.dictionary();
      const bytes = unpack(documentName(id, epoch), row.data as Uint8Array);
      return bytes === undefined ? undefined : intact(() => decodeDocument(bytes, dictionary));
    } catch (error) {
      if (error instanceof DamagedStoreError || error instanceof BusyStoreError) return undefined;
      if (faultOf(error) === undefined) throw error;
      return undefined;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.database.isOpen) this.database.close();
  }
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    if (fault === 'busy') throw new BusyStoreError('Another program holds the index file', { cause: error });
    throw new DamagedStoreError((error as Error).message, { cause: error });
  }
}

/** Reads bytes that are what was written: where they cannot be read, something else is lost. */
function intact<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CorruptBytesError)) throw error;
    throw new DamagedStoreError(error.message, { cause: error });
  }
}
