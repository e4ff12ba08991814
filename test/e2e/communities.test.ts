// The explorer of communities by keyboard: filter while typing, order, reveal the cursor's place, copy, ask.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

test('communities are filtered while typing, ordered, and unfolded to the place of the cursor', async () => {
  await withMeshrag('communities', { settings: { 'meshrag.developer': true } }, async (window) => {
    await whenIndexed(window);
    await window.openSidebar('MeshRAG');
    const tree = window.view('Communities');
    const rows = tree.locator('.monaco-list-row[aria-level="1"]');
    await rows.first().waitFor();
    const all = await rows.count();
    assert.ok(all >= 2, `${all} communities`);

    await window.palette('MeshRAG: Filter Communities');
    await window.page.locator('.quick-input-title', { hasText: 'Filter communities' }).waitFor();
    await window.fillQuickInput('zzz');
    await tree.getByText('No community has “zzz”').waitFor();
    await window.screenshot('communities-filter');
    await window.page.keyboard.press('Escape');
    await until('all communities again', async () => (await rows.count()) === all);

    await window.palette('MeshRAG: Order Communities');
    await window.pick('By name');
    const labels = () => rows.locator('.label-name').allInnerTexts();
    await until('communities by name', async () => {
      const shown = await labels();
      return JSON.stringify(shown) === JSON.stringify([...shown].sort((a, b) => a.localeCompare(b)));
    });

    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Reveal Place in Communities');
    const chunk = tree.locator('.monaco-list-row[aria-level="3"].selected');
    await chunk.waitFor();
    assert.match(await chunk.innerText(), /Kettle/);
    await window.screenshot('communities');

    await window.contextMenu(chunk, 'Copy as List');
    await window.page.getByText('Copied as a list').first().waitFor();
    await chunk.hover();
    await chunk.locator('.action-label[aria-label^="Ask About This"]').click();
    await window.webviewFrame('.answer');
  });
});
