#!/usr/bin/env node
/**
 * Where the program begins: refuses a Node that is too old for the rest, which such a Node could not even read, and has Node keep what it
 * compiles. So it is small, and a Node of some years ago can read it.
 */

import fs from 'node:fs';
import module from 'node:module';
import nodePath from 'node:path';
import { cacheFolder } from './cacheFolder.ts';

/** Major and minor version of the first Node with everything that is imported here and there. */
const oldest = [20, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `meshrag needs Node.js ${oldest.join('.')} or newer, and this is ${process.versions.node}: install a current one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  keepCompiled();
  await import('./main.ts');
}

/** Compiling takes most of the time of a short command, so the next one finds it done. Where that cannot be kept, it takes its time. */
function keepCompiled(): void {
  try {
    const folder = cacheFolder();
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Absent before Node 22.1.
    module.enableCompileCache?.(nodePath.join(folder, 'compiled'));
  } catch {
    // A home that cannot be written.
  }
}
