/** File statistics that never fail: 0 if the file does not exist or its storage is unreachable. */

import fs from 'node:fs';

/** Bytes. */
export function fileSize(file: string): number {
  return Number(look(file)?.size ?? 0);
}

/** Identifies the file, so that a replacement at the same path can be detected. */
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
