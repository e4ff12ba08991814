/**
 * The programs under test. `npm test` starts them as they are built, which takes half the time; a test that is run alone starts them from
 * source.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { RanProgram } from './inProcess.ts';

const root = path.resolve(import.meta.dirname, '../..');
const isBuilt = process.env.MESHRAG_BUILT === '1';

export const commandLine = path.join(root, isBuilt ? 'dist/cli.js' : 'src/cli/start.ts');
export const languageServer = path.join(root, isBuilt ? 'dist/server.cjs' : 'src/server/main.ts');

/** Starts the command line as a program, with these variables besides those of this process, and waits for its end. */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv, { cwd = process.cwd() } = {}): Promise<RanProgram> {
  const how = { cwd, env: { ...process.env, ...env } };
  const child = spawn(process.execPath, [commandLine, ...args], { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, stdout, stderr };
}
