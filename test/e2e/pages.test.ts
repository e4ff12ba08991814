// Pages of the answer panel: the description of the workspace, a comparison of retrievers, and the report.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { ask } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();
const question = 'Which kettle is heated first?';

/** In every theme, then narrow, where nothing scrolls sideways. */
async function pictures(window: Workbench, frame: Frame, name: string): Promise<void> {
  for (const theme of themes) {
    await setTheme(window, frame, theme);
    assert.deepEqual(await seriousProblems(frame), [], theme.name);
    await window.screenshot(`${name}-${theme.file}`);
  }
  await setTheme(window, frame, themes[0]);
  await window.page.keyboard.press('Control+b');
  await window.page.setViewportSize({ width: 400, height: 800 });
  await until('a narrow page', () => frame.evaluate(() => document.documentElement.clientWidth < 400));
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, name);
  await window.screenshot(`${name}-400`);
  await window.page.keyboard.press('Control+b');
  await window.page.setViewportSize({ width: 1280, height: 800 });
}

test('the description is a page in place of the thread, which is back by a key; its places open their lines', async () => {
  await inWindow('pages', async (window) => {
    const frame = await ask(window, question);
    await window.palette('MeshRAG: Describe This Workspace');
    const title = frame.locator('.page h2', { hasText: 'What this workspace is' });
    await title.waitFor();
    await frame.locator('.page h4', { hasText: 'Parts' }).waitFor();
    assert.equal(await frame.locator('.turn').isVisible(), false);
    await window.page.locator('.tab.active', { hasText: 'What this workspace is' }).waitFor();
    await pictures(window, frame, 'page-description');
    const link = frame.locator('.page li .link', { hasText: '.md' }).first();
    const path = (await link.innerText()).split(':')[0] ?? '';
    await link.click();
    await until('the file in the editor', async () => (await window.activeTab()) === path.split('/').at(-1));
    // The page stays; by keyboard the thread is back, and its answer has the focus.
    await title.focus();
    await window.page.keyboard.press('Escape');
    await frame.locator('.turn h2', { hasText: question }).waitFor();
    assert.equal(await frame.locator('.page').count(), 0);
    await until('the focus on the answer', () => frame.evaluate(() => document.activeElement?.classList.contains('turn') === true));
  });
});

test('a comparison has a column for each retriever; the next question takes its place', async () => {
  await inWindow('page-comparison', async (window) => {
    const { page } = window;
    await window.listed('Compare Retrievers');
    await page.locator('.quick-input-title', { hasText: 'Compare retrievers' }).waitFor();
    await window.fillQuickInput(question);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'mesh' }).first().waitFor();
    await page.keyboard.press('Enter');
    const frame = await window.webviewFrame('.page .columns');
    assert.equal(await frame.locator('.page .columns').first().locator('th[scope=col]').count(), 5);
    await pictures(window, frame, 'page-comparison');
    await frame.locator('footer textarea').fill(question);
    await frame.locator('footer textarea').press('Enter');
    await frame.locator('.turn[data-state="done"] h2', { hasText: question }).last().waitFor();
    assert.equal(await frame.locator('.page').count(), 0);
  });
});

test('the report lists what was skipped, in folds', async () => {
  await inWindow('page-report', async (window) => {
    await window.palette('MeshRAG: Show Report');
    const frame = await window.webviewFrame('.page h2');
    await frame.locator('.page details[open]', { hasText: 'data/prices.csv' }).waitFor();
    await pictures(window, frame, 'page-report');
  });
});
