import fs from 'node:fs';
import nodePath from 'node:path';

/** The version of the nearest package above this file, which is this program's, bundled or not. */
export function programVersion(): string {
  for (let directory = import.meta.dirname; ; directory = nodePath.dirname(directory)) {
    const file = nodePath.join(directory, 'package.json');
    if (fs.existsSync(file)) return String(JSON.parse(fs.readFileSync(file, 'utf8')).version);
    if (nodePath.dirname(directory) === directory) return 'unknown';
  }
}
