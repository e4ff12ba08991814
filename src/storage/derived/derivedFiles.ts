/**
 * The derived data of an index, in files of a directory next to it: what retrieval systems have built of whole states of the index, each in a
 * file of arrays (`../arrays/arraysFile.ts`), and of single contents, each kind in a log (`documentLog.ts`).
 *
 * All of it can be built again, so a fault costs time and never an answer: what is damaged is dropped, with one sentence in `messages`, and what
 * another version has written is not found. Only the process that writes the index writes here; the others read along. Nothing is created
 * before there is something to keep.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import type { ContentId } from '../../engine/document.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { Message } from '../../engine/message.ts';
import type { DataKind } from '../../engine/retrieval/derived.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { message } from '../../messages/messages.ts';
import { readArrays, temporaryName, writeArrays } from '../arrays/arraysFile.ts';
import { isFileFault } from '../fileFaults.ts';
import { fileSize } from '../fileFigures.ts';
import { type FileRow, isSkipNote } from '../store.ts';
import { type DerivedDocument, DocumentLog } from './documentLog.ts';

export interface DerivedFilesOptions {
  /** Version of the data; that of another one is removed. */
  readonly version: string;
  /** Whether this process writes the index; may change. */
  readonly isWriter: () => boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called just before each write with what is written. */
  readonly onWrite?: ((what: DerivedWrite) => void) | undefined;
}

export type DerivedWrite = 'derived state' | 'derived documents' | 'derived leftovers';

/** Larger data of a state is not kept; bytes of it that are unpacked at once, some milliseconds. */
const maxStateBytes = 1 << 27;
const partBytes = 1 << 20;
/** States kept of one builder: a folder may be read by itself and with others, or move between two branches. */
const maxStates = 2;
const dayMs = 24 * 3600 * 1000;
/** Data of a state that nobody has asked for in this time goes. */
const keepUnusedMs = 7 * dayMs;

export class DerivedFiles {
  readonly #directory: string;
  readonly #options: DerivedFilesOptions;
  readonly #logs = new Map<string, DocumentLog>();
  /** Files that are being written. */
  readonly #written = new Set<string>();
  #messages: readonly Message[] = [];
  /** Whether what others have left in the directory was removed. */
  #isTidy = false;
  /** Set if nothing is read or kept any more in this session. */
  #isClosed = false;

  /** Opens nothing yet. */
  constructor(directory: string, options: DerivedFilesOptions) {
    this.#directory = directory;
    this.#options = options;
  }

  /** Messages for the user if something was dropped or cannot be kept. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Bytes on disk. */
  sizeBytes(): number {
    return this.#files('').reduce((sum, file) => sum + fileSize(file), 0);
  }

  /** Data of a state; `undefined` if there is none. Awaits `yieldThread` between parts. */
  async generation(kind: DataKind, state: string, yieldThread: Yield): Promise<Uint8Array | undefined> {
    const file = this.#path(kind, state);
    if (this.#isClosed || fileSize(file) === 0) return undefined;
    try {
      const [bytes] = await finishYielding(readArrays(file, this.#version(kind, state)), yieldThread);
      if (!(bytes instanceof LazyBytes)) throw new CorruptBytesError('no bytes');
      for (let at = 0; at < bytes.length; at += partBytes) {
        bytes.unpack(at, Math.min(at + partBytes, bytes.length));
        await yieldThread();
      }
      if (this.#mayWrite && fs.statSync(file).mtimeMs < this.#now() - dayMs) this.#touch(file);
      return bytes.read();
    } catch (error) {
      return this.#failed(kind, error);
    }
  }

  /** Keeps data of a state, all or nothing; the oldest states beyond `maxStates` go. Awaits `yieldThread` between parts. */
  async keepGeneration(kind: DataKind, state: string, bytes: Uint8Array, yieldThread: Yield): Promise<void> {
    const file = this.#path(kind, state);
    if (!this.#mayWrite || bytes.length > maxStateBytes || this.#written.has(file)) return;
    this.#written.add(file);
    try {
      this.#prepare('derived state');
      await finishYielding(writeArrays(file, this.#version(kind, state), [new Uint8Array(bytes)]), yieldThread);
      this.#touch(file);
      const states = this.#files(nameIn(this.#options.version, kind.id))
        .filter(isState)
        .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
      for (const old of states.slice(maxStates)) fs.rmSync(old, { force: true });
    } catch (error) {
      this.#failed(kind, error);
    } finally {
      this.#written.delete(file);
    }
  }

  /** Data of a content; `undefined` if there is none. */
  document(kind: DataKind, id: ContentId): Uint8Array | undefined {
    return this.#guarded(kind, () => this.#log(kind).get(id));
  }

  /** Keeps data of contents, all or nothing. */
  keepDocuments(kind: DataKind, documents: readonly DerivedDocument[]): void {
    if (documents.length === 0 || !this.#mayWrite) return;
    this.#guarded(kind, () => {
      this.#prepare('derived documents');
      this.#log(kind).append(documents);
    });
  }

  /** Drops all data of a kind, since some of it is wrong. */
  refuse(kind: DataKind): void {
    this.#messages = [message('derivedDamaged')];
    if (!this.#mayWrite) return;
    this.#logs.get(this.#path(kind))?.close();
    this.#remove(this.#files(nodePath.basename(this.#path(kind))));
  }

  /**
   * Drops data of states that nobody has asked about for a week, and of contents that no file has any more where that is more than half of
   * what was kept.
   */
  collect(files: readonly FileRow[]): void {
    if (!this.#mayWrite) return;
    const before = this.#now() - keepUnusedMs;
    this.#remove(this.#files('').filter((file) => isState(file) && fs.statSync(file).mtimeMs < before));
    const ids = files.flatMap(({ content }) => (isSkipNote(content) ? [] : [content]));
    for (const log of this.#logs.values()) this.#guarded(undefined, () => log.keepOnly(ids));
  }

  clear(): void {
    this.#closeLogs();
    if (this.#mayWrite) this.#remove(this.#files(''));
  }

  /** Nothing is read or kept any more. */
  close(): void {
    this.#isClosed = true;
    this.#closeLogs();
  }

  get #mayWrite(): boolean {
    return !this.#isClosed && this.#options.isWriter();
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #version(kind: DataKind, state?: string): string {
    return JSON.stringify([this.#options.version, kind.id, kind.variant, state]);
  }

  /** Of the data of a state, or of the log of a kind. */
  #path({ id, variant = '' }: DataKind, state?: string): string {
    const parts = [this.#options.version, id, variant, ...(state === undefined ? [] : [state])];
    return nodePath.join(this.#directory, nameIn(...parts));
  }

  #log(kind: DataKind): DocumentLog {
    const path = this.#path(kind);
    const log = this.#logs.get(path) ?? new DocumentLog(path, this.#version(kind));
    this.#logs.set(path, log);
    return log;
  }

  #closeLogs(): void {
    for (const log of this.#logs.values()) log.close();
    this.#logs.clear();
  }

  /** Makes the directory, and at first removes what other versions and killed processes have left. */
  #prepare(what: DerivedWrite): void {
    fs.mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    if (!this.#isTidy) {
      const ours = nameIn(this.#options.version);
      this.#options.onWrite?.('derived leftovers');
      this.#remove(this.#files('').filter((file) => !nodePath.basename(file).startsWith(ours) || file.endsWith(temporaryName(''))));
      this.#isTidy = true;
    }
    this.#options.onWrite?.(what);
  }

  #touch(file: string): void {
    const seconds = this.#now() / 1000;
    fs.utimesSync(file, seconds, seconds);
  }

  /** The files whose names begin so. */
  #files(prefix: string): readonly string[] {
    try {
      const names = fs.readdirSync(this.#directory).filter((name) => name.startsWith(prefix));
      return names.map((name) => nodePath.join(this.#directory, name));
    } catch {
      return [];
    }
  }

  /** As far as that is possible now. */
  #remove(files: readonly string[]): void {
    for (const file of files)
      try {
        fs.rmSync(file, { force: true });
      } catch {
        // Open in another process: it is removed later.
      }
  }

  #guarded<T>(kind: DataKind | undefined, run: () => T): T | undefined {
    if (this.#isClosed) return undefined;
    try {
      const result = run();
      if (kind !== undefined && this.#log(kind).isDamaged) this.#messages = [message('derivedDamaged')];
      return result;
    } catch (error) {
      return this.#failed(kind, error);
    }
  }

  #failed(kind: DataKind | undefined, error: unknown): undefined {
    if (error instanceof CorruptBytesError) {
      if (kind !== undefined) this.refuse(kind);
    } else if (!isFileFault(error)) throw error;
    else if (this.#options.isWriter()) {
      this.#messages = [message('derivedUnwritable')];
      this.close();
    }
  }
}

/** A name from digests of its parts, each part within all files of those before it. */
function nameIn(...parts: readonly string[]): string {
  return parts.map((part) => createHash('sha256').update(part).digest('hex').slice(0, 12)).join('-');
}

/** Whether a file holds data of a state. */
function isState(file: string): boolean {
  return nodePath.basename(file).split('-').length === 4;
}
