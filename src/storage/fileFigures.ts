/** Figures of files that must not make anything fail: they are 0 where there is no file, or where its storage cannot be reached just now. */

import fs from 'node:fs';

/** Bytes. */
export function fileSize(file: string): number {
  return Number(look(file)?.size ?? 0);
}

/** What tells a file from another one at the same path. */
export function fileId(file: string): bigint {
  return look(file)?.ino ?? 0n;
}

function look(file: string): fs.BigIntStats | undefined {
  try {
    return fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
