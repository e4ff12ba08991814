// The tree of parts and communities: unfolded by keyboard and mouse, filtered, ordered, revealed, copied, asked about; pages of many rows.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { statusItem, whenIndexed, withMeshrag, writerOf } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setWorkbenchTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

/** Opens the side bar with room for the tree. */
async function openTree(window: Workbench): Promise<Locator> {
  await window.page.setViewportSize({ width: 1280, height: 1600 });
  await window.openSidebar('MeshRAG');
  const tree = window.view('Communities');
  await tree.locator('.monaco-list-row').first().waitFor();
  return tree;
}

const level = (tree: Locator, n: number): Locator => tree.locator(`.monaco-list-row[aria-level="${n}"]`);
const passages = /\d+ passages in \d+ files/;

/** Unfolds the part of the sources, unless a test before has. */
async function unfoldSource(tree: Locator): Promise<void> {
  const part = level(tree, 1).filter({ hasText: /^src/ }).first();
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  await level(tree, 2).filter({ hasText: passages }).first().waitFor();
}

/** An editor that opens late takes the keys that are meant for the tree, and Enter would replace a selected name. */
const unchanged = { 'files.readonlyInclude': { '**': true } };

test('a part unfolds to communities and files, these to passages with shared names and to definitions', async () => {
  await inWindow('tree', unchanged, async (window) => {
    const tree = await openTree(window);
    await unfoldSource(tree);
    await window.screenshot('communities-parts');
    await level(tree, 2).filter({ hasText: passages }).first().click();
    await level(tree, 3).first().click();
    await level(tree, 4).first().click();
    await until('the passage to be selected', async () => /selected/.test(await window.cursorPlace()));
    // A click on a passage opens it; only its arrow unfolds it.
    await tree.locator('.monaco-list-row[aria-level="4"][aria-expanded]').first().locator('.monaco-tl-twistie').click();
    await level(tree, 5).first().waitFor();
    await window.screenshot('communities');
    await level(tree, 5).first().click();
    const name = (await level(tree, 5).first().innerText()).trim();
    assert.equal(await level(tree, 5).first().getAttribute('aria-label'), `Shared name: ${name}`);
    await until('the name to be selected', async () => (await window.cursorPlace()).includes(`(${name.length} selected)`));

    const file = level(tree, 2).filter({ hasText: 'kettle.ts' });
    await file.locator('.monaco-tl-twistie').click();
    const definition = level(tree, 3).filter({ hasText: 'KettleQueue' }).first();
    await definition.waitFor();
    assert.match((await definition.getAttribute('aria-label')) ?? '', /^KettleQueue, line \d+/);
    const list = tree.locator('.monaco-list').first();
    const place = window.page
      .locator('.pane', { hasText: /kettle\.ts:\d+/ })
      .locator('.monaco-list-row')
      .first();
    await until('the definition to be shown', async () => {
      await list.press('ArrowDown');
      await list.press('Enter');
      return place.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
  });
});

test('two passages that are selected show what they share', async () => {
  await inWindow('pair', async (window) => {
    const tree = await openTree(window);
    await unfoldSource(tree);
    const community = level(tree, 2).filter({ hasText: passages }).first();
    if ((await community.getAttribute('aria-expanded')) === 'false') await community.click();
    // By name: the order of the rows in the document is not the order on the screen.
    for (const name of ['kettle.ts', 'planStore.ts']) {
      const file = level(tree, 3).filter({ hasText: name });
      await file.waitFor();
      if ((await file.getAttribute('aria-expanded')) === 'false') await file.locator('.monaco-tl-twistie').click();
    }
    const chunks = level(tree, 4);
    await chunks.nth(1).waitFor();
    // Where the tree is scrolled, the rows above cover some.
    await tree.locator('.monaco-list').first().focus();
    await window.page.keyboard.press('Home');
    const one = chunks.filter({ hasText: 'KettleQueue' });
    const other = chunks.filter({ hasText: 'PlanStore' });
    // Again until it is seen: the first click opens an editor, and rows that are drawn again lose a selection or a menu.
    await until('the evidence of two passages', async () => {
      await one.click();
      await other.click({ modifiers: ['Control'] });
      if ((await level(tree, 4).and(tree.locator('.selected')).count()) !== 2) return false;
      await window.contextMenu(other, 'Show Evidence');
      return window.webviewFrame('.sides .side >> nth=1', 10_000).then(
        () => true,
        () => false,
      );
    });
    await window.screenshot('communities-pair');

    // The same by keyboard: the focus moves without the selection, and one more row is selected.
    await window.palette('View: Close All Editors');
    await one.click();
    await window.palette('View: Close All Editors');
    await tree.locator('.monaco-list').first().focus();
    // From the top: which of the two is the first follows from the passages, and rows out of sight are not in the document.
    await window.page.keyboard.press('Home');
    await until('the other passage to be selected', async () => {
      await window.page.keyboard.press('ArrowDown');
      const isThere = (await other.and(tree.locator('.focused')).count()) > 0;
      if (isThere) await window.page.keyboard.press('Control+Shift+Enter');
      return isThere;
    });
    await window.page.keyboard.press('Shift+F10');
    const item = window.page.locator('.monaco-menu .action-item:has-text("Show Evidence")');
    await item.first().waitFor();
    await until('the entry of the menu', async () => {
      await window.page.keyboard.press('ArrowDown');
      return item.first().evaluate((one) => one.classList.contains('focused') || one.contains(document.activeElement));
    });
    await window.page.keyboard.press('Enter');
    await (await window.webviewFrame('.sides')).locator('.side').nth(1).waitFor();
  });
});

test('axe finds nothing serious in the views of the side bar in any kind of theme, wide and narrow', async () => {
  await inWindow('tree-themes', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    const tree = await openTree(window);
    await unfoldSource(tree);
    // VS Code puts no blank between the label and the description of a row, so no accessible name holds its text for axe.
    const isOurs = (problem: string): boolean => !problem.startsWith('label-content-name-mismatch');
    // At one moment: rows are drawn again while the tree is filled. A name has a leading number in words.
    await until('the names of the rows to hold what they show', () =>
      tree.locator('.monaco-list-row').evaluateAll((rows) =>
        rows.every((row) => {
          const parts = Array.from(row.querySelectorAll('.label-name, .label-description'), ({ textContent }) =>
            (textContent ?? '').trim().replace(/^\d+ · /, ''),
          );
          return parts.every((part) => row.getAttribute('aria-label')?.includes(part));
        }),
      ),
    );
    for (const theme of themes) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await setWorkbenchTheme(window, theme);
      await window.screenshot(`side-bar-${theme.file}-1280`);
      for (const view of ['Communities', 'This Place']) {
        const inside = `.pane:has(.pane-header[aria-label^="${view}"]) .monaco-list`;
        assert.deepEqual((await seriousProblems(page.mainFrame(), inside)).filter(isOurs), [], `${view} in ${theme.name}`);
      }
      await page.setViewportSize({ width: 400, height: 800 });
      await window.screenshot(`side-bar-${theme.file}-400`);
    }
  });
});

test('communities are filtered while typing, ordered, and unfolded to the place of the cursor', async () => {
  await withMeshrag('communities', { settings: { 'meshrag.developer': true } }, async (window) => {
    await whenIndexed(window);
    const tree = await openTree(window);
    const rows = level(tree, 1);
    const all = await rows.count();
    assert.ok(all >= 3, `${all} rows`);

    await window.palette('MeshRAG: Filter Communities');
    await window.page.locator('.quick-input-title', { hasText: 'Filter communities' }).waitFor();
    await window.fillQuickInput('zzz');
    await tree.getByText('No part or community has “zzz”').waitFor();
    await window.fillQuickInput('kettlequeue');
    await level(tree, 2).filter({ hasText: passages }).first().waitFor();
    await window.screenshot('communities-filter');
    await window.page.keyboard.press('Escape');
    await until('all parts again', async () => (await rows.count()) === all && (await level(tree, 2).count()) === 0);

    await window.palette('MeshRAG: Order Communities');
    await window.pick('By name');
    await unfoldSource(tree);
    const labels = () => level(tree, 2).filter({ hasText: passages }).locator('.label-name').allInnerTexts();
    await until('communities by name', async () => {
      const shown = await labels();
      return JSON.stringify(shown) === JSON.stringify([...shown].sort((a, b) => a.localeCompare(b)));
    });

    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Reveal Place in Communities');
    const chunk = tree.locator('.monaco-list-row[aria-level="4"].selected');
    await chunk.waitFor();
    assert.match(await chunk.innerText(), /Kettle/);
    await window.screenshot('communities-revealed');

    await window.contextMenu(chunk, 'Copy as List');
    await window.page.getByText('Copied as a list').first().waitFor();
    await chunk.hover();
    await chunk.locator('.action-label[aria-label^="Ask About This"]').click();
    await window.webviewFrame('.answer');
  });
});

test('the files of a large part are listed a hundred at a time, and one far below is revealed', async () => {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-many-'));
  for (let i = 0; i < 240; i++) fs.writeFileSync(path.join(folder, `f${i}.ts`), `export const value${i} = ${i};\n`);
  try {
    await withMeshrag('communities-pages', { folder }, async (window) => {
      await window.statusBarText(statusItem, /\b240 files/);
      const tree = await openTree(window);
      const part = level(tree, 1).filter({ hasText: 'Top level' });
      await part.click();
      const size = async () => Number(await level(tree, 2).first().getAttribute('aria-setsize'));
      await until('a hundred files', async () => (await size()) === 101);
      await tree.locator('.monaco-list').first().focus();
      await window.page.keyboard.press('End');
      const more = tree.locator('.monaco-list-row', { hasText: '140 more' });
      await more.waitFor();
      await window.page.keyboard.press('Enter');
      await until('two hundred files', async () => (await size()) === 201);
      const focused = tree.locator('.monaco-list-row.focused');
      await until('the first of the next rows', async () => (await focused.getAttribute('aria-posinset')) === '101');
      await window.screenshot('communities-more');
      await window.quickOpen('f97.ts');
      await window.palette('MeshRAG: Reveal Place in Communities');
      await tree.locator('.monaco-list-row.selected', { hasText: 'f97.ts' }).waitFor();
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('if the server has stopped for good the view shows it, and retries on demand', async () => {
  await withMeshrag('communities-failed', {}, async (window) => {
    await whenIndexed(window);
    const tree = await openTree(window);
    let pid = writerOf(window);
    for (let death = 0; death < 5; death++) {
      process.kill(pid as number, 'SIGKILL');
      if (death === 4) break;
      pid = await until('the next server', async () => {
        const next = writerOf(window);
        return next === pid ? undefined : next;
      });
      // The client gives up after five deaths within three minutes, so a busy machine must not wait for more than the next server.
    }
    await tree.getByText('Parts and communities could not be determined.').waitFor();
    await window.screenshot('communities-failed');
    await tree.getByRole('button', { name: 'Try again' }).click();
    await tree.locator('.monaco-list-row').first().waitFor();
  });
});

test('in a side bar of 175 pixels the lines and reasons of rows are shown, or in their tooltips', async () => {
  await inWindow('tree-narrow', async (window) => {
    await window.quickOpen('brewing.md');
    const tree = await openTree(window);
    await narrowSidebar(window, 175);
    const place = window.view('This Place').filter({ hasText: /brewing\.md:\d+/ });
    const related = place.locator('.monaco-list-row[aria-level="2"]', { hasText: /\d–\d/ }).first();
    await related.waitFor();
    // Rows of the place before may still be there.
    await until('the tooltip of the row', async () => {
      const [named = ''] = await related.locator('.label-name').allInnerTexts();
      const [file = '', lines = ''] = named.split(' ');
      const reason = await tooltipOf(window, related);
      return reason.includes(`${file} ${lines}\n`) && /\d/.test(lines);
    });
    await unfoldSource(tree);
    const kettle = level(tree, 2).filter({ hasText: 'kettle.ts' }).first();
    if ((await kettle.getAttribute('aria-expanded')) === 'false') await kettle.locator('.monaco-tl-twistie').click();
    const definition = level(tree, 3).filter({ hasText: 'KettleQueue' }).first();
    await definition.waitFor();
    await window.screenshot('communities-narrow');
    assert.match(await tooltipOf(window, definition), /:\d+/);
  });
});

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
  const tooltip = page.locator('.monaco-hover:visible');
  return until('the tooltip of a row', async () => {
    await page.mouse.move(0, 0);
    await tooltip.first().waitFor({ state: 'hidden' });
    await row.hover();
    return tooltip
      .last()
      .innerText({ timeout: 5000 })
      .catch(() => undefined);
  });
}
