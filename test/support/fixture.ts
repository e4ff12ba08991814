import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Copies test/fixtures/NAME to a fresh temporary folder, which the caller removes, and returns its real path. */
export function copyFixture(name: string): string {
  const copy = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `meshrag-${name}-`));
  fs.cpSync(path.resolve(import.meta.dirname, '../fixtures', name), copy, { recursive: true });
  return copy;
}
