// Entry point of the tests that run inside VS Code's extension host: VS Code loads the bundle of this file and calls run().
import * as fs from 'node:fs';
import * as path from 'node:path';
// Not bundled: the test files' bundles import the same mocha.
import Mocha from 'mocha';
import { skipReasonOf } from './skip.ts';

/** The report of a run, in the file MESHRAG_TEST_REPORT. A run without one has failed, whatever its exit code. */
export interface ExtensionTestReport {
  passed: number;
  failed: number;
  skipped: number;
  skips: { test: string; reason: string }[];
  failures: { title: string; error: string }[];
  /** Those that passed only when they were run again. */
  flaky: string[];
}

/** Runs every bundled test next to this file; rejects if one fails. */
export async function run(): Promise<void> {
  const filter = process.env.MESHRAG_TEST_FILTER;
  const mocha = new Mocha({ ui: 'tdd', timeout: 180_000, slow: 2_000, color: false, retries: 1, ...(filter ? { grep: filter } : {}) });
  for (const file of fs.readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, file));
  }

  const report: ExtensionTestReport = { passed: 0, failed: 0, skipped: 0, skips: [], failures: [], flaky: [] };
  const retried = new Set<string>();
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('retry', (test, error) => {
      retried.add(test.fullTitle());
      console.log(`    failed once: ${test.fullTitle()}\n${String(error?.stack ?? error)}`);
    });
    runner.on('pass', (test) => {
      report.passed++;
      if (retried.has(test.fullTitle())) report.flaky.push(test.fullTitle());
    });
    runner.on('pending', (test) => {
      report.skipped++;
      report.skips.push({ test: test.fullTitle(), reason: skipReasonOf(test) });
    });
    runner.on('fail', (test, error) => {
      report.failed++;
      report.failures.push({ title: test.fullTitle(), error: String(error?.stack ?? error) });
    });
  });
  if (process.env.MESHRAG_TEST_REPORT) fs.writeFileSync(process.env.MESHRAG_TEST_REPORT, JSON.stringify(report, null, 2));
  if (report.failed > 0) throw new Error(`${report.failed} tests failed`);
}
