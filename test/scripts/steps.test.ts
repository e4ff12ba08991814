import * as assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run, runSteps, Skip } from '../../scripts/lib/steps.js';

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped });
const step = (name: string, run: () => Promise<{ passed: number; failed: number; skipped: number }>) => ({ name, what: name, run });

async function lastLine(context: TestContext, steps: Parameters<typeof runSteps>[0]): Promise<{ code: number; line: string | undefined }> {
  const lines: string[] = [];
  context.mock.method(console, 'log', (text: string) => lines.push(...text.split('\n')));
  const code = await runSteps(steps);
  return { code, line: lines.at(-1) };
}

test('the last line adds up all steps', async (context) => {
  const found = await lastLine(context, [step('a', async () => counts(3)), step('b', async () => counts(4))]);
  assert.deepEqual(found, { code: 0, line: '7 passed, 0 failed' });
});

test('a step that crashes is one failure, and the next steps still run', async (context) => {
  const crash = () => Promise.reject(new Error('out of luck'));
  const found = await lastLine(context, [step('a', crash), step('b', async () => counts(4))]);
  assert.deepEqual(found, { code: 1, line: '4 passed, 1 failed' });
});

test('what this machine cannot run is counted as skipped', async (context) => {
  const found = await lastLine(context, [step('a', () => Promise.reject(new Skip('no screen'))), step('b', async () => counts(1, 0, 2))]);
  assert.deepEqual(found, { code: 0, line: '1 passed, 0 failed, 3 skipped' });
});

test('a skip that is not permitted is a failure', async (context) => {
  const skips = [{ test: 'one', reason: 'it rains' }];
  const found = await lastLine(context, [step('a', async () => ({ ...counts(1, 0, 1), skips }))]);
  assert.deepEqual(found, { code: 1, line: '1 passed, 1 failed, 1 skipped' });
});

test('two flaky files are named, a third is a failure', async (context) => {
  const flaky = (...files: string[]) => step('windows', async () => ({ ...counts(2), flaky: files }));
  assert.deepEqual(await lastLine(context, [flaky('a.test.ts'), flaky('b.test.ts')]), { code: 0, line: '4 passed, 0 failed' });
  assert.deepEqual(await lastLine(context, [flaky('a.test.ts', 'b.test.ts'), flaky('c.test.ts')]), { code: 1, line: '4 passed, 1 failed' });
});

test('lists of steps run at the same time', async (context) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.mock.method(console, 'log', () => undefined);
  const code = await runSteps(
    [step('waits', () => promise.then(() => counts(1)))],
    [step('lets it go on', () => Promise.resolve(counts(1)).finally(resolve))],
  );
  assert.equal(code, 0);
});

test('a command that does not end is ended', async () => {
  const code = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 300 });
  assert.equal(code, undefined);
});

test('the exit code of a command is passed on', async () => {
  assert.equal(await run(process.execPath, ['-e', 'process.exit(7)'], { timeoutMs: 30_000 }), 7);
});
