// A switch of branches is one change, and the status item says what it was.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { copyFixture } from '../support/fixture.ts';
import { gitEnvironment } from '../support/gitTrees.ts';
import { statusItem, whenIndexed, withMeshrag } from '../support/meshrag.ts';

test('after a switch of branches the status item names the branch and the number of files', async () => {
  const folder = copyFixture('workspace');
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-home-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: gitEnvironment(home), stdio: 'ignore' });
  try {
    git('init', '-qb', 'main');
    git('add', '-A');
    git('commit', '-qm', 'one');
    git('switch', '-qc', 'samovar');
    for (const name of ['one', 'two', 'three'])
      fs.writeFileSync(path.join(folder, `${name}.md`), `# ${name}\n\nThe samovar of shift ${name}.\n`);
    git('add', '-A');
    git('commit', '-qm', 'two');
    git('switch', '-q', 'main');
    await withMeshrag('git-branch', { folder }, async (window) => {
      await whenIndexed(window);
      git('switch', '-q', 'samovar');
      await window.statusBarText(statusItem, /\b19 files/);
      await window.statusBarItem(statusItem).hover();
      await window.page
        .locator('.monaco-hover:visible', { hasText: /Branch\sswitched\sto\ssamovar:\s3\sfiles/ })
        .waitFor({ timeout: 20_000 });
      await window.screenshot('git-branch');
    });
  } finally {
    for (const leftover of [folder, home]) fs.rmSync(leftover, { recursive: true, force: true });
  }
});
