/** What a process uses and what it starts, of which `bench/mutants` stops all. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { ProcessTree } from '../../bench/mutants/processTree.ts';
import { until } from '../support/until.ts';

/** A process that starts another one in a group of its own, which prints its id and then runs `body`. */
async function started(t: TestContext, body: string): Promise<{ tree: ProcessTree; inner: number }> {
  const inner = `console.log(process.pid); ${body}`;
  const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { detached: true, stdio: 'inherit' })`;
  const child = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const tree = new ProcessTree(child.pid as number);
  t.after(() => tree.kill());
  const [printed] = await once(child.stdout, 'data');
  return { tree, inner: Number(printed) };
}

const skip = process.platform !== 'linux' && 'needs Linux: /proc tells what a process uses';

test('the CPU time of a process includes that of what it has started, and both are ended', { skip }, async (t) => {
  const { tree, inner } = await started(t, 'for (;;);');
  const before = tree.cpuMs();
  await until('half a second of CPU time', () => tree.cpuMs() > before + 500);
  assert.ok(tree.isRunnable());
  tree.kill();
  await until('the end of the inner process', () => !isRunning(inner));
});

test('a process that waits is not runnable, and uses nothing', { skip }, async (t) => {
  const { tree } = await started(t, 'setInterval(() => {}, 1e6);');
  await until('nothing to do', () => !tree.isRunnable());
  const before = tree.cpuMs();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(tree.cpuMs() <= before + 50);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
