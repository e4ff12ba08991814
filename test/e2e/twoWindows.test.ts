// Two windows on one folder, each with an extension host and a language server of its own, and one index file.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Workbench } from '../support/host/workbench.ts';
import { openBeside, pictured, statusItem, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const follows = 'Another window keeps this index; this one reads along.';

test('one window keeps the index, the other reads along and takes over when the first one dies', async () => {
  await withMeshrag('two-windows', {}, async (first, folder) => {
    await whenIndexed(first);
    const second = await openBeside(first, folder);
    await pictured(second, 'second-window', async () => {
      await whenIndexed(second);
      assert.match(await tooltip(second), new RegExp(follows));
      await second.screenshot('second-window');
      assert.ok(!(await tooltip(first)).includes(follows));

      fs.writeFileSync(path.join(folder, 'docs', 'samovar.md'), '# Samovar\n\nThe samovar of the night shift is lit at nine.\n');
      for (const window of [first, second]) await window.statusBarText(statusItem, /\b17 files/);

      process.kill(writerOf(first), 'SIGKILL');
      await until('the second window to keep the index', 30_000, async () =>
        (await tooltip(second)).includes(follows) ? undefined : true,
      );
      // The server of the first window is started again, and reads along now.
      await until('the first window to read along', 30_000, async () => ((await tooltip(first)).includes(follows) ? true : undefined));
      fs.rmSync(path.join(folder, 'docs', 'samovar.md'));
      for (const window of [first, second]) await window.statusBarText(statusItem, /\b16 files/);
    });
  });
});

/** What the status bar item says when the mouse is over it. */
async function tooltip(window: Workbench): Promise<string> {
  await window.page.bringToFront();
  await window.page.mouse.move(600, 300);
  await window.statusBarItem(statusItem).hover();
  const hover = window.page.locator('.monaco-hover:visible', { hasText: 'Chunks' });
  await hover.waitFor({ timeout: 20_000 });
  const text = (await hover.innerText()).replace(/\s+/g, ' ');
  await window.page.mouse.move(600, 300);
  await hover.waitFor({ state: 'hidden', timeout: 20_000 });
  return text;
}

/** The process that holds the lock beside the index file, as Linux lists it. */
function writerOf(window: Workbench): number {
  const [lock] = fs.globSync(path.join(window.server.dataDir, '**/index-*.sqlite.lock'));
  const inode = fs.statSync(lock ?? assert.fail('there is no lock file')).ino;
  const line = fs
    .readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .find((one) => one.includes('WRITE') && one.includes(`:${inode} `));
  return Number(line?.trim().split(/\s+/)[4] ?? assert.fail('nobody holds the lock'));
}
