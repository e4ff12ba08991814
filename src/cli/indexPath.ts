/** The location of a folder's index for the command line. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { sideSuffixes, sqliteMagic } from '../storage/sqlite/sqliteFile.ts';
import { cacheFolder } from './cacheFolder.ts';
import { CliError } from './cliError.ts';

/** Where the folders are listed that have an index, there or elsewhere. */
export function folderListDirectory(): string {
  return nodePath.join(cacheFolder(), 'folders');
}

/** The index file of a folder, named by the hash of its real path. */
export function indexFileOf(realPath: string): string {
  const name = createHash('sha256').update(realPath).digest('hex').slice(0, 32);
  return nodePath.join(cacheFolder(), `${name}.sqlite`);
}

/** The file given by `--index`, as an absolute path. Throws `CliError` if it is not an index, in which case it is not touched. */
export function namedIndexFile(name: string): string {
  const file = nodePath.resolve(name);
  const isFile = fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (!isFile || isSqlite(file) || sideSuffixes.some((suffix) => fs.existsSync(file + suffix))) return file;
  throw new CliError(
    `--index names ${JSON.stringify(name)}, which is not an index: it is not a SQLite file, and no lock or side file of an index is next to it. It was left as it is; name another file`,
  );
}

function isSqlite(file: string): boolean {
  const descriptor = fs.openSync(file, 'r');
  try {
    const start = Buffer.alloc(sqliteMagic.length);
    fs.readSync(descriptor, start);
    return start.toString('latin1') === sqliteMagic;
  } finally {
    fs.closeSync(descriptor);
  }
}
