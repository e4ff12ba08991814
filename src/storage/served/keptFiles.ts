/**
 * What opening exports on web servers has read, kept as files of arrays (`../arrays/arraysFile.ts`) in a folder of the user's alone, so that the
 * next process need not read it again. The manifest is read from the server each time, so that a user whose access has ended finds nothing.
 *
 * A file is named by the address and by what it was read of, whose own name is a digest, so no server decides what is found in the export of another.
 * Each frame is checked when it is read; what is damaged, or of another version, is read from the server again.
 */

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { NumberArray, SavedArray } from '../../engine/index/codec/savedSegments.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { readArrays, replaceFile, writeArrays } from '../arrays/arraysFile.ts';
import { tagAsCache } from '../segments/cacheTag.ts';
import type { KeptArrays } from './servedIndex.ts';

/** Name of the folder among the others of the cache. */
const folderName = 'opened';
/** Of all files: some fifty exports of 100,000 chunks. */
const maxBytes = 1 << 29;
const maxUnusedMs = 30 * 24 * 3600 * 1000;
/** Also what a process that was killed has left. */
const namePattern = /^[0-9a-f]{32}(?:-[0-9a-f-]{36}(?:\.new)?)?$/;
/** Others may not write there. */
const writableByOthers = 0o022;

export class KeptFiles implements KeptArrays {
  readonly #cacheFolder: string;
  readonly #folder: string;
  readonly #address: string;
  readonly #yieldThread: Yield;
  #writing: Promise<void> = Promise.resolve();

  /** @param cacheFolder the folder is made in it, once something is kept. */
  constructor(cacheFolder: string, address: string, yieldThread: Yield) {
    this.#cacheFolder = cacheFolder;
    this.#folder = nodePath.join(cacheFolder, folderName);
    this.#address = address;
    this.#yieldThread = yieldThread;
  }

  async get(name: string): Promise<readonly SavedArray[] | undefined> {
    const file = this.#file(name);
    try {
      if (!isOwn(this.#folder)) return undefined;
      const arrays = await finishYielding(readArrays(file, indexVersion), this.#yieldThread);
      fs.utimesSync(file, new Date(), new Date());
      return arrays;
    } catch (error) {
      return ignored(error);
    }
  }

  keep(name: string, arrays: readonly SavedArray[]): void {
    this.#writing = this.#writing.then(() => this.#keep(name, arrays)).catch(ignored);
  }

  /** Resolves once everything is kept. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #keep(name: string, arrays: readonly SavedArray[]): Promise<void> {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!isOwn(this.#folder)) return;
    tagAsCache(this.#folder);
    const file = this.#file(name);
    const written = `${file}-${randomUUID()}`;
    await finishYielding(writeArrays(written, indexVersion, unpacked(arrays)), this.#yieldThread);
    replaceFile(file, written);
    forgetUnused(this.#cacheFolder, Date.now());
  }

  #file(name: string): string {
    return nodePath.join(this.#folder, createHash('sha256').update(`${this.#address}\0${name}`).digest('hex').slice(0, 32));
  }
}

/** Removes from a cache folder what was kept and not used for a month, and the oldest beyond the bound, as far as that is possible. */
export function forgetUnused(cacheFolder: string, nowMs: number): void {
  const folder = nodePath.join(cacheFolder, folderName);
  try {
    const names = fs.readdirSync(folder).filter((name) => namePattern.test(name));
    const files = names.map((name) => ({ name, ...fs.statSync(nodePath.join(folder, name)) })).sort((a, b) => b.mtimeMs - a.mtimeMs);
    let bytes = 0;
    for (const { name, size, mtimeMs } of files) {
      bytes += size;
      if (bytes > maxBytes || nowMs - mtimeMs > maxUnusedMs) fs.rmSync(nodePath.join(folder, name), { force: true });
    }
  } catch (error) {
    ignored(error);
  }
}

/** Whether a folder is there that this user alone may write. */
function isOwn(folder: string): boolean {
  const { uid, mode } = fs.statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & writableByOthers) === 0);
}

function* unpacked(arrays: readonly SavedArray[]): Generator<NumberArray> {
  for (const array of arrays) yield array instanceof LazyBytes ? array.read() : array;
}

/** Errors of a disk, which costs reading from the server again. */
function ignored(error: unknown): undefined {
  if (error instanceof CorruptBytesError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
  throw error;
}
