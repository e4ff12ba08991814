// This Place, how two names are connected, and removed names replaced in all files: by keyboard alone.
import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

test('the hover, the place and the evidence of a name are opened by keyboard', async () => {
  await inWindow('name', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await page.keyboard.press('Home');
    for (let words = 0; words < 3; words++) await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'Related' });
    await until('the hover', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
      return await hover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.screenshot('name-hover');
    const lines = (await hover.innerText()).split('\n').filter((line) => line.includes(' — '));
    assert.equal(new Set(lines).size, lines.length, 'no two lines are alike');
    assert.match(lines.join('\n'), /documents KettleQueue/);
    await page.keyboard.press('Escape');

    await window.palette('MeshRAG: Show This Place');
    await page.setViewportSize({ width: 1280, height: 1600 });
    const place = window.view('This Place');
    for (const role of ['Defined', 'Used by', 'Documents and comments', 'Shares names with', 'Reaches'])
      await place.locator('.monaco-list-row[aria-level="1"]', { hasText: role }).waitFor();
    await place.locator('.pane-header', { hasText: 'KettleQueue · src/kettle.ts:8' }).waitFor();
    await window.screenshot('name-place');
    await window.palette('View: Close Primary Side Bar');

    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Show Evidence');
    await window.pick('brewing.md', 'brewing.md');
    const evidence = await window.webviewFrame('.sides');
    await evidence.locator('.side mark').first().waitFor();
    await window.screenshot('name-evidence');
    assert.deepEqual(await seriousProblems(evidence), []);
  });
});

test('who uses a name is browsed by keyboard, and the view stays while its rows are opened', async () => {
  await inWindow('reach', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await window.palette('MeshRAG: Show This Place');
    const tree = window.view('This Place');
    const rows = (level: number) => tree.locator(`.monaco-list-row[aria-level="${level}"]`);
    const user = rows(2).filter({ hasText: 'planner.ts' }).first();
    await user.waitFor();
    const focused = tree.locator('.monaco-list:focus-within .monaco-list-row.focused');
    // The command gives the first row the focus when the rows are there.
    await focused.filter({ hasText: 'Defined' }).waitFor();
    // The key unfolds the file of the user, then goes to its first line. Where the tree is drawn once more meanwhile, the focus is at its top again.
    await until('a line of the file of a user', async () => {
      if ((await focused.getAttribute('aria-level').catch(() => null)) === '3') return true;
      const isUser = (await focused.innerText().catch(() => '')).includes('planner.ts');
      await page.keyboard.press(isUser ? 'ArrowRight' : 'ArrowDown');
      return false;
    });
    assert.match((await focused.innerText()).replaceAll('\u00a0', ' '), /^\d+: .*KettleQueue/);
    await window.screenshot('reach');
    await page.setViewportSize({ width: 400, height: 800 });
    await window.screenshot('reach-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'planner.ts' }).waitFor();
    // The row is one of the place that is shown: to open it is not to leave that.
    await page.waitForTimeout(1000);
    await tree.locator('.pane-header', { hasText: 'src/kettle.ts:8' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 1600 });
    await rows(1).filter({ hasText: 'Reaches' }).click();
    await rows(2)
      .filter({ hasText: /steps away|Related files|Tests that|Nothing further/ })
      .first()
      .waitFor();
    await window.screenshot('reach-unfolded');
    await window.goToLine(20);
    await tree.locator('.pane-header', { hasText: 'src/planner.ts:20' }).waitFor();
  });
});

test('a path between two names is listed and opened by keyboard', async () => {
  await inWindow('connect', async (window) => {
    const { page } = window;
    const list = page.locator('.quick-input-widget:visible');
    const ask = async (from: string, to: string): Promise<void> => {
      await window.palette('MeshRAG: How Are These Connected?');
      for (const [prompt, typed] of [
        ['A name, file', from],
        ['The other name, file, or path:line', to],
      ] as const) {
        await list.filter({ hasText: prompt }).waitFor();
        await window.fillQuickInput(typed);
        await page.keyboard.press('Enter');
      }
      await list.locator('.monaco-list-row').first().waitFor();
    };
    await ask('Planner', 'KettleQueue');
    await window.screenshot('connect');
    await page.setViewportSize({ width: 400, height: 800 });
    await window.screenshot('connect-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'kettle.ts' }).waitFor();
    await ask('Planner', 'KettleQueue');
    await window.pick('Draw');
    const drawn = await window.webviewFrame('.path');
    await window.screenshot('connect-drawn');
    assert.deepEqual(await seriousProblems(drawn), []);
    await ask('KettleQueue', 'KettleQueue');
    await list.filter({ hasText: '"KettleQueue" and "KettleQueue" are the same' }).waitFor();
    await window.screenshot('connect-same');
    await page.keyboard.press('Escape');
  });
});

test('a removed name is replaced in all files, after a preview, by keyboard', async () => {
  await withMeshrag('fix-all', { settings: { 'git.enabled': false }, viewport: { width: 1280, height: 800 } }, async (window, folder) => {
    const { page } = window;
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    await whenIndexed(window);
    const source = path.join(folder, 'src/kettle.ts');
    fs.writeFileSync(source, fs.readFileSync(source, 'utf8').replaceAll('KettleQueue', 'KettleLine'));
    await window.quickOpen('docs/brewing.md');
    await page.locator('.editor-group-container.active .squiggly-info').first().waitFor();
    const fix = page.locator('.action-widget', { hasText: 'Fix in All Files' });
    await until('the quick fix', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('F8');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Period');
      return await fix.waitFor({ timeout: 5000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.screenshot('fix-all-menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const rows = page.locator('.bulk-edit-panel .monaco-list-row');
    await rows.first().waitFor();
    const ticks = page.locator('.bulk-edit-panel .monaco-list-row .monaco-checkbox');
    const states = await ticks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
    assert.deepEqual([...new Set(states)], ['true'], `${states}`);
    await window.screenshot('fix-all');
    await until('the preview to be accepted', async () => {
      await page.keyboard.press('Control+Enter');
      return rows
        .first()
        .waitFor({ state: 'hidden', timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    });
    const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
    for (const file of ['src/planner.ts', 'docs/brewing.md'])
      await until(`the new name in ${file}`, () => read(file).includes('KettleLine') && !read(file).includes('KettleQueue'));
  });
});

test('why a name is there: a line below its hover, and the commits and their messages in This Place', async () => {
  await withMeshrag('why', { settings: { 'git.enabled': false }, viewport: { width: 1280, height: 1600 } }, async (window, folder) => {
    const { page } = window;
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Queue kettles by their heat\n\nTwo of them boiled over *at once*.');
    // The history is read when the next update sees the commit.
    fs.appendFileSync(path.join(folder, 'docs/brewing.md'), '\nMore.\n');
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await page.keyboard.press('Home');
    for (let words = 0; words < 3; words++) await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: '“Queue kettles by their heat” — came with it' });
    await until('the hover', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
      return await hover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.screenshot('why-hover');
    await page.keyboard.press('Escape');
    await window.palette('MeshRAG: Show This Place');
    const rows = window.view('This Place').locator('.monaco-list-row');
    const why = rows.filter({ hasText: /^\s*Why\s*$/ });
    await why.waitFor();
    await why.click();
    const commit = rows.filter({ hasText: 'Queue kettles by their heat' });
    await commit.filter({ hasText: 'came with it' }).waitFor();
    await commit.click();
    await rows.filter({ hasText: 'Two of them boiled over *at once*.' }).waitFor();
    await window.screenshot('why-place');
    fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
    fs.writeFileSync(path.join(folder, '.vscode/settings.json'), '{ "meshrag.history": false }\n');
    await window.quickOpen('src/planner.ts');
    await window.goToLine(3);
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await window.palette('MeshRAG: Show This Place');
    await rows.filter({ hasText: 'Used by' }).waitFor();
    await why.waitFor({ state: 'detached' });
  });
});
