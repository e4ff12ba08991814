// The main job as a person does it: ask by real keys, read the answer in the panel, follow a source into the editor.
import * as assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until, type Workbench } from '../support/host/workbench.ts';
import { pictured, whenIndexed, withMeshrag } from '../support/meshrag.ts';

const question = 'How long does Gyokuro steep?';

async function ask(window: Workbench, asked: string): Promise<void> {
  await window.palette('MeshRAG: Ask workspace');
  await window.pick(asked);
}

test('one window: ask, read, follow, hover, browse', async (context: TestContext) => {
  await withMeshrag('ask', {}, async (window) => {
    await whenIndexed(window);
    const step = (name: string, title: string, body: () => Promise<void>) => context.test(title, () => pictured(window, name, body));

    await step('answer', 'a question asked in the palette is answered in a panel', async () => {
      await ask(window, question);
      const panel = await window.webviewFrame('section.answer');
      assert.equal(await panel.locator('#question').innerText(), question);
      assert.match(await panel.locator('section.answer').innerText(), /90 seconds/);
      await window.screenshot('answer');
    });

    await step('source', 'a click on a citation opens its file and selects its lines', async () => {
      const panel = await window.webviewFrame('section.answer');
      await panel.locator('button.citation').first().click();
      await until('a selection in the editor', 20_000, async () => {
        const place = await window.cursorPlace().catch(() => '');
        return place.includes('selected') ? place : undefined;
      });
      assert.match((await window.activeTab()) ?? '', /\.(md|py|ts)$/);
      await window.screenshot('source');
    });

    await step('nothing', 'a question without an answer says what was looked for', async () => {
      await ask(window, 'Where is the marmalade?');
      const panel = await window.webviewFrame('section.answer.nothing');
      assert.match(await panel.locator('section.answer').innerText(), /marmalade/);
      await window.screenshot('nothing-found');
    });

    await step('hover', 'a name in a document shows related places on hover', async () => {
      await window.quickOpen('brewing.md');
      assert.match(await window.hoverText('KettleQueue', /Related/), /kettle\.ts|README/);
      await window.screenshot('hover');
    });

    await step('communities', 'the sidebar shows communities, which unfold to files', async () => {
      await window.openSidebar('MeshRAG');
      const rows = await window.treeRows();
      await rows.first().click();
      await until('files below the first community', 20_000, async () =>
        (await rows.allInnerTexts()).some((row) => /\.(md|ts|py)/.test(row)) ? true : undefined,
      );
      await window.screenshot('communities');
    });
  });
});

for (const theme of ['Light Modern', 'Default High Contrast']) {
  test(`the answer in ${theme}, in a narrow window, does not scroll sideways`, async () => {
    const settings = { 'workbench.colorTheme': theme };
    await withMeshrag('theme', { settings, viewport: { width: 900, height: 700 } }, async (window) => {
      await whenIndexed(window);
      await ask(window, question);
      const panel = await window.webviewFrame('section.answer');
      const sideways = await panel.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(sideways, 0);
      await window.screenshot(`answer-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  });
}
