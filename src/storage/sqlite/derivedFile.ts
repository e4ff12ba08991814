/**
 * The file of derived data of an index: what retrieval systems have built of single contents or of whole states of the index.
 *
 * All of it can be built again, so a fault costs time and never an answer: a file that is damaged or of another version is rebuilt, and what is wrong under its checksum is dropped, with one sentence in `message`. Only the process that writes the index writes here;
 * the others read along. Nothing is created before there is something to keep.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ContentId } from '../../engine/document.ts';
import type { Message } from '../../engine/message.ts';
import type { DataKind } from '../../engine/retrieval/derived.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { message, phrase } from '../../messages/messages.ts';
import { fileId, fileSize } from '../fileFigures.ts';
import type { FileRow } from '../store.ts';
import { classifyFault, closeDatabase, isInTransaction, loadSqlite } from './nodeSqlite.ts';
import { dropReleased, keepReleasedMs } from './releasedDocuments.ts';
import { type OpenedFile, openDerivedFile, recreateFile } from './sqliteFile.ts';
import { documentKey, packRecord, unpackRecord } from './sqliteRows.ts';

export interface DerivedFileOptions {
  /** Version of the data; a file of another one is emptied. */
  readonly version: string;
  /** Whether this process writes the index; may change. */
  readonly isWriter: () => boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with each SQL text that writes, just before it runs. */
  readonly onWrite?: (sql: string) => void;
}

/** A content with its data. */
export interface DerivedDocument {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Size of the parts of large data, and maximum number of them: more is not kept. */
const partBytes = 1 << 20;
const maxParts = 128;
/** States kept of one builder: a folder may be read by itself and with others, or move between two branches. */
const maxStates = 2;
/** How long an open file is taken to be the one at its path. */
const lookAgainMs = 100;
const dayMs = 24 * 3600 * 1000;

interface Opened {
  readonly database: DatabaseSync;
  readonly canWrite: boolean;
  readonly inode: bigint;
  readonly statements: Map<string, StatementSync>;
}

export class DerivedFile {
  readonly #file: string;
  readonly #options: DerivedFileOptions;
  #opened: Opened | undefined;
  #messages: readonly Message[] = [];
  /** Set if it can be neither read nor written in this session. */
  #isGivenUp = false;
  /** A file that could not be opened. */
  #unusable = 0n;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** Opens nothing yet. */
  constructor(file: string, options: DerivedFileOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Messages for the user if something was dropped or cannot be kept. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Bytes on disk. */
  sizeBytes(): number {
    return fileSize(this.#file);
  }

  /** Data of a state; `undefined` if there is none. Awaits `yieldThread` between parts. */
  async generation(kind: DataKind, state: string, yieldThread: Yield): Promise<Uint8Array | undefined> {
    const rows = this.#read(() =>
      this.#all(`SELECT data, used FROM generation WHERE builder = ${builderOf} AND state = ? ORDER BY part`, ...named(kind), state),
    );
    if (rows === undefined || rows.length === 0) return undefined;
    const parts: Uint8Array[] = [];
    for (const [i, { data }] of rows.entries()) {
      await yieldThread();
      const part = unpackRecord(partName(kind, state, i, rows.length), data);
      if (part === undefined) {
        this.refuse(kind);
        return undefined;
      }
      parts.push(part);
    }
    const now = this.#now();
    if (Number(rows[0]?.used) < now - dayMs)
      this.#write(false, () =>
        this.#run(`UPDATE generation SET used = ? WHERE builder = ${builderOf} AND state = ?`, now, ...named(kind), state),
      );
    return Buffer.concat(parts);
  }

  /** Keeps data of a state, all or nothing; the oldest states beyond `maxStates` go. Awaits `yieldThread` between parts. */
  async keepGeneration(kind: DataKind, state: string, bytes: Uint8Array, yieldThread: Yield): Promise<void> {
    const count = Math.max(1, Math.ceil(bytes.length / partBytes));
    if (count > maxParts) return;
    const parts: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      await yieldThread();
      parts.push(packRecord(partName(kind, state, i, count), bytes.subarray(i * partBytes, (i + 1) * partBytes)));
    }
    await yieldThread();
    const now = this.#now();
    this.#write(true, () => {
      const builder = this.#builder(kind);
      this.#run('DELETE FROM generation WHERE builder = ? AND state = ?', builder, state);
      for (const [i, part] of parts.entries())
        this.#run('INSERT INTO generation(builder, state, part, used, data) VALUES (?, ?, ?, ?, ?)', builder, state, i, now, part);
      const states = this.#all(
        'SELECT builder, state FROM generation WHERE part = 0 AND builder IN (SELECT id FROM builder WHERE name = ?) ORDER BY id DESC',
        kind.id,
      );
      for (const old of states.slice(maxStates))
        this.#run('DELETE FROM generation WHERE builder = ? AND state = ?', old.builder as number, old.state as string);
    });
  }

  /** Data of a content; `undefined` if there is none. */
  document(kind: DataKind, id: ContentId): Uint8Array | undefined {
    const [row] =
      this.#read(() =>
        this.#all(`SELECT id, data FROM document WHERE key = ? AND builder = ${builderOf}`, documentKey(id), ...named(kind)),
      ) ?? [];
    if (row === undefined) return undefined;
    const bytes = unpackRecord(documentName(kind, id), row.data);
    if (bytes === undefined) this.#drop(() => this.#run('DELETE FROM document WHERE id = ?', row.id as number));
    return bytes;
  }

  /** Keeps data of contents, all or nothing. */
  keepDocuments(kind: DataKind, documents: readonly DerivedDocument[]): void {
    if (documents.length === 0) return;
    this.#write(true, () => {
      const builder = this.#builder(kind);
      for (const { id, bytes } of documents) {
        const data = packRecord(documentName(kind, id), bytes);
        this.#run('INSERT OR REPLACE INTO document(key, builder, data) VALUES (?, ?, ?)', documentKey(id), builder, data);
      }
    });
  }

  /** Drops all data of a kind, since some of it is wrong. */
  refuse(kind: DataKind): void {
    this.#drop(() => {
      for (const table of ['generation', 'document']) this.#run(`DELETE FROM ${table} WHERE builder = ${builderOf}`, ...named(kind));
    });
  }

  /** Drops data of contents that no file has had for a week, and of states that nobody has asked about for as long. */
  collect(files: readonly FileRow[]): void {
    this.#write(false, () => {
      const reader = { prepare: (sql: string) => this.#prepare(sql) };
      dropReleased(files, { reader, execute: (sql, ...values) => this.#run(sql, ...values) }, this.#now());
      this.#run('DELETE FROM generation WHERE used < ?', this.#now() - keepReleasedMs);
      this.#run('DELETE FROM builder WHERE id NOT IN (SELECT builder FROM generation UNION SELECT builder FROM document)');
    });
    this.#giveBack();
  }

  clear(): void {
    this.#write(false, () => {
      for (const table of ['generation', 'document', 'builder']) this.#run(`DELETE FROM ${table}`);
    });
    this.#giveBack();
  }

  /** Nothing is read or kept any more. */
  close(): void {
    this.#isGivenUp = true;
    this.#release();
  }

  #release(): void {
    const { database } = this.#opened ?? {};
    this.#opened = undefined;
    if (database !== undefined) closeDatabase(database);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  /** The id of a builder. */
  #builder(kind: DataKind): number {
    const known = this.#all(`SELECT ${builderOf} AS id`, ...named(kind))[0]?.id;
    if (known !== null && known !== undefined) return Number(known);
    this.#run('INSERT INTO builder(name, variant) VALUES (?, ?)', ...named(kind));
    return Number(this.#all(`SELECT ${builderOf} AS id`, ...named(kind))[0]?.id);
  }

  /** Opens the file if it is there, or creates it; returns whether it can be used. */
  #open(mayCreate: boolean): boolean {
    const isWriter = this.#options.isWriter();
    if (this.#opened !== undefined && this.#opened.canWrite === isWriter && performance.now() < this.#lookedMs + lookAgainMs) return true;
    this.#lookedMs = performance.now();
    const inode = fileId(this.#file);
    // The process may have become the writer, and another writer may have replaced the file.
    if (this.#opened !== undefined && (this.#opened.inode !== inode || (isWriter && !this.#opened.canWrite))) this.#release();
    if (this.#opened !== undefined) return true;
    const sqlite = loadSqlite();
    if (sqlite === undefined || this.#isGivenUp || (inode === 0n ? !(mayCreate && isWriter) : inode === this.#unusable)) return false;
    return this.#use(openDerivedFile(sqlite, this.#opening()));
  }

  #opening() {
    return { file: this.#file, version: this.#options.version, isWriter: this.#options.isWriter() };
  }

  #use({ database, canWrite = false, unfit }: OpenedFile): boolean {
    if (unfit !== undefined) this.#messages = [message('derivedUnfit', phrase(unfit))];
    if (database === undefined) {
      this.#unusable = fileId(this.#file);
      this.#isGivenUp = this.#options.isWriter();
      return false;
    }
    this.#opened = { database, canWrite, inode: fileId(this.#file), statements: new Map() };
    return true;
  }

  #read<T>(read: () => T): T | undefined {
    return this.#guarded(() => (this.#open(false) ? read() : undefined));
  }

  /** Writes in one transaction, if this process may. */
  #write(mayCreate: boolean, write: () => void): void {
    if (!this.#options.isWriter()) return;
    this.#guarded(() => {
      if (!this.#open(mayCreate) || this.#opened?.canWrite !== true) return;
      const { database } = this.#opened;
      this.#run('BEGIN IMMEDIATE');
      try {
        write();
        this.#run('COMMIT');
      } catch (error) {
        if (isInTransaction(database)) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #drop(write: () => void): void {
    this.#messages = [message('derivedDamaged')];
    this.#write(false, write);
  }

  #giveBack(): void {
    if (!this.#options.isWriter() || this.#opened?.canWrite !== true) return;
    this.#guarded(() => {
      this.#options.onWrite?.('PRAGMA incremental_vacuum');
      this.#opened?.database.exec('PRAGMA incremental_vacuum');
    });
  }

  /** Runs an operation that fails if the file is faulty; once more on a new file if this one is damaged. */
  #guarded<T>(run: () => T, isAgain = false): T | undefined {
    try {
      return run();
    } catch (error) {
      const fault = classifyFault(error);
      if (fault === undefined) throw error;
      if (fault === 'busy') return undefined;
      this.#release();
      const sqlite = loadSqlite();
      if (fault === 'damaged' && sqlite !== undefined && this.#options.isWriter() && !isAgain) {
        this.#use(recreateFile(sqlite, this.#opening(), 'was damaged'));
        return this.#guarded(run, true);
      }
      // What a killed writer has left is tidied up by the next one, not by who reads along.
      if (fault === 'unwritable' && this.#options.isWriter()) {
        this.#messages = [message('derivedUnwritable')];
        this.#isGivenUp = true;
      }
      return undefined;
    }
  }

  #prepare(sql: string): StatementSync {
    const { database, statements } = this.#opened as Opened;
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  #all(sql: string, ...values: SQLInputValue[]): ReturnType<StatementSync['all']> {
    return this.#prepare(sql).all(...values);
  }

  /** Every write to the open file. */
  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#options.onWrite?.(sql);
    this.#prepare(sql).run(...values);
  }
}

/** The id of the builder `named`. */
const builderOf = '(SELECT id FROM builder WHERE name = ? AND variant = ?)';

function named({ id, variant = '' }: DataKind): [string, string] {
  return [id, variant];
}

/** The name under which a part of a state's data is packed. */
function partName(kind: DataKind, state: string, part: number, parts: number): string {
  return `derived ${JSON.stringify([...named(kind), state, part, parts])}`;
}

/** The name under which data of a content is packed. */
function documentName(kind: DataKind, { hash, language }: ContentId): string {
  return `derived ${JSON.stringify([...named(kind), hash, language])}`;
}
