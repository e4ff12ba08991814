// Two windows on one folder, each with its own extension host and language server, and one index.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { openBeside, pictured, statusItem, statusTooltip, whenIndexed, withMeshrag, writerOf } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const follows = 'Another program, such as an editor window or an agent, maintains this index; here it is read-only.';

test('one window writes the index, the other follows and takes over when the first one dies', async () => {
  await withMeshrag('two-windows', {}, async (first, folder) => {
    await whenIndexed(first);
    const second = await openBeside(first, folder);
    await pictured(second, 'second-window', async () => {
      await whenIndexed(second);
      assert.match(await statusTooltip(second), new RegExp(follows));
      await second.screenshot('second-window');
      assert.ok(!(await statusTooltip(first)).includes(follows));

      fs.writeFileSync(path.join(folder, 'docs', 'samovar.md'), '# Samovar\n\nThe samovar of the night shift is lit at nine.\n');
      for (const window of [first, second]) await window.statusBarText(statusItem, /\b17 files/);

      const killed = writerOf(first) ?? assert.fail('nobody holds the lock');
      process.kill(killed, 'SIGKILL');
      // The server of the first window is restarted: it or the second window's, whichever is first, becomes the writer.
      await until('another process to keep the index', async () => {
        const pid = writerOf(first);
        return pid !== undefined && pid !== killed;
      });
      await until('one window to read along', async () => {
        const text = [await statusTooltip(first), await statusTooltip(second)];
        return text.filter((text) => text.includes(follows)).length === 1;
      });
      fs.rmSync(path.join(folder, 'docs', 'samovar.md'));
      for (const window of [first, second]) await window.statusBarText(statusItem, /\b16 files/);

      // If the first window is the writer again, it dies with its extension host, after a moment: the second must take over.
      if ((await statusTooltip(second)).includes(follows)) {
        const again = writerOf(first) ?? assert.fail('nobody holds the lock');
        for (const pid of [parentOf(again), again]) process.kill(pid, 'SIGKILL');
      }
      await until('the second window to keep the index', async () => !(await statusTooltip(second)).includes(follows));
    });
  });
});

function parentOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? assert.fail(`process ${pid} has no parent`));
}
