// The hover and the status item, from the user's point of view.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { answered } from '../support/answerPanel.ts';
import { openWorkbench } from '../support/host/workbench.ts';
import { pictured, statusItem, statusTooltip, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

test('a hover lists related places below the language’s own, and a click opens one', async () => {
  await inWindow('hover', async (window) => {
    await window.quickOpen('src/kettle.ts');
    const text = await window.hoverText('KettleQueue', /Related[\s\S]*documents KettleQueue/);
    assert.match(text, /brewing\.md › Temperatures — documents KettleQueue/);
    await window.screenshot('hover');
    await window.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'brewing.md' }).click();
    await until('brewing.md in the editor', async () => (await window.activeTab()) === 'brewing.md');
    await until('a selection in the editor', async () => /selected/.test(await window.cursorPlace()));
  });
});

test('a hover peeks what it lists, at its own place', async () => {
  await inWindow('hover-peek', async (window) => {
    await window.quickOpen('src/kettle.ts');
    await window.hoverText('KettleQueue', /Related[\s\S]*documents KettleQueue/);
    await window.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'Peek' }).click();
    await window.page.locator('.peekview-widget .monaco-list-row', { hasText: 'brewing.md' }).first().waitFor();
    await window.screenshot('hover-peek');
    assert.equal(await window.activeTab(), 'kettle.ts');
  });
});

test('the status item shows a table with a link to the report, and a click asks', async () => {
  await inWindow('status', async (window) => {
    const { page } = window;
    assert.match(await window.statusBarText(statusItem), /^MeshRAG/);
    assert.match(await statusTooltip(window), /Files 16/);
    assert.equal(await page.locator('.monaco-hover:visible table').count(), 1);
    await window.screenshot('status-item');
    await page.locator('.monaco-hover:visible a', { hasText: 'Show report' }).click();
    const frame = await window.webviewFrame('.page h2');
    await frame.locator('.page', { hasText: 'data/prices.csv' }).waitFor();
    await window.screenshot('report');
    await window.statusBarItem(statusItem).click();
    await page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('a window without a folder offers to open one', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-nofolder-'));
  const file = path.join(dir, 'empty.code-workspace');
  fs.writeFileSync(file, '{"folders": []}');
  const window = await openWorkbench({ folder: file, extensions: [path.resolve(import.meta.dirname, '../..')] });
  try {
    await pictured(window, 'no-folder', async () => {
      await window.openSidebar('MeshRAG');
      await window.palette('MeshRAG: Ask workspace');
      const frame = await window.webviewFrame('.empty');
      assert.match(await frame.locator('.empty').innerText(), /No folder is open/);
      await window.page.locator('.welcome-view-content', { hasText: 'files of a folder' }).waitFor();
      await window.screenshot('no-folder');
    });
  } finally {
    await window.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  }
});

test('several folders are searched together, and their names begin the paths; offline in one of them applies to all', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-folders-'));
  for (const [name, text] of [
    ['harbour', '# Harbour\n\nThe ferry Drusilla leaves at seven.\n'],
    ['island', '# Island\n\nThe ferry Drusilla arrives at nine.\n'],
  ] as const) {
    fs.mkdirSync(path.join(dir, name));
    fs.writeFileSync(path.join(dir, name, 'ferry.md'), text);
  }
  fs.mkdirSync(path.join(dir, 'island/.vscode'));
  fs.writeFileSync(path.join(dir, 'island/.vscode/settings.json'), '{"meshrag.offline": true}');
  const file = path.join(dir, 'both.code-workspace');
  fs.writeFileSync(file, '{"folders": [{"path": "harbour"}, {"path": "island"}]}');
  const settings = { 'meshrag.model.endpoint': 'http://127.0.0.1:9/v1', 'meshrag.model.name': 'nobody' };
  try {
    await withMeshrag('folders', { folder: file, settings }, async (window) => {
      await window.statusBarText(statusItem, /\b3 files indexed/);
      await window.page.keyboard.press('Control+Alt+K');
      await window.page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
      await window.fillQuickInput('When does the ferry Drusilla leave?');
      await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Drusilla leave?' }).first().waitFor();
      await window.page.keyboard.press('Enter');
      const frame = await answered(window, 'When does the ferry Drusilla leave?');
      const folders = await frame.locator('.folder').allTextContents();
      assert.deepEqual(new Set(folders), new Set(['harbour', 'island']));
      assert.match(await frame.locator('.note').innerText(), /Nothing was sent: MeshRAG is set to offline\./);
      await window.screenshot('folders');
    });
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});

test('pausing, clearing and rebuilding show at once in every view of the index', async () => {
  await withMeshrag('clear', {}, async (window) => {
    await whenIndexed(window);
    await window.palette('MeshRAG: Show Report');
    const report = await window.webviewFrame('.page h2');
    const reported = (text: string) => report.locator('.page', { hasText: text }).waitFor();
    await reported('Ready.');
    await window.listed('Pause Indexing');
    await reported('Indexing is paused.');
    await window.palette('MeshRAG: Resume Indexing');
    await reported('Ready.');
    await report.locator('.back').click();
    const examples = report.locator('.empty .row');
    await examples.first().waitFor();
    await window.listed('Clear Index');
    await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Clear index' }).click();
    await window.statusBarText(statusItem, /not indexed/);
    await report.locator('.problem', { hasText: 'cleared' }).waitFor();
    await until('no examples', async () => (await examples.count()) === 0);
    await window.screenshot('cleared');
    await window.palette('MeshRAG: Show Report');
    await reported('Not indexed.');
    await window.listed('Rebuild Index');
    await whenIndexed(window);
    await reported('Ready.');
    await report.locator('.page h2').focus();
    await window.page.keyboard.press('Escape');
    await examples.first().waitFor();
  });
});
