// Reporter for node:test: one line per test file, skips with their reasons, failures in full. In the file MESHRAG_COUNTS it leaves the
// counts, skips and failing files as JSON; how long each file took is kept for choosing tests (testDurations.js).
import * as fs from 'node:fs';
import * as path from 'node:path';
import { keepDurations } from './testDurations.js';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  /** @type {import('./steps.js').Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, skips: [], failing: [] };
  /** @type {Record<string, number>} */
  const durations = {};
  for await (const { type, data } of events) {
    if (type === 'test:fail') {
      // A suite or file fails because of its tests, which are reported themselves.
      const cause = data.details.error.cause ?? data.details.error;
      if (/** @type {{ failureType?: string }} */ (data.details.error).failureType === 'subtestsFailed') continue;
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      yield `\nFAILED ${data.name}\n  ${relative(data.file)}:${data.line ?? 1}\n${indent(detail)}\n\n`;
    } else if (type === 'test:pass' && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : '';
      counts.skips?.push({ test: `${relative(data.file)}: ${data.name}`, reason });
      yield `skipped ${data.name} (${reason})\n`;
    } else if (type === 'test:summary') {
      const { tests, passed, skipped, todo } = data.counts;
      const failed = tests - passed - skipped - todo;
      if (data.file === undefined) {
        Object.assign(counts, { passed, failed, skipped: skipped + todo });
      } else {
        const mark = failed > 0 ? '✖' : '✔';
        if (failed > 0) counts.failing?.push(relative(data.file));
        durations[relative(data.file)] = Math.round(data.duration_ms);
        yield `${mark} ${relative(data.file)}  ${tests} tests, ${Math.round(data.duration_ms)} ms\n`;
      }
    } else if (type === 'test:stderr') {
      yield data.message;
    }
  }
  keepDurations(durations);
  if (process.env.MESHRAG_COUNTS) fs.writeFileSync(process.env.MESHRAG_COUNTS, JSON.stringify(counts));
}

/** @param {string | undefined} file */
function relative(file) {
  return file === undefined ? '' : path.relative(process.cwd(), file).replaceAll(path.sep, '/');
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '  ');
}
