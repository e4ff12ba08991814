// The map by mouse and by keyboard, in common themes and widths.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

/** Thirteen parts and one more, in a cycle of three, and one that nothing uses. */
function harbour(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-map-'));
  const names = [
    'boats',
    'crews',
    'docks',
    'fares',
    'lamps',
    'ropes',
    'sails',
    'tides',
    'masts',
    'hulls',
    'ports',
    'winds',
    'nets',
    'keels',
  ];
  for (const [i, name] of names.entries()) {
    fs.mkdirSync(path.join(folder, name));
    for (let n = 0; n < 6; n++) {
      const next = names[i + 1];
      const uses =
        next === undefined || n > 2
          ? ''
          : `import { ${next}Work${n} } from '../${next}/${next}${n}.ts';\n\nexport const call${i}${n} = () => ${next}Work${n}();\n`;
      fs.writeFileSync(path.join(folder, name, `${name}${n}.ts`), `${uses}\nexport function ${name}Work${n}() {}\n`);
    }
  }
  fs.writeFileSync(path.join(folder, 'docks/back.ts'), "import { boatsWork0 } from '../boats/boats0.ts';\nboatsWork0();\n");
  return folder;
}

async function openMap(window: Workbench): Promise<Frame> {
  await window.statusBarText(statusItem, /\b85 files/);
  await window.palette('MeshRAG: Show Map');
  return drawnMap(window);
}

async function drawnMap(window: Workbench): Promise<Frame> {
  const frame = await window.webviewFrame('.map svg');
  await frame.locator('.box').first().waitFor();
  return frame;
}

const inHarbour = async (name: string, body: (window: Workbench) => Promise<void>): Promise<void> => {
  const folder = harbour();
  try {
    await withMeshrag(name, { folder, viewport: { width: 1280, height: 800 } }, body);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

test('the map shows twelve parts and the rest; a part unfolds into files, an arrow into lines, and both open', async () => {
  await inHarbour('map', async (window) => {
    const frame = await openMap(window);
    assert.equal(await frame.locator('.box').count(), 13);
    assert.match((await frame.locator('.box.otherParts').textContent()) ?? '', /2 more parts/);
    const drawn = await frame.locator('.map svg').innerHTML();
    assert.match(await frame.locator('.list').innerText(), /→ crews: 3 imports, 3 calls/);
    await window.screenshot('map');

    // What has nothing to do with a box is dimmed while it is pointed at.
    await frame.locator('.box', { hasText: 'boats' }).hover();
    await until('dimmed boxes', async () => (await frame.locator('.box[opacity="0.45"]').count()) > 5);

    // The lines behind an arrow, by a click on it.
    await frame.locator('.arrow', { hasText: 'docks uses boats' }).locator('text').click();
    const use = frame.locator('.use').first();
    await use.waitFor();
    assert.match(await use.innerText(), /docks\/back\.ts line 1\s+imports boatsWork0/);
    await window.openByClick(use, 'back.ts');
    await window.page.keyboard.press('Control+w');

    await frame.locator('.box', { hasText: 'crews' }).locator('.frame').click();
    await frame.locator('.box.file', { hasText: 'crews1.ts' }).waitFor();
    await window.screenshot('map-part');
    assert.deepEqual(await seriousProblems(frame), []);
    await frame.getByRole('button', { name: 'Show in Communities' }).click();
    await window.view('Communities').locator('.monaco-list-row.selected', { hasText: 'crews' }).waitFor();
    await window.openByClick(frame.locator('.box.file', { hasText: 'crews1.ts' }), 'crews1.ts');

    // Folded again, the picture is what it was.
    await frame.getByRole('button', { name: 'Collapse all' }).click();
    await window.page.mouse.move(0, 0);
    await until('the first picture', async () => (await frame.locator('.box.file').count()) === 0);
    const shape = (html: string): string => html.replace(/ (?:opacity|tabindex)="[^"]*"/g, '');
    assert.equal(shape(await frame.locator('.map svg').innerHTML()), shape(drawn));
    await frame.locator('.box.otherParts .frame').click();
    await until('all parts', async () => (await frame.locator('.box').count()) === 14);
  });
});

test('by keyboard alone: arrow keys move, Enter unfolds, Escape folds, the list has all arrows; the picture is copied', async () => {
  await inHarbour('map-keys', async (window) => {
    await openMap(window);
    // The map is restored after a reload of the window.
    await window.reloadByCommand();
    await window.statusBarText(statusItem, /\b85 files/);
    const frame = await drawnMap(window);
    const focused = () =>
      frame.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    await frame.locator('.box[tabindex="0"]').focus();
    const first = await focused();
    assert.match(first, /^\w+ [67] files$/);
    await window.page.keyboard.press('ArrowDown');
    await until('another box', async () => (await focused()) !== first);
    const second = await focused();
    await window.page.keyboard.press('Enter');
    await frame.locator('.box.file').first().waitFor();
    await until('the focus stays', async () => (await focused()) === second);
    await window.page.keyboard.press('ArrowDown');
    await until('a file', async () => /\.ts/.test(await focused()));
    await window.page.keyboard.press('Escape');
    await until('no file', async () => (await frame.locator('.box.file').count()) === 0);
    await until('the part again', async () => (await focused()) === second);

    // The list: an arrow unfolds to the right, and its line opens.
    await frame.locator('.list .uses').first().focus();
    await window.page.keyboard.press('ArrowRight');
    await frame.locator('.use').first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await until('a line', async () => / line \d/.test(await focused()));
    await window.page.keyboard.press('ArrowUp');
    await window.page.keyboard.press('ArrowLeft');
    await until('no lines', async () => (await frame.locator('.use').count()) === 0);

    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, pattern] of [
      ['Copy as Mermaid', /^flowchart TD\n {2}n1\["/],
      ['Copy as SVG', /^<svg [\s\S]*<\/svg>$/],
    ] as const) {
      await frame.getByRole('button', { name }).focus();
      await window.page.keyboard.press('Enter');
      await until(`${name} on the clipboard`, async () => pattern.test(await window.page.evaluate(() => navigator.clipboard.readText())));
    }
  });
});

test('in all themes and widths the picture is readable, and only its pane scrolls', async () => {
  await inHarbour('map-themes', async (window) => {
    // Before the map has the keyboard.
    await window.page.keyboard.press('Control+b');
    const frame = await openMap(window);
    for (const [theme, width] of [
      [themes[0], 400],
      [themes[1], 1280],
      [themes[2], 1280],
      [themes[3], 400],
    ] as const) {
      await setTheme(window, frame, theme);
      await window.page.setViewportSize({ width, height: 800 });
      await until(`the panel at ${width} pixels`, () => frame.evaluate((w) => innerWidth < w && innerWidth > w - 400, width));
      await window.screenshot(`map-${theme.file}-${width}`);
      assert.deepEqual(await seriousProblems(frame), [], theme.name);
      const sideways = await frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      assert.equal(sideways, false, theme.name);
      const sizes = await frame.locator('.box text').evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
      assert.ok(Math.min(...sizes) > 7, String(Math.min(...sizes)));
      assert.ok((await frame.locator('.side').boundingBox())?.height);
    }
  });
});
