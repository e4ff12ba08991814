import fs from 'node:fs';

/** Removes files. One that cannot be removed is in use or not ours: it is tried again another time. */
export function removeQuietly(...files: readonly string[]): void {
  try {
    for (const file of files) fs.rmSync(file, { force: true });
  } catch {
    // As above.
  }
}
