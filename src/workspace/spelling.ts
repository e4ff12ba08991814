/** Spellings of one path that differ in case alone. Which file systems make no difference there is asked of the files, not of the platform. */

import { statSync } from 'node:fs';

/** Whether two absolute paths are the same, or differ in case alone and lead to the same directory. False where that is not there. */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.toLowerCase() !== other.toLowerCase()) return false;
  const [left, right] = [idAt(one), idAt(other)];
  return left !== undefined && left === right;
}

function idAt(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  } catch {
    return undefined;
  }
}
