// The main job as a person does it: ask by real keys, read the answer in the panel, follow a source into the editor.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, type Workbench } from '../support/host/workbench.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';

const question = 'How many seconds does Gyokuro steep?';

async function ask(window: Workbench): Promise<void> {
  await window.statusBarText(statusItem, /\b6 files/);
  await window.palette('MeshRAG: Ask workspace');
  await window.pick(question);
}

test('a question asked in the palette is answered in a panel, and a click on a citation selects its lines', async () => {
  await withMeshrag('ask', {}, async (window) => {
    await ask(window);
    const panel = await window.webviewFrame('section.answer');
    assert.equal(await panel.locator('#question').innerText(), question);
    assert.match(await panel.locator('section.answer').innerText(), /90 seconds/);
    await window.screenshot('answer');

    await panel.locator('button.citation').first().click();
    const place = await until('a selection in the editor', 20_000, async () => {
      const text = await window.cursorPlace().catch(() => '');
      return text.includes('selected') ? text : undefined;
    });
    assert.match(place, /selected/);
    assert.match((await window.activeTab()) ?? '', /brewing\.md|teapot\.py/);
    await window.screenshot('source');
  });
});

test('a question without an answer says what was looked for', async () => {
  await withMeshrag('nothing', {}, async (window) => {
    await window.statusBarText(statusItem, /\b6 files/);
    await window.palette('MeshRAG: Ask workspace');
    await window.pick('Where is the marmalade?');
    const panel = await window.webviewFrame('section.answer.nothing');
    assert.match(await panel.locator('section.answer').innerText(), /marmalade/);
    await window.screenshot('nothing-found');
  });
});

test('a name in a document shows related places on hover', async () => {
  await withMeshrag('hover', {}, async (window) => {
    await window.statusBarText(statusItem, /\b6 files/);
    await window.quickOpen('brewing.md');
    const hover = await window.hoverText('KettleQueue', /kettle\.ts|README/);
    assert.match(hover, /Related/);
    await window.screenshot('hover');
  });
});

test('the sidebar shows communities, which unfold to files', async () => {
  await withMeshrag('communities', {}, async (window) => {
    await window.statusBarText(statusItem, /\b6 files/);
    await window.openSidebar('MeshRAG');
    const rows = await window.treeRows();
    await rows.first().click();
    await until('files below the first community', 20_000, async () =>
      (await rows.allInnerTexts()).some((row) => /\.(md|ts|py)/.test(row)) ? true : undefined,
    );
    await window.screenshot('communities');
  });
});

for (const theme of ['Light Modern', 'Default High Contrast']) {
  test(`the answer can be read in ${theme}, and in a narrow window`, async () => {
    const settings = { 'workbench.colorTheme': theme };
    await withMeshrag('theme', { settings, viewport: { width: 900, height: 700 } }, async (window) => {
      await ask(window);
      const panel = await window.webviewFrame('section.answer');
      const sideways = await panel.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(sideways, 0);
      await window.screenshot(`answer-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  });
}
