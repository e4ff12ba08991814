#!/usr/bin/env node
// Replaces the `code` executable: accepts its flags for a test run, runs the npm-shipped VS Code with a headless browser instead of a
// desktop window, and exits with the tests' code. So @vscode/test-electron drives both with one configuration.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as util from 'node:util';
import { injectDevelopment, startBrowser, workbenchUrl } from './browser.ts';
import { startServer } from './server.ts';

const timedOut = 124;
/** Less than the step of `npm test` may take. */
const timeoutMs = 1_140_000;

const args = process.argv.slice(2);
const flag = (name: string) => args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3));
const folder = path.resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
const [tests] = flag('extensionTestsPath');
if (tests === undefined) throw new Error('--extensionTestsPath=FILE is missing: this executable only runs tests');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-code-'));
const server = await startServer({ dir });
const browser = await startBrowser(dir);
const page = browser.pages()[0] ?? (await browser.newPage());
const { promise: ended, resolve: end } = Promise.withResolvers<number>();
// The workbench reports through these two: the console of the extension host, and the end of run().
await page.exposeFunction('codeAutomationLog', (type: string, values: unknown[]) => {
  const line = util.format(...values);
  // Requests cancelled by a closing window are not errors.
  if (line.startsWith('Canceled: ')) return;
  if (type === 'error') process.stderr.write(`${line}\n`);
  else if (/^\s/.test(line) || process.env.MESHRAG_HOST_VERBOSE) process.stdout.write(`${line}\n`);
});
await page.exposeFunction('codeAutomationExit', (code: number) => end(code));
await injectDevelopment(page, server, { extensions: flag('extensionDevelopmentPath').map((file) => path.resolve(file)), tests });
await page.goto(workbenchUrl(server, folder));

const timer = setTimeout(() => {
  console.error(`The tests did not end within ${timeoutMs / 1000} s`);
  end(timedOut);
}, timeoutMs);
const code = await ended;
clearTimeout(timer);
await browser.close();
await server.stop();
fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
process.exit(code);
