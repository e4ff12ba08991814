#!/usr/bin/env node
/**
 * The entry point: refuses a Node that is too old to parse the rest of the program, and enables Node's compile cache. Written so that a
 * Node of some years ago can parse it.
 */

import fs from 'node:fs';
import module from 'node:module';
import nodePath from 'node:path';
import { cacheFolder } from './cacheFolder.ts';

/** Major and minor version of the first Node with everything that the program imports. */
const oldest = [20, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `meshrag needs Node.js ${oldest.join('.')} or newer, and this is ${process.versions.node}: install a current one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  keepCompiled();
  const { runProgram } = await import('./main.ts');
  await runProgram();
}

/** Compiling takes most of the time of a short command, so its result is cached where possible. */
function keepCompiled(): void {
  try {
    const folder = cacheFolder();
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Absent before Node 22.1.
    module.enableCompileCache?.(nodePath.join(folder, 'compiled'));
  } catch {
    // The home directory is not writable.
  }
}
