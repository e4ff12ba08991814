// npm run sockets: runs the extension's tests with every network call of VS Code's processes traced (Linux with strace), and reports which
// programs opened network sockets (AF_INET, AF_INET6), and to where. Exits with 1 if one leads off this machine, or if the language server
// opened any. VS Code's own programs are listed separately.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { isLoopback, readTrace, traceInto } from '../test/support/networkTrace.ts';
import { run } from './lib/steps.js';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-sockets-'));
const trace = path.join(dir, 'trace');
if (traceInto(trace) === undefined) {
  console.error('This needs Linux with strace.');
  process.exit(2);
}

/** Programs by a part of their command lines; the first match counts. */
const programs = [
  { name: 'the language server', holds: /dist\/server\.cjs/ },
  { name: 'the MCP server', holds: /dist\/cli\.js mcp/ },
  { name: 'the extension host (with the tests and their own servers)', holds: /--type=extensionHost/ },
  { name: "VS Code's own server", holds: /./ },
];

const code = await run(process.execPath, ['test/support/extensionTests.ts', path.join(dir, 'report.json')], {
  timeoutMs: 600_000,
  // Without a shared index, the one thing for which the servers open a socket.
  env: { MESHRAG_TRACE_SOCKETS: trace, MESHRAG_DESKTOP: '0', MESHRAG_TEST_NO_SHARED: '1' },
});
const { passed = 0, failed = 0 } = fs.existsSync(path.join(dir, 'report.json'))
  ? JSON.parse(fs.readFileSync(path.join(dir, 'report.json'), 'utf8'))
  : {};
const calls = readTrace(trace);
const started = new Set(fs.readFileSync(trace, 'utf8').match(/dist\/(?:server\.cjs|cli\.js)/g));
fs.rmSync(dir, { recursive: true, force: true });

console.log(`\n${passed} tests passed, ${failed} failed. Started under watch: ${[...started].sort().join(', ')}.\n`);
console.log('| program | sockets | addresses |\n| --- | ---: | --- |');
let isClean = code === 0 && started.has('dist/server.cjs');
for (const { name } of programs) {
  const own = calls.filter((call) => programs.find((one) => one.holds.test(call.program))?.name === name);
  const sockets = own.filter(({ call }) => call === 'socket').length;
  const addresses = [...new Set(own.flatMap(({ address }) => address ?? []))].sort();
  console.log(`| ${name} | ${sockets} | ${addresses.join(', ') || 'none'} |`);
  if (!addresses.every(isLoopback)) isClean = false;
  if (/language server|MCP/.test(name) && sockets > 0) isClean = false;
}
process.exitCode = isClean ? 0 : 1;
