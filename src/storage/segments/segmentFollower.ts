/**
 * The store of an index that another process writes: reads published states and what is appended to the journal, without locks, and reports when
 * the writer is gone. What is committed here stays in memory, since the writer watches the same files and will store the same.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finish, type Steps } from '../../engine/util/steps.ts';
import { message } from '../../messages/messages.ts';
import { fileSize } from '../fileFigures.ts';
import { LogRows } from '../fileLog.ts';
import type { WriterLock } from '../sqlite/writerLock.ts';
import type { FileRow, IndexStore, StoredIndex, StoreNews, StoreStatus } from '../store.ts';
import { type Manifest, manifestFile, readManifest, sizeOnDisk } from './indexDirectory.ts';
import { type JournalRecord, readJournal } from './journal.ts';
import { readSegmentFile } from './segmentFiles.ts';

/** A published state, as far as it has been read. */
interface Followed {
  readonly manifest: Manifest;
  /** Changes with the manifest. */
  readonly stamp: string;
  /** Where the records end that were reported, in bytes. */
  at: number;
}

export class SegmentFollower implements IndexStore {
  readonly #directory: string;
  readonly #lexicons: Lexicons;
  readonly #lock: WriterLock | undefined;
  #followed: Followed | undefined;
  #basis: string | undefined;
  #isForeign: boolean;

  /** Without the lock it cannot detect that the writer is gone, and follows forever. */
  constructor(directory: string, lexicons: Lexicons, lock?: WriterLock) {
    this.#directory = directory;
    this.#lexicons = lexicons;
    this.#lock = lock;
    this.#isForeign = readManifest(directory) === 'unusable';
  }

  status(): StoreStatus {
    return { directory: this.#directory, messages: [message(this.#isForeign ? 'followedElsewhere' : 'followed')], isFollowing: true };
  }

  basis(): string | undefined {
    return this.#basis;
  }

  *read(): Steps<StoredIndex> {
    const stamp = this.#stamp();
    const manifest = readManifest(this.#directory);
    this.#isForeign = manifest === 'unusable';
    this.#followed = undefined;
    if (stamp === undefined || manifest === undefined || manifest === 'unusable') return { rows: [], saved: [] };
    const followed: Followed = { manifest, stamp, at: 0 };
    const saved: SavedSegment[] = [];
    for (const name of manifest.segments) saved.push(...((yield* readSegmentFile(this.#directory, name, this.#lexicons)) ?? []));
    const log = new LogRows();
    for (const record of this.#next(followed)) {
      log.add(record);
      saved.push(...(yield* record.segments(this.#lexicons)));
    }
    this.#followed = followed;
    return { rows: log.sorted(), saved };
  }

  /** Cheap: polled twice a second. */
  isBehind(): boolean {
    if (this.#isWriterGone()) return true;
    const followed = this.#followed;
    return this.#stamp() !== followed?.stamp || (followed !== undefined && fileSize(this.#journal(followed)) > followed.at);
  }

  news(): StoreNews {
    if (this.#isWriterGone()) return { kind: 'writer gone' };
    if (this.#stamp() !== this.#followed?.stamp) return { kind: 'everything' };
    const records = this.#followed === undefined ? [] : this.#next(this.#followed);
    if (records.length === 0) return { kind: 'nothing' };
    const files = new Map<string, FileRow | undefined>();
    for (const record of records) {
      for (const path of record.removed) files.set(path, undefined);
      for (const row of record.files) files.set(row.path, row);
    }
    return {
      kind: 'changes',
      files: [...files.values()].filter((row) => row !== undefined),
      removed: [...files].filter(([, row]) => row === undefined).map(([path]) => path),
      segments: records.flatMap((record) => finish(record.segments(this.#lexicons))),
    };
  }

  commit(): void {}

  isDue(): boolean {
    return false;
  }

  *save(): Steps<void> {}

  clear(): void {}

  sizeBytes(): number {
    return this.#followed === undefined ? 0 : sizeOnDisk(this.#directory, this.#followed.manifest);
  }

  close(): void {
    this.#lock?.close();
  }

  #isWriterGone(): boolean {
    if (this.#lock === undefined || this.#lock.take() === 'held') return false;
    this.#lock.release();
    return true;
  }

  /** The records that were appended since the last call; none where the writer has removed the journal, for another manifest then follows. */
  #next(followed: Followed): readonly JournalRecord[] {
    try {
      const { records, end } = readJournal(this.#journal(followed), followed.at);
      followed.at = end;
      this.#basis = records.findLast(({ basis }) => basis !== undefined)?.basis ?? this.#basis;
      return records;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return [];
    }
  }

  #journal({ manifest }: Followed): string {
    return nodePath.join(this.#directory, manifest.journal);
  }

  #stamp(): string | undefined {
    const stat = fs.statSync(manifestFile(this.#directory), { bigint: true, throwIfNoEntry: false });
    return stat && [stat.ino, stat.mtimeNs, stat.size].join();
  }
}
