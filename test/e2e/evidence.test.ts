// The evidence panel by mouse: from a source, from the tree, and by its command.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../support/answerPanel.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

test('from a source that was found by a link: what is shared, both texts, and what would be lost', async () => {
  await inWindow('evidence', async (window) => {
    await window.page.setViewportSize({ width: 1800, height: 900 });
    await window.quickOpen('src/bell.ts');
    const answer = await ask(window, 'How does KettleQueue know the order?');
    const source = answer.locator('.sources > li', { has: answer.locator('.link-steps button.stop') }).first();
    await source.locator('.why summary').click();
    await source.locator('.actions .link').click();
    const frame = await window.webviewFrame('.sides');
    await frame.locator('.side mark').first().waitFor();
    assert.equal(await frame.locator('.side').count(), 2);
    assert.match(await frame.locator('h1').innerText(), /^Evidence: \w+\.\w+:\d+ ↔ \w+\.\w+:\d+$/);
    // Lines that the answer quotes are said beside those of the whole passage.
    const quoted = await source.locator('.range').innerText();
    assert.match(await frame.locator('.side').last().locator('h2').innerText(), new RegExp(`\\b${quoted}$`));
    const ends = await frame
      .locator('.shared > .names .rarity')
      .evaluateAll((counts) => counts.map((count) => count.getBoundingClientRect().right));
    assert.equal(new Set(ends).size, 1, 'counts are aligned');
    assert.match(await frame.locator('.nameRow').first().innerText(), /in \d+ of 27 passages/);
    assert.ok((await frame.locator('.lost li').count()) > 0);
    const [left, right] = await frame.locator('.side').evaluateAll((sides) => sides.map((side) => side.getBoundingClientRect().top));
    assert.equal(left, right, 'side by side');
    await frame.locator('.nameRow').first().click();
    assert.ok((await frame.locator('.side').first().locator('mark.chosen').count()) > 0);
    assert.ok((await frame.locator('.side').last().locator('mark.chosen').count()) > 0);
    await window.screenshot('evidence');
    await window.openByClick(frame.locator('.side').last().locator('.link.place'), /\.(ts|md|py)$/);
  });
});

test('by its command from the cursor, and from a chunk of the tree', async () => {
  await inWindow('evidence-command', async (window) => {
    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Show Evidence');
    await window.pick('brewing.md', 'brewing.md');
    const frame = await window.webviewFrame('.sides');
    await frame.locator('.nameRow', { hasText: 'KettleQueue' }).first().waitFor();
    assert.match(await frame.locator('.side').first().innerText(), /kettle\.ts/);
    // It is restored after a reload of the window.
    await window.reloadByCommand();
    const restored = await window.webviewFrame('.sides');
    await restored.locator('.nameRow', { hasText: 'KettleQueue' }).first().waitFor();
    assert.match(await restored.locator('.side').first().innerText(), /kettle\.ts/);

    await window.openSidebar('MeshRAG');
    await window.page.setViewportSize({ width: 1280, height: 1600 });
    const level = (n: number) => window.view('Communities').locator(`.monaco-list-row[aria-level="${n}"]`);
    await level(1).filter({ hasText: /^src/ }).click();
    await level(2).filter({ hasText: 'passages in' }).first().click();
    await level(3).first().click();
    await level(4).first().hover();
    await level(4).first().locator('.action-label[aria-label="Show Evidence"]').click();
    const rowsOfPick = window.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    await rowsOfPick.first().waitFor();
    const before = await restored.locator('h1').innerText();
    await window.accept();
    await until('other evidence', async () => (await restored.locator('h1').innerText()) !== before);
    await restored.locator('.side').nth(1).waitFor();
    await window.screenshot('evidence-tree');
  });
});

test('the paths between two names are drawn, from the editor’s menu by keyboard', async () => {
  await inWindow('evidence-paths', async (window) => {
    const { page } = window;
    await window.quickOpen('src/planner.ts');
    await page
      .locator('.editor-group-container.active .view-line', { hasText: 'class' })
      .first()
      .locator('span', { hasText: 'Planner' })
      .last()
      .click();
    await page.keyboard.press('Shift+F10');
    await window.submenu('MeshRAG', 'How Are These Connected?');
    await page.locator('.quick-input-widget:visible', { hasText: 'A name, file' }).waitFor();
    await window.fillQuickInput('Planner');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible', { hasText: 'The other name, file, or path:line' }).waitFor();
    await window.fillQuickInput('KettleQueue');
    await page.keyboard.press('Enter');
    await window.pick('Draw', 'Draw the paths');
    const frame = await window.webviewFrame('.path');
    const [first, last] = [frame.locator('.path .passage').first(), frame.locator('.path').first().locator('.passage').last()];
    assert.match(await first.innerText(), /Planner/);
    assert.match(await last.innerText(), /KettleQueue/);
    await window.screenshot('evidence-paths');
    await window.openByClick(last.locator('.link.place'), /\.(ts|md|py)$/);
  });
});
