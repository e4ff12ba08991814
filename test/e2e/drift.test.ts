// Removed names in the editor and in Source Control, from the user's point of view.
import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

test('a renamed class is flagged wherever it is still named, listed in Source Control, and replaced by the quick fix', async () => {
  await withMeshrag('drift', { settings: { 'git.enabled': false } }, async (window, folder) => {
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    await whenIndexed(window);
    for (const file of ['src/kettle.ts', 'src/planner.ts']) {
      const absolute = path.join(folder, file);
      fs.writeFileSync(absolute, fs.readFileSync(absolute, 'utf8').replaceAll('KettleQueue', 'KettleLine'));
    }
    await window.palette('MeshRAG: Show Your Change');
    const rows = window.view('Your Change').locator('.monaco-list-row');
    // What is left to do comes first, then a section for each name that is gone, whose mentions are ticked.
    await window.page.setViewportSize({ width: 1280, height: 1600 });
    await rows.filter({ hasText: 'Documents and comments' }).first().waitFor();
    await rows.filter({ hasText: 'KettleQueue → KettleLine' }).first().waitFor();
    await window.screenshot('your-change');
    const sections = await rows.and(window.page.locator('[aria-level="1"]')).allInnerTexts();
    assert.match(sections.at(-1) ?? '', /^KettleQueue → KettleLine/);
    // How high the view is, is VS Code's choice, and rows out of sight are not drawn.
    await window.view('Your Change').locator('.monaco-list').first().press('End');
    const mention = rows.filter({ hasText: 'brewing.md:' }).first();
    await mention.locator('.monaco-checkbox, [role="checkbox"]').first().waitFor();
    await window.openByClick(mention, 'brewing.md');
    await window.page.locator('.editor-group-container.active .squiggly-info').first().waitFor();
    const fix = window.page.locator('.action-widget', { hasText: 'Replace with `KettleLine`' });
    await until('the quick fix', async () => {
      // The diagnostic may appear before the editor offers its quick fix.
      await window.page.keyboard.press('Escape');
      await window.page.keyboard.press('Control+1');
      await window.page.keyboard.press('Control+Period');
      return await fix.waitFor({ timeout: 5000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.screenshot('drift');
    await window.page.keyboard.press('Enter');
    await until('the new name in the editor', async () => {
      await window.page.keyboard.press('Control+S');
      return fs.readFileSync(path.join(folder, 'docs/brewing.md'), 'utf8').includes('KettleLine');
    });
  });
});
