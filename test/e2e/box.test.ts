// The box, by keyboard alone: places while one types, mentions, the keys that leave it, and nothing that is typed lost or written into a file.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { answered } from '../support/answerPanel.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setWorkbenchTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();
const question = 'which kettle is heated';
const widget = '.quick-input-widget:visible';

/** Opens the box by its shortcut, from an editor that has the focus. */
async function openBox(window: Workbench): Promise<void> {
  await window.page.keyboard.press('Control+Alt+K');
  await window.page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
}

const textIn = (window: Workbench): Promise<string> => window.page.locator(`${widget} input`).first().inputValue();

/** The names of the rows that a screen reader says, once there are enough. */
function names(window: Workbench, wanted: (all: readonly string[]) => boolean): Promise<readonly string[]> {
  return until('the rows', async () => {
    const rows = window.page.locator(`${widget} .quick-input-list .monaco-list-row`);
    const all = await rows.evaluateAll((list) => list.map((row) => row.getAttribute('aria-label') ?? ''));
    return wanted(all) ? all : undefined;
  });
}

const bestPlace = 'src/kettle.ts:17, KettleQueue, /** The kettle to heat next, or undefined when none waits. */';

/** Of the whole question: under its first row, places of its beginning stay until its own are found. */
const withPlaces = (all: readonly string[]): boolean =>
  all[0]?.includes(`${question},`) === true && all.filter((name) => /:\d+, /.test(name)).length === 5 && all.includes(bestPlace);

test('while one types, the five best places stand under the question, each with its definition or heading and its line', async () => {
  await inWindow('box-places', async (window) => {
    const { page } = window;
    await window.quickOpen('src/clock.ts');
    await openBox(window);
    await page.keyboard.type(question);
    const rows = await names(window, withPlaces);
    assert.match(rows[0] ?? '', /^search {2}which kettle is heated, Enter answers, Alt\+Enter peeks, Ctrl\+Enter opens the first place$/);
    for (const theme of themes) {
      await page.keyboard.press('Escape');
      await setWorkbenchTheme(window, theme);
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 800 });
        await openBox(window);
        // What was typed before Escape is there again.
        await names(window, withPlaces);
        assert.equal(await textIn(window), question);
        await window.screenshot(`box-${theme.file}-${width}`);
        await page.keyboard.press('Escape');
      }
    }
  });
});

test('Enter answers, Ctrl+Enter opens the first place, Alt+Enter peeks, an arrow and Enter open another', async () => {
  await inWindow('box-keys', async (window) => {
    const { page } = window;
    await window.quickOpen('src/clock.ts');
    await openBox(window);
    await page.keyboard.type(question);
    await page.keyboard.press('Control+Enter');
    await until('the first place', async () => (await window.activeTab()) === 'README.md');
    assert.match(await window.cursorPlace(), /^Ln 3, .* selected\)$/);

    // The text is still there: Enter on another place.
    await openBox(window);
    const rows = await names(window, withPlaces);
    const at = rows.findIndex((name) => name.startsWith('src/kettle.ts:17'));
    for (let i = 0; i < at; i++) await page.keyboard.press('ArrowDown');
    await page.locator(`${widget} .quick-input-list .monaco-list-row.focused`, { hasText: 'kettle.ts:17' }).waitFor();
    await page.keyboard.press('Enter');
    await until('the other place', async () => (await window.activeTab()) === 'kettle.ts');

    await openBox(window);
    await page.keyboard.press('Alt+Enter');
    await page.locator('.peekview-widget .monaco-list-row', { hasText: 'brewing.md' }).first().waitFor();
    await window.screenshot('box-peek');
    await page.keyboard.press('Escape');
    await page.locator('.peekview-widget').waitFor({ state: 'hidden' });

    await openBox(window);
    assert.equal(await textIn(window), question);
    await page.keyboard.press('Enter');
    await answered(window, question);
  });
});

test('@ completes a file that limits the answer, # a name; Enter in the same moment asks what is in the box', async () => {
  await inWindow('box-mentions', async (window) => {
    const { page } = window;
    await window.quickOpen('src/clock.ts');
    await openBox(window);
    await page.keyboard.type('@ket');
    await names(window, (all) => all[1] === 'file  src/kettle.ts');
    await window.screenshot('box-file');
    await page.keyboard.press('Tab');
    await until('the path', async () => (await textIn(window)) === '@src/kettle.ts ');
    await page.keyboard.type('what is #kettleq');
    await names(window, (all) => all[1] === 'symbol-namespace  KettleQueue');
    await page.keyboard.press('Enter');
    await until('the name', async () => (await textIn(window)) === '@src/kettle.ts what is #KettleQueue ');
    await page.keyboard.press('Enter');
    const frame = await answered(window, 'what is `KettleQueue`');
    const sources = await frame.locator('.turn').last().locator('.source .name').allTextContents();
    assert.ok(sources.length > 0 && sources.every((name) => name === 'kettle.ts'), sources.join());
    assert.match(await frame.locator('.turn').last().locator('.facts').innerText(), /src\/kettle\.ts/);

    // Of a name that is chosen in the list, the definition; the places of what was typed of it are others.
    await window.quickOpen('src/clock.ts');
    await openBox(window);
    await page.keyboard.type('#kettleq');
    await names(window, (all) => all[1] === 'symbol-namespace  KettleQueue');
    await page.keyboard.press('Control+Enter');
    await until('its definition', async () => (await window.activeTab()) === 'kettle.ts');

    // Nothing has arrived yet when Enter is pressed.
    await window.quickOpen('src/clock.ts');
    await openBox(window);
    await page.keyboard.insertText('When is the bell silent?');
    await page.keyboard.press('Enter');
    await answered(window, 'When is the bell silent?');
  });
});

test('keys that are pressed right after a shortcut never end up in a file', async () => {
  await withMeshrag('box-quick-keys', {}, async (window, folder) => {
    const { page } = window;
    await whenIndexed(window);
    const file = path.join(folder, 'src/clock.ts');
    const before = fs.readFileSync(file, 'utf8');
    await window.quickOpen('src/clock.ts');
    const isUnchanged = async (): Promise<void> => {
      assert.equal(await page.locator('.tab.active.dirty').count(), 0);
      await page.keyboard.press('Control+S');
      // A file is empty for a moment while it is saved.
      await until('the file as it was', async () => fs.readFileSync(file, 'utf8') === before);
    };
    // The middle of a line is out of sight where the answer opened beside.
    const toEditor = () =>
      page
        .locator('.editor-instance .view-line')
        .first()
        .click({ position: { x: 2, y: 5 } });
    for (const delay of [0, 20, 60]) {
      await toEditor();
      await page.keyboard.press('Control+Alt+K');
      await page.keyboard.type('how late is it\n', { delay });
      await page
        .locator('.quick-input-title', { hasText: 'Ask workspace' })
        .waitFor({ timeout: 10_000 })
        .catch(() => undefined);
      await page.keyboard.press('Escape');
      await page.locator(widget).waitFor({ state: 'hidden' });
      await isUnchanged();

      await toEditor();
      await page.keyboard.press('Control+Alt+J');
      await page.keyboard.type('how late', { delay });
      await page.locator('.review-widget .edit-container').first().waitFor();
      await isUnchanged();
    }
  });
});
