import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A new directory (its real path) that is removed after the test. */
export function temporaryDirectory(t: { after(fn: () => void): void }): string {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-')));
  t.after(() => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
