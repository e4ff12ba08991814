/** A directory in the file system, such as a network drive that a team shares. Cost: a file is opened for each call. */

import fs from 'node:fs/promises';
import nodePath from 'node:path';
import { isMissing } from '../fileFaults.ts';
import { type SharedFault, SharedIndexError } from '../sharedIndexError.ts';
import { type Directory, maxManifestBytes, maxReadingMs } from './directory.ts';
import { folderPath } from './exportAddress.ts';
import { headName } from './exportForm.ts';

export class FolderDirectory implements Directory {
  readonly #path: string;
  readonly #manifest: string;

  /**
   * @param path absolute.
   * @param manifest name of the manifest.
   */
  constructor(path: string, manifest: string) {
    this.#path = path;
    this.#manifest = manifest;
  }

  get(name: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return inTime(to - from, () => readRange(nodePath.join(this.#path, name), from, to), 'sharedGone');
  }

  async manifest(): Promise<string> {
    // A drive that is away has no name at all.
    await inTime(0, () => fs.access(nodePath.dirname(this.#path)), 'sharedFolder');
    const bytes = await inTime(maxManifestBytes, () => readManifest(nodePath.join(this.#path, this.#manifest)), 'sharedUnknownName');
    return new TextDecoder().decode(bytes);
  }
}

/** The names of the exports in the folder of an address, ascending. Throws `SharedIndexError`. */
export async function exportNames(address: string): Promise<readonly string[]> {
  const folder = folderPath(address);
  const names = await inTime(0, () => fs.readdir(folder), 'sharedFolder');
  const heads = await Promise.all(names.map((name) => fs.access(nodePath.join(folder, name, headName)).catch(() => 'none')));
  return names.filter((_, i) => heads[i] !== 'none').sort();
}

async function readManifest(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await fs.stat(path);
  if (size > maxManifestBytes) throw new SharedIndexError('sharedExcess');
  return readRange(path, 0, size);
}

/** Throws `SharedIndexError`, and file system errors. */
async function readRange(path: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  // A pipe has no size, and opening one may never end.
  if (to > (await fs.stat(path)).size) throw new SharedIndexError('sharedDamaged');
  const bytes = new Uint8Array(Math.max(0, to - from));
  if (bytes.length === 0) return bytes;
  const file = await fs.open(path);
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) throw new SharedIndexError('sharedDamaged');
      done += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes;
}

/** Reads some bytes; gives up on a network drive that does not answer. Throws `SharedIndexError`: messages of the file system name paths. */
async function inTime<T>(bytes: number, read: () => Promise<T>, missing: SharedFault): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SharedIndexError('sharedTooSlow')), maxReadingMs(bytes));
  try {
    return await Promise.race([read(), late]);
  } catch (cause) {
    if (cause instanceof SharedIndexError) throw cause;
    throw new SharedIndexError(isMissing(cause) ? missing : 'sharedFolder', { cause });
  } finally {
    clearTimeout(timer);
  }
}
