/**
 * The store of an index in a directory (`indexDirectory.ts`), for the process that writes it.
 *
 * A change is one record at the end of the journal. Saving the index as a whole writes the segments that are in no file yet to one more file,
 * begins a new journal with the rows of all files, and publishes a manifest that names them. A file is kept while at least half of its
 * documents are in use, so that what is written stays in proportion to what changes (a log-structured merge, as in Lucene).
 *
 * Whatever is damaged is left out, and its files are read again: a row counts only with its document. What cannot be written (full or read-only
 * storage) is kept in memory.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { Message } from '../../engine/message.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { errorMessage, message } from '../../messages/messages.ts';
import { RecordWriter } from '../arrays/recordLog.ts';
import { isFileFault, isMissing } from '../fileFaults.ts';
import { LogRows } from '../fileLog.ts';
import { createMemoryStore } from '../memoryStore.ts';
import { loadSqlite } from '../sqlite/nodeSqlite.ts';
import { WriterLock } from '../sqlite/writerLock.ts';
import type { IndexStore, StoreChange, StoredIndex, StoreNews, StoreStatus } from '../store.ts';
import {
  type Manifest,
  nextJournal,
  publishManifest,
  readManifest,
  removeLeftovers,
  sideFile,
  sizeOnDisk,
  takeOverOlderForm,
} from './indexDirectory.ts';
import { appendChange, createJournal, type JournalRecord, readJournal } from './journal.ts';
import { fileOfSegment, linkSegmentFile, readSegmentFile, type SegmentFile, writeSegmentFile } from './segmentFiles.ts';
import { SegmentFollower } from './segmentFollower.ts';

export interface SegmentStoreOptions {
  /** The lexicons of the process, which segments refer to. */
  readonly lexicons: Lexicons;
  /** Follows the writer and never writes, even if there is no writer. */
  readonly isReader?: boolean | undefined;
  /** Called just before each write with what is written. */
  readonly onWrite?: ((what: StoreWrite) => void) | undefined;
}

export type StoreWrite = 'record' | 'segments' | 'journal' | 'manifest' | 'leftovers';

/** The index is saved as a whole once this share of its documents has changed. */
const dueShare = 1 / 16;
/** A file with fewer of its documents in use is not kept. */
const minUsedShare = 1 / 2;

/**
 * Opens the store in a directory; a follower if another process writes it; or a store in memory whose status gives the reason. Never throws for
 * faults of the files or their storage.
 */
export function openSegmentStore(directory: string, options: SegmentStoreOptions): IndexStore {
  const sqlite = loadSqlite();
  if (sqlite === undefined) return createMemoryStore([message('noSqlite', process.version)]);
  if (options.isReader) return new SegmentFollower(directory, options.lexicons);
  const lock = WriterLock.at(sqlite, sideFile(directory, 'lock'));
  if (lock?.take() === 'held') return new SegmentFollower(directory, options.lexicons, lock);
  return new SegmentStore(directory, options, lock);
}

class SegmentStore implements IndexStore {
  readonly #directory: string;
  readonly #lexicons: Lexicons;
  readonly #onWrite: (what: StoreWrite) => void;
  readonly #lock: WriterLock | undefined;
  #manifest: Manifest | undefined;
  /** Records of the journal as it was opened, until `read` has returned them. */
  #records: readonly JournalRecord[] | undefined;
  #journal: RecordWriter | undefined;
  #basis: string | undefined;
  /** Rows and removals in the journal since the index was saved as a whole. */
  #changes = 0;
  /** Whether the manifest names something that is damaged. */
  #isWorn = false;
  #messages: readonly Message[] = [];
  /** Set when nothing can be written any more in this session. */
  #isFrozen = false;

  constructor(directory: string, { lexicons, onWrite = () => undefined }: SegmentStoreOptions, lock: WriterLock | undefined) {
    this.#directory = directory;
    this.#lexicons = lexicons;
    this.#onWrite = onWrite;
    this.#lock = lock;
    if (lock === undefined) this.#freeze(message('unwritable', reasonUnwritable(directory)));
    this.#open();
  }

  status(): StoreStatus {
    return { directory: this.#directory, ...(this.#messages.length > 0 ? { messages: this.#messages } : {}), isFollowing: false };
  }

  basis(): string | undefined {
    return this.#basis;
  }

  *read(): Steps<StoredIndex> {
    const saved: SavedSegment[] = [];
    for (const name of this.#manifest?.segments ?? []) {
      const found = yield* readSegmentFile(this.#directory, name, this.#lexicons);
      if (found === undefined) this.#noteDamage();
      saved.push(...(found ?? []));
    }
    const log = new LogRows();
    for (const record of this.#records ?? this.#journalRecords()) {
      log.add(record);
      saved.push(...(yield* record.segments(this.#lexicons)));
    }
    this.#records = undefined;
    return { rows: log.sorted(), saved };
  }

  commit(change: StoreChange): void {
    this.#basis = change.basis ?? this.#basis;
    this.#records = undefined;
    this.#writing(() => {
      if (this.#journal === undefined) this.#begin([], { rows: [], saved: [] });
      this.#changes += change.files.length + change.removed.length;
      if (this.#journal?.isOwn === false) this.#freeze(message('takenOver'));
      else if (this.#journal !== undefined) {
        this.#onWrite('record');
        appendChange(this.#journal, change, this.#lexicons);
      }
    });
  }

  isDue(documents: number): boolean {
    return !this.#isFrozen && (this.#isWorn || this.#changes > documents * dueShare);
  }

  *save(now: () => StoredIndex): Steps<void> {
    if (this.#isFrozen) return;
    try {
      const { saved } = now();
      const files = filesWorthKeeping(saved).flatMap((file) => this.#own(file) ?? []);
      const kept = segmentsIn(files);
      const loose = saved.filter(({ segment }) => !kept.has(segment));
      this.#onWrite('segments');
      if (loose.length > 0) files.push(yield* writeSegmentFile(this.#directory, loose, this.#lexicons));
      if (!this.#isFrozen) this.#begin(files, now());
    } catch (error) {
      this.#fail(error);
    }
  }

  isBehind(): boolean {
    return false;
  }

  news(): StoreNews {
    return { kind: 'nothing' };
  }

  clear(): void {
    this.#basis = undefined;
    this.#records = undefined;
    if (!this.#isFrozen) this.#messages = [];
    this.#writing(() => this.#begin([], { rows: [], saved: [] }));
  }

  sizeBytes(): number {
    return this.#manifest === undefined ? 0 : sizeOnDisk(this.#directory, this.#manifest);
  }

  close(): void {
    this.#journal?.close();
    this.#journal = undefined;
    this.#lock?.close();
  }

  #hasOlderForm(): boolean {
    if (this.#isFrozen) return false;
    try {
      return takeOverOlderForm(this.#directory);
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #journalRecords(): readonly JournalRecord[] {
    if (this.#manifest === undefined) return [];
    try {
      return readJournal(nodePath.join(this.#directory, this.#manifest.journal)).records;
    } catch (error) {
      if (!isFileFault(error)) throw error;
      this.#noteDamage();
      return [];
    }
  }

  #open(): void {
    const manifest = readManifest(this.#directory);
    if (manifest === 'unusable' || (manifest === undefined && this.#hasOlderForm())) this.#note(message('otherVersion'));
    if (manifest === undefined || manifest === 'unusable') return;
    this.#manifest = manifest;
    const path = nodePath.join(this.#directory, manifest.journal);
    try {
      const { records, end, isDamaged } = readJournal(path);
      this.#records = records;
      this.#basis = records.findLast(({ basis }) => basis !== undefined)?.basis;
      this.#changes = changesIn(records);
      if (isDamaged || end === 0) this.#noteDamage();
      if (!this.#isFrozen && end > 0) this.#journal = RecordWriter.open(path, end);
    } catch (error) {
      if (isMissing(error)) this.#noteDamage();
      else this.#fail(error);
    }
  }

  /** The file in this directory; undefined if it lies in another one, and its index has removed it. */
  #own(file: SegmentFile): SegmentFile | undefined {
    if (file.directory === this.#directory) return file;
    try {
      return linkSegmentFile(file, this.#directory);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Begins a journal with all rows, and publishes it with files of segments. Throws file system errors. */
  #begin(files: readonly SegmentFile[], { rows, saved }: StoredIndex): void {
    const live = new Set(saved.map(({ segment }) => segment));
    const used = files.filter(({ segments }) => segments.some((segment) => live.has(segment)));
    const filed = segmentsIn(used);
    const loose = saved.filter(({ segment }) => !filed.has(segment));
    const journal = nextJournal(this.#manifest?.journal);
    this.#onWrite('journal');
    const writer = createJournal(nodePath.join(this.#directory, journal), rows, this.#basis, loose, this.#lexicons);
    const manifest = { version: indexVersion, segments: used.map(({ name }) => name), journal };
    try {
      this.#onWrite('manifest');
      publishManifest(this.#directory, manifest);
    } catch (error) {
      writer.close();
      throw error;
    }
    this.#journal?.close();
    this.#journal = writer;
    this.#manifest = manifest;
    this.#changes = 0;
    this.#isWorn = false;
    this.#onWrite('leftovers');
    removeLeftovers(this.#directory, manifest);
  }

  #writing(write: () => void): void {
    if (this.#isFrozen) return;
    try {
      write();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!isFileFault(error)) throw error;
    this.#freeze(message('unwritable', (error as NodeJS.ErrnoException).code ?? errorMessage(error)));
  }

  #freeze(reason: Message): void {
    this.#isFrozen = true;
    this.#messages = [reason];
  }

  #noteDamage(): void {
    this.#isWorn = true;
    this.#note(message('damaged'));
  }

  #note(notice: Message): void {
    if (!this.#messages.some(({ code }) => code === notice.code)) this.#messages = [...this.#messages, notice];
  }
}

/** Rows and removals since the index was saved as a whole: behind the record that ends the rows of all files (`createJournal`). */
function changesIn(records: readonly JournalRecord[]): number {
  const sizes = records.map(({ files, removed }) => files.length + removed.length);
  return sizes.slice(sizes.indexOf(0) + 1).reduce((sum, size) => sum + size, 0);
}

/** The files of these segments that have enough documents in use. */
function filesWorthKeeping(saved: readonly SavedSegment[]): SegmentFile[] {
  const used = new Map<SegmentFile, number>();
  for (const { segment, contents } of saved) {
    const file = fileOfSegment(segment);
    if (file === undefined) continue;
    used.set(file, (used.get(file) ?? 0) + contents.reduce((sum, content) => (content === undefined ? sum : sum + 1), 0));
  }
  const all = ({ segments }: SegmentFile): number => segments.reduce((sum, { paths }) => sum + paths.length, 0);
  return [...used].filter(([file, documents]) => documents >= all(file) * minUsedShare).map(([file]) => file);
}

function segmentsIn(files: readonly SegmentFile[]): Set<SavedSegment['segment']> {
  return new Set(files.flatMap(({ segments }) => segments));
}

function reasonUnwritable(directory: string): string {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    fs.accessSync(directory, fs.constants.W_OK);
    return 'EROFS';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? errorMessage(error);
  }
}
