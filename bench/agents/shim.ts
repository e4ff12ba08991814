/**
 * Stands in for a program on the PATH of an agent: runs it, passes everything through, and adds a line to a log when it ends: its name, its
 * arguments, the characters that it printed, and for a server of the Model Context Protocol the number of calls.
 *
 * `shim.ts NAME ARGUMENT…`, with MESHRAG_BENCH_LOG (the log), MESHRAG_BENCH_PATH (the PATH without shims) and MESHRAG_BENCH_CLI (the command line
 * that `meshrag` and `npx -y meshrag` start) in the environment. A signal that ends the shim ends the program.
 */

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';

const [name = '', ...given] = process.argv.slice(2);
const { MESHRAG_BENCH_LOG: log = '', MESHRAG_BENCH_PATH: searched = '', MESHRAG_BENCH_CLI: cli = '' } = process.env;
const isByNpx = name === 'npx' && given.filter((one) => !one.startsWith('-'))[0] === 'meshrag';
const isOurs = name === 'meshrag' || isByNpx;
const own = isByNpx ? given.slice(given.indexOf('meshrag') + 1) : given;
const [file, args] = isOurs ? [process.execPath, [cli, ...own]] : [name, given];

const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, PATH: searched } });
let characters = 0;
let calls = 0;
process.stdin.on('data', (chunk: Buffer) => {
  calls += chunk.toString().split('"tools/call"').length - 1;
});
process.stdin.pipe(child.stdin);
// A program that does not read its input may end before all of it is written.
child.stdin.on('error', () => {});
child.stdout.on('data', (chunk: Buffer) => {
  characters += chunk.toString().length;
});
child.stdout.pipe(process.stdout);
process.stdout.on('error', () => child.kill());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('error', ({ message }) => {
  console.error(`${name}: ${message}`);
  process.exitCode = 127;
});
child.on('close', (code, signal) => {
  if (log !== '') fs.appendFileSync(log, `${JSON.stringify({ name: isOurs ? 'meshrag' : name, args: own, characters, calls })}\n`);
  process.exit(code ?? (signal === null ? 1 : 143));
});
