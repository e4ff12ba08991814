// The tree of parts by keyboard, from a part to a definition, in a narrow side bar, and the description of the workspace.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setWorkbenchTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

test('parts unfold to files and definitions, which open at their line', async () => {
  await inWindow('parts', async (window) => {
    await window.openSidebar('MeshRAG');
    const tree = window.view('Parts');
    const rows = (level: number) => tree.locator(`.monaco-list-row[aria-level="${level}"]`);
    await rows(1).first().waitFor();
    await window.screenshot('parts');
    await unfoldSource(window);
    // The topics of the part, then its files.
    await rows(2)
      .filter({ hasText: /^Topics/ })
      .first()
      .click();
    await rows(3)
      .filter({ hasText: /passages in \d+ files/ })
      .first()
      .waitFor();
    await window.screenshot('parts-topics');
    await rows(2)
      .filter({ hasText: /^Topics/ })
      .first()
      .click();
    await rows(3).first().waitFor({ state: 'detached' });
    await rows(2).nth(1).click();
    await window.page.keyboard.press('ArrowRight');
    await rows(3).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await window.page.locator('.monaco-editor .view-line').first().waitFor();
    // The view that follows the cursor lists what is related to its line.
    await window.page
      .locator('.pane', { hasText: /kettle\.ts:\d+/ })
      .locator('.monaco-list-row')
      .first()
      .waitFor();
    await window.screenshot('parts-unfolded');
    await window.palette('MeshRAG: Describe This Workspace');
    await window.page.locator('.tab', { hasText: 'Description of this workspace' }).waitFor();
    await window.page.locator('.monaco-editor .detected-link, .monaco-editor .detected-link-active').first().waitFor();
    await window.screenshot('description');
    assert.ok((await rows(1).count()) >= 2);
  });
});

test('axe finds nothing serious in the tree of parts and the description in any kind of theme', async () => {
  await inWindow('parts-themes', async (window) => {
    await window.openSidebar('MeshRAG');
    const rows = await window.treeRows('Parts');
    await unfoldSource(window);
    await window.palette('MeshRAG: Describe This Workspace');
    await window.page.locator('.monaco-editor .detected-link').first().waitFor();
    // VS Code puts no blank between the label and the description of a row, so no accessible name holds its text for axe.
    const isOurs = (problem: string): boolean => !problem.startsWith('label-content-name-mismatch');
    for (const row of await rows.all())
      for (const part of await row.locator('.label-name, .label-description').allInnerTexts())
        assert.ok((await row.getAttribute('aria-label'))?.includes(part.trim()), part);
    for (const theme of themes) {
      await setWorkbenchTheme(window, theme);
      await window.screenshot(`description-${theme.file}`);
      for (const inside of ['.pane:has(.pane-header[aria-label^="Parts"]) .monaco-list', '.monaco-editor .view-lines'])
        assert.deepEqual((await seriousProblems(window.page.mainFrame(), inside)).filter(isOurs), [], `${inside} in ${theme.name}`);
    }
  });
});

test('in a side bar of 175 pixels the lines and reasons of rows are shown, or in their tooltips', async () => {
  await inWindow('parts-narrow', async (window) => {
    await window.quickOpen('brewing.md');
    await window.openSidebar('MeshRAG');
    await narrowSidebar(window, 175);
    const related = window.view('Related').locator('.monaco-list-row[aria-level="2"]').first();
    await related.waitFor();
    const [place = ''] = await related.locator('.label-name').allInnerTexts();
    const [file = '', lines = ''] = place.split(' ');
    const reason = await tooltipOf(window, related);
    assert.ok(reason.includes(`${file} ${lines}\n`) && /\d/.test(lines), reason);
    const level = (n: number) => window.view('Parts').locator(`.monaco-list-row[aria-level="${n}"]`);
    await unfoldSource(window);
    await level(2).nth(1).click();
    await window.page.keyboard.press('ArrowRight');
    await level(3).first().waitFor();
    await window.screenshot('parts-narrow');
    assert.match(await tooltipOf(window, level(3).first()), /:\d+/);
  });
});

/** Unfolds the part of the sources, unless a test before has. */
async function unfoldSource(window: Workbench): Promise<void> {
  const tree = window.view('Parts');
  const part = tree.locator('.monaco-list-row[aria-level="1"]', { hasText: /^src/ }).first();
  await part.waitFor();
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  await tree.locator('.monaco-list-row[aria-level="2"]').nth(1).waitFor();
}

/** Drags the edge of the side bar until it has the width. */
async function narrowSidebar({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  assert.ok(box !== null);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + width, y, { steps: 8 });
  await page.mouse.up();
  await until('a narrow side bar', async () => ((await page.locator('.part.sidebar').boundingBox())?.width ?? width + 10) <= width + 4);
}

/** What a row shows while the mouse rests on it. */
async function tooltipOf({ page }: Workbench, row: Locator): Promise<string> {
  await page.mouse.move(0, 0);
  await row.hover();
  const tooltip = page.locator('.monaco-hover:visible').last();
  await tooltip.waitFor();
  return tooltip.innerText();
}
