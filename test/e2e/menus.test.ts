// The entry points besides the palette: menus of the explorer, of tabs and of the editor, and the walkthrough.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Workbench } from '../support/host/workbench.ts';
import { statusItem, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

/** Opens the context menu of an entry of the explorer and chooses an item of our submenu. */
async function chooseInExplorer(window: Workbench, entry: string, item: string): Promise<void> {
  await window.page.locator('.explorer-folders-view .monaco-list-row', { hasText: entry }).first().click({ button: 'right' });
  await window.submenu('MeshRAG', item);
}

test('a folder is excluded from the index by the explorer, and the exclusion is undone', async () => {
  await withMeshrag('exclude', {}, async (window, folder) => {
    const { page } = window;
    await whenIndexed(window);
    await chooseInExplorer(window, 'docs', 'Exclude from Index');
    // Five files less, plus the new settings file.
    await window.statusBarText(statusItem, /\b12 files/);
    const settings = path.join(folder, '.vscode/settings.json');
    assert.deepEqual(JSON.parse(fs.readFileSync(settings, 'utf8')), { 'meshrag.exclude': ['docs/**'] });
    await window.screenshot('excluded');
    await page.locator('.notifications-toasts .monaco-button', { hasText: 'Undo' }).click();
    await window.statusBarText(statusItem, /\b17 files/);
    assert.deepEqual(JSON.parse(fs.readFileSync(settings, 'utf8')), {});
  });
});

test('a folder is asked about by the explorer: the answer comes from it alone', async () => {
  await inWindow('ask-about', async (window) => {
    const { page } = window;
    await chooseInExplorer(window, 'docs', 'Ask About This…');
    await page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
    // The folder stands in the box, and the cursor behind it.
    const input = page.locator('.quick-input-widget:visible input').first();
    await until('the folder', async () => (await input.inputValue()) === '@docs ');
    await page.keyboard.type('Which kettle is heated first?');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'heated first?' }).first().waitFor();
    await page.keyboard.press('Enter');
    const frame = await window.webviewFrame('.turn[data-state="done"]');
    const sources = await frame.locator('.source').allTextContents();
    assert.ok(sources.length > 0 && sources.every((text) => text.includes('docs')), sources.join('\n'));
    await window.screenshot('ask-about');
  });
});

test('the editor’s menu shows who uses and documents what is in its line', async () => {
  await inWindow('menu-related', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'class KettleQueue' }).click({ button: 'right' });
    await window.submenu('MeshRAG', 'Show This Place');
    const row = page.locator('.pane-body .monaco-list-row', { hasText: 'brewing.md' }).first();
    await row.waitFor();
    await window.screenshot('menu-related');
    // The menu of a row, by keyboard alone: the view has the focus; below the definition is the first user.
    await page.locator('.pane-body .monaco-list:focus').waitFor();
    await page.keyboard.press('Home');
    for (let rows = 0; rows < 3; rows++) await page.keyboard.press('ArrowDown');
    await page.locator('.pane-body .monaco-list-row.focused[aria-level="2"]', { hasText: 'planner.ts' }).waitFor();
    await page.keyboard.press('Shift+F10');
    const items = page.locator('.monaco-menu .action-label');
    await items.filter({ hasText: 'Open to the Side' }).waitFor();
    const offered = (await items.allInnerTexts()).filter((text) => text !== '');
    assert.deepEqual(offered, [
      ...['Open to the Side', 'Peek', 'Show Evidence', 'Ask About This…', 'How Are These Connected?'],
      ...['Copy Reference', 'Exclude from Index'],
    ]);
    await window.screenshot('menu-related-row');
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    await window.contextMenu(row, 'Peek');
    await page.locator('.peekview-widget', { hasText: 'brewing.md' }).waitFor();
    await window.screenshot('menu-related-peek');
    await page.keyboard.press('Escape');
    await page.locator('.peekview-widget').waitFor({ state: 'hidden' });
    await window.contextMenu(row, 'Open to the Side');
    await until('a second group', async () => (await page.locator('.editor-group-container').count()) === 2);
    await until('brewing.md in it', async () => (await window.activeTab()) === 'brewing.md');
  });
});

test('the walkthrough has five steps with pictures, and the hover step shows one', async () => {
  await inWindow('walkthrough', async (window) => {
    const { page } = window;
    await window.palette('MeshRAG: Get Started');
    const steps = page.locator('.gettingStarted .getting-started-step');
    await until('the steps', async () => (await steps.count()) === 5);
    await window.screenshot('walkthrough');
    await steps.filter({ hasText: 'Hover a name' }).click();
    await page.locator('.gettingStarted .monaco-button', { hasText: 'Show a hover' }).click();
    await page.locator('.monaco-hover:not(.hidden)', { hasText: 'Related' }).waitFor();
    await window.screenshot('walkthrough-hover');
  });
});

test('in German, the lists of commands have German titles, and so have the views and an answer', async () => {
  await withMeshrag('german', { language: 'de' }, async (window) => {
    const { page } = window;
    await window.statusBarText(statusItem, /\b16 Dateien/);
    await window.quickOpen('src/kettle.ts');
    for (const [list, item] of [
      ['MeshRAG: Mehr…', 'Diagnose kopieren'],
      ['MeshRAG: Modell wählen', 'Zeigen, was gesendet wurde'],
    ] as const) {
      await window.palette(list);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: item }).first().waitFor();
      await window.screenshot(`german-${item.split(' ')[0]}`);
      await page.keyboard.press('Escape');
    }
    await window.openSidebar('MeshRAG');
    for (const view of ['Diese Stelle', 'Gemeinschaften']) await window.treeRows(view);
    const frame = await window.webviewFrame('.empty');
    await frame.locator('textarea').fill('Which kettle is heated first?');
    await frame.locator('textarea').press('Enter');
    await frame.locator('.turn', { hasText: /\d von \d+ Quellen/ }).waitFor();
    await frame.locator('.omission', { hasText: 'Zeilen ausgelassen' }).first().waitFor();
    await window.screenshot('german');
  });
});
