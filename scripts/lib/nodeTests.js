// node scripts/lib/nodeTests.js [--concurrency=N] [--filter=PATTERN] FILE...: runs test files with node:test, each in a process of its own,
// in the order given (node --test sorts them by name). Reports as reporter.js says.
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
events.compose(report).pipe(process.stdout);
