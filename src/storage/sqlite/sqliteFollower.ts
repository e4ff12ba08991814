/**
 * Reads a SQLite file that another process writes: reports changes, and when the writer is gone. What is committed here stays in memory,
 * since the writer watches the same files and will store the same.
 */

import type { ContentId } from '../../engine/document.ts';
import type { Message } from '../../engine/message.ts';
import type { DocumentColumns } from '../../engine/text/words/columns.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { message } from '../../messages/messages.ts';
import { fileId, fileSize } from '../fileFigures.ts';
import { createMemoryStore } from '../memoryStore.ts';
import {
  BusyStoreError,
  DamagedStoreError,
  type DocumentStore,
  type FileRow,
  type StoreChange,
  type StoredDocument,
  type StoreNews,
  type StoreStatus,
} from '../store.ts';
import type { NodeSqlite } from './nodeSqlite.ts';
import { classifyFault } from './nodeSqlite.ts';
import { openFollowed } from './sqliteFile.ts';
import { SqliteReader } from './sqliteReader.ts';
import type { WriterLock } from './writerLock.ts';

/** Version of the stored content, and the lexicons that its documents refer to. */
interface FollowerOptions {
  readonly version: string;
  readonly lexicons: Lexicons;
}

/** An open file. */
interface Followed {
  readonly reader: SqliteReader;
  readonly inode: bigint;
  /** SQLite's counter of other connections' commits; compared before anything is read. */
  version: number;
  /** The last change that was reported. */
  generation: number;
  basis: string | undefined;
}

export class SqliteFollower implements DocumentStore {
  readonly #sqlite: NodeSqlite;
  readonly #file: string;
  readonly #options: FollowerOptions;
  readonly #lock: WriterLock | undefined;
  readonly #unwritten = createMemoryStore();
  /** Undefined until the writer has created a file that can be read here. */
  #followed: Followed | undefined;
  /** Whether a file was opened that `news` has not reported yet. */
  #isNew = false;
  #messages: readonly Message[] | undefined;

  /** Without the lock it cannot detect that the writer is gone, and follows forever. */
  constructor(sqlite: NodeSqlite, file: string, options: FollowerOptions, lock?: WriterLock) {
    this.#sqlite = sqlite;
    this.#file = file;
    this.#options = options;
    this.#lock = lock;
    this.#open();
  }

  status(): StoreStatus {
    return {
      file: this.#file,
      messages: this.#messages ?? [message('followed')],
      isFollowing: true,
    };
  }

  basis(): string | undefined {
    return this.#followed?.basis;
  }

  file(path: string): FileRow | undefined {
    return this.#read((reader) => reader.file(path));
  }

  files(): FileRow[] {
    return this.#read((reader) => reader.files()) ?? [];
  }

  documents(): Iterable<StoredDocument> {
    return this.#followed?.reader.documents() ?? [];
  }

  document(id: ContentId): DocumentColumns | undefined {
    return this.#unwritten.document(id) ?? this.#followed?.reader.document(id);
  }

  adopt(): void {}

  /** Cheap: polled several times a second. */
  isBehind(): boolean {
    if (this.#isWriterGone()) return true;
    this.#openAnother();
    const followed = this.#followed;
    try {
      return this.#isNew || (followed !== undefined && followed.version !== dataVersion(followed.reader));
    } catch (error) {
      const fault = classifyFault(error);
      if (fault === undefined) throw error;
      // Without a write-ahead log it cannot be read while it is written; anything worse is reported by `news`.
      return fault !== 'busy';
    }
  }

  news(): StoreNews {
    if (this.#isWriterGone()) return { kind: 'writer gone' };
    try {
      return this.#changes();
    } catch (error) {
      const fault = classifyFault(error);
      if (error instanceof BusyStoreError || fault === 'busy') return { kind: 'nothing' };
      if (!(error instanceof DamagedStoreError) && fault === undefined) throw error;
      // The writer is about to replace the file.
      this.#forget();
      return { kind: 'nothing' };
    }
  }

  #isWriterGone(): boolean {
    if (this.#lock === undefined || this.#lock.take() === 'held') return false;
    this.#lock.release();
    return true;
  }

  #changes(): StoreNews {
    this.#openAnother();
    const followed = this.#followed;
    if (followed === undefined) return { kind: 'nothing' };
    if (this.#isNew) {
      this.#isNew = false;
      return { kind: 'everything' };
    }
    const version = dataVersion(followed.reader);
    if (version === followed.version) return { kind: 'nothing' };
    const generation = followed.reader.generation();
    const paths = followed.reader.changedSince(followed.generation);
    followed.basis = followed.reader.basis();
    followed.version = version;
    followed.generation = generation;
    if (paths === undefined) this.#unwritten.clear();
    else this.#unwritten.commit({ files: [], removed: paths, documents: [] });
    this.#unwritten.compact();
    if (paths === undefined) return { kind: 'everything' };
    return paths.length === 0 ? { kind: 'nothing' } : { kind: 'paths', paths };
  }

  commit(change: StoreChange): void {
    this.#unwritten.commit(change);
  }

  compact(): void {
    this.#unwritten.compact();
  }

  renew(): boolean {
    return false;
  }

  clear(): void {
    this.#unwritten.clear();
  }

  sizeBytes(): number {
    return fileSize(this.#file);
  }

  close(): void {
    this.#forget();
    this.#lock?.close();
  }

  #open(): void {
    const opened = openFollowed(this.#sqlite, this.#file, this.#options.version);
    this.#messages = opened.messages;
    if (opened.database === undefined) return;
    const reader = new SqliteReader(opened.database, this.#options.lexicons);
    try {
      const [version, generation, basis] = [dataVersion(reader), reader.generation(), reader.basis()];
      this.#followed = { reader, inode: fileId(this.#file), version, generation, basis };
    } catch {
      reader.close();
    }
  }

  /** The writer may have replaced this file, or just created the first one. */
  #openAnother(): void {
    if (this.#followed !== undefined && this.#followed.inode === fileId(this.#file)) return;
    this.#forget();
    this.#open();
    this.#isNew = this.#followed !== undefined;
  }

  #read<T>(read: (reader: SqliteReader) => T): T | undefined {
    return this.#followed === undefined ? undefined : read(this.#followed.reader);
  }

  #forget(): void {
    this.#followed?.reader.close();
    this.#followed = undefined;
  }
}

function dataVersion(reader: SqliteReader): number {
  return Number(reader.prepare('PRAGMA data_version').get()?.data_version ?? 0);
}
