// node scripts/lib/nodeTests.js [--concurrency=N] [--filter=PATTERN] FILE...: runs test files with node:test, each in a process of its own,
// in the order given (node --test sorts them by name). Reports as reporter.js says.
import * as path from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import report from './reporter.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string' }, filter: { type: 'string' } },
});
const events = run({
  files: positionals,
  concurrency: Number(values.concurrency ?? 1),
  ...(values.filter === undefined ? {} : { testNamePatterns: [values.filter] }),
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
/** Absolute paths of files that have not reported what they found: a process may end before it has. */
const silent = new Set(positionals.map((file) => path.resolve(file)));
events.on('test:summary', ({ file }) => {
  if (file !== undefined) silent.delete(path.resolve(file));
});
events.on('end', () => {
  if (silent.size === 0) return;
  for (const file of silent) console.error(`FAILED ${path.relative(process.cwd(), file)} ended without a report of its tests`);
  process.exitCode = 1;
});
events.compose(report).pipe(process.stdout);
