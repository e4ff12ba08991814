// A switch of branches is one change, described by the status item.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { copyFixture } from '../support/fixture.ts';
import { gitEnvironment } from '../support/gitTrees.ts';
import { statusItem, statusTooltip, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

for (const when of ['before', 'after']) {
  test(`after a switch of branches in a repository that was created ${when} its folder was opened, the status item says so`, async () => {
    const folder = copyFixture('workspace');
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-home-'));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: gitEnvironment(home), stdio: 'ignore' });
    const makeBranches = () => {
      git('init', '-qb', 'main');
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('switch', '-qc', 'samovar');
      for (const name of ['one', 'two', 'three'])
        fs.writeFileSync(path.join(folder, `${name}.md`), `# ${name}\n\nThe samovar of shift ${name}.\n`);
      git('add', '-A');
      git('commit', '-qm', 'two');
      git('switch', '-q', 'main');
    };
    try {
      if (when === 'before') makeBranches();
      // Read after the branches are made, so that what was done before the switch is known to be over.
      const extra = path.join(folder, 'extra.md');
      await withMeshrag(`git-branch-${when}`, { folder }, async (window) => {
        await whenIndexed(window);
        if (when === 'after') makeBranches();
        fs.writeFileSync(extra, '# Extra\n\nNot of any branch.\n');
        await window.statusBarText(statusItem, /\b17 files/);
        git('switch', '-q', 'samovar');
        await window.statusBarText(statusItem, /\b20 files/);
        await until('the switch', async () => (await statusTooltip(window)).includes('Switched to samovar; 3 files updated'));
        await window.screenshot('git-branch');
      });
    } finally {
      for (const leftover of [folder, home]) fs.rmSync(leftover, { recursive: true, force: true });
    }
  });
}
