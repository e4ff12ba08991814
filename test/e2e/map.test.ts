// The map by mouse and by keyboard, in common themes and widths.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { seriousProblems } from '../support/axe.ts';
import { copyFixture } from '../support/fixture.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { pointAt, recordDrawing, unfoldCommunity, unfoldPart } from '../support/mapPanel.ts';
import { statusItem, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const [, _light, _contrast, _contrastLight] = themes;
const inWindow = sharedWindow();

async function openMap(window: Workbench): Promise<Frame> {
  await whenIndexed(window);
  await window.palette('MeshRAG: Show Map');
  return drawnMap(window);
}

async function drawnMap(window: Workbench): Promise<Frame> {
  const frame = await window.webviewFrame('.map canvas');
  await frame.locator('.parts .part').first().waitFor();
  return frame;
}

/** A hash of the canvas; equal for equal pictures. */
function picture(frame: Frame): Promise<string> {
  return frame.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '');
}

/** The picture once it stays the same. */
function stillPicture(frame: Frame): Promise<string> {
  return until('a still picture', async () => {
    const before = await picture(frame);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (await picture(frame)) === before ? before : undefined;
  });
}

test('the map unfolds a part and an area on a click, shows what a link shares, opens a chunk, and does not move', async () => {
  await inWindow('map', async (window) => {
    const frame = await openMap(window);
    const first = await stillPicture(frame);
    assert.ok(first.length > 2000);
    await window.screenshot('map');

    const box = await frame.locator('canvas').boundingBox();
    assert.ok(box);
    assert.equal(await frame.locator('.area').count(), 0, 'communities are inside of parts');
    await pointAt(window, frame.locator('.part').first(), frame.locator('.card', { hasText: 'passages in' }));
    await unfoldPart(frame);
    await window.screenshot('map-part');
    await pointAt(window, frame.locator('.area').first(), frame.locator('.card', { hasText: 'shares' }));
    await unfoldCommunity(frame);
    await pointAt(window, frame.locator('.links .link').first(), frame.locator('.card pre.excerpt').nth(1));
    assert.equal(await frame.locator('.card pre.excerpt').count(), 2);
    await frame.getByRole('button', { name: 'Zoom to selection' }).click();
    await window.screenshot('map-unfolded');
    assert.notEqual(await picture(frame), first);
    assert.deepEqual(await seriousProblems(frame), []);

    // Dragging moves the picture and nothing else.
    const before = await stillPicture(frame);
    await window.page.mouse.move(box.x + 200, box.y + 200);
    await window.page.mouse.down();
    await window.page.mouse.move(box.x + 260, box.y + 240, { steps: 4 });
    await window.page.mouse.up();
    await until('the picture to move', async () => (await picture(frame)) !== before);

    const chunk = frame.locator('.inside .chunk').first();
    const [name = ''] = (await chunk.locator('.name').innerText()).split(' ');
    await window.openByClick(chunk, name);
  });
});

test('the list next to the map does everything by keyboard, filters narrow both', async () => {
  // A part with two communities, the largest.
  const folder = copyFixture('workspace');
  fs.mkdirSync(path.join(folder, 'boats'));
  for (let i = 0; i < 24; i++) {
    const names = i % 2 === 0 ? 'The Drusilla Teapot is in Lime Street.' : 'The Harlem Kettle is at the Blue Anchor.';
    fs.writeFileSync(path.join(folder, 'boats', `boat${i}.md`), `# Boat ${i}\n\n${i < 10 ? names : 'Rope and tar.'}\n`);
  }
  await withMeshrag('map-keys', { folder }, async (window) => {
    const indexed = (): Promise<string> => window.statusBarText(statusItem, /\b40 files/);
    await indexed();
    await window.palette('MeshRAG: Show Map');
    await drawnMap(window);
    // The map is restored after a reload of the window.
    await window.reloadByCommand();
    await indexed();
    const frame = await drawnMap(window);
    const all = await frame.locator('.part').count();
    await frame.locator('input[type=search]').focus();
    await window.page.keyboard.type('zzz');
    await frame.getByText('No part or community matches.').waitFor();
    await window.page.keyboard.press('Control+A');
    await window.page.keyboard.type('kettle');
    // The hits are on show without a click.
    await frame
      .locator('.area', { hasText: /kettle/i })
      .first()
      .waitFor();
    await window.page.keyboard.press('Control+A');
    await window.page.keyboard.press('Delete');
    await until('all parts again', async () => (await frame.locator('.part').count()) === all);
    // By keyboard a part unfolds and folds.
    const part = frame.locator('.part').first();
    // The smaller communities are described later, and then the list is redrawn.
    const fold = (key: string, isExpanded: boolean): Promise<boolean> =>
      until(`the part after ${key}`, async () => {
        await part.focus();
        await window.page.keyboard.press(key);
        return (await part.getAttribute('aria-expanded')) === String(isExpanded);
      });
    await fold('ArrowRight', true);
    await fold('ArrowLeft', false);
    await fold('ArrowRight', true);
    await frame.locator('.area').nth(1).waitFor();
    // One community with those that share names with it.
    const name = await frame.locator('.area .name').nth(1).innerText();
    await frame.getByLabel('Community').selectOption({ label: name });
    await frame.locator('.inside .chunk').first().waitFor();
    const few = await frame.locator('.area').count();
    assert.ok(few >= 1);
    assert.ok((await frame.locator('.area .name').allInnerTexts()).includes(name));
    await frame.locator('.status', { hasText: `; ${few} of ` }).waitFor();
    await frame.getByLabel('Community').selectOption({ label: 'All communities' });
    await until('all parts again', async () => (await frame.locator('.part').count()) === all);
    // The community of the file in the editor, with its neighbours, by the last button of the row.
    await frame.getByLabel('Community').selectOption({ label: name });
    await frame.getByRole('button', { name: 'Around this file' }).press('Enter');
    await until('all communities, since no file is open', async () => (await frame.getByLabel('Community').inputValue()) === '-1');
    await unfoldPart(frame);
    const first = frame.locator('.list button').first();
    const reach = (button: typeof first, ...keys: string[]): Promise<boolean> =>
      until(`the button after ${keys}`, async () => {
        await first.focus();
        for (const key of keys) await window.page.keyboard.press(key);
        return button.evaluate((element) => element === document.activeElement);
      });
    await reach(frame.locator('.list button').last(), 'End');
    await reach(frame.locator('.list button').nth(-2), 'End', 'ArrowUp');
    await reach(first, 'End', 'Home');
    await reach(frame.locator('.list button').nth(1), 'ArrowDown');
    if ((await frame.locator('.area').first().getAttribute('aria-expanded')) === 'false') await window.page.keyboard.press('ArrowRight');
    await frame.locator('.inside .chunk').first().waitFor();
    await until('both excerpts of a link', async () => {
      await frame.locator('.links .link').first().focus();
      const excerpt = frame.locator('.card pre.excerpt').nth(1);
      return await excerpt.waitFor({ timeout: 5000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.page.keyboard.press('Enter');
    await window.webviewFrame('main .shared, main h1:text("Evidence")');
  });
  fs.rmSync(folder, { recursive: true, force: true });
});

test('with two folders the legend names both, and covers nothing', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-map-folders-'));
  // The smaller folder has fewer passages than any part of the other.
  for (const part of ['boats', 'crews', 'docks', 'fares', 'lamps', 'ropes', 'sails', 'tides']) {
    const folder = path.join(dir, 'harbour', part);
    fs.mkdirSync(folder, { recursive: true });
    for (const i of Array.from({ length: 8 }).keys())
      fs.writeFileSync(path.join(folder, `${part}${i}.md`), `# ${part} ${i}\n\nAbout the ${part} of number ${i} and the ferry Drusilla.\n`);
  }
  fs.mkdirSync(path.join(dir, 'island'));
  for (const name of ['ferry', 'shore'])
    fs.writeFileSync(path.join(dir, 'island', `${name}.md`), `# ${name}\n\nThe ferry Drusilla arrives.\n`);
  const file = path.join(dir, 'both.code-workspace');
  fs.writeFileSync(file, '{"folders": [{"path": "harbour"}, {"path": "island"}]}');
  try {
    await withMeshrag('map-folders', { folder: file, viewport: { width: 900, height: 700 } }, async (window) => {
      await window.statusBarText(statusItem, /\b66 files/);
      await window.palette('MeshRAG: Show Map');
      const frame = await drawnMap(window);
      const names = await frame.locator('.legend li').allInnerTexts();
      for (const folder of ['harbour', 'island'])
        assert.ok(
          names.some((name) => name.startsWith(`${folder}/`)),
          names.join(', '),
        );
      const [legend, canvas] = [await frame.locator('.legend').boundingBox(), await frame.locator('canvas').boundingBox()];
      assert.ok(legend !== null && canvas !== null && legend.y + legend.height <= canvas.y + 1);
      await window.screenshot('map-folders');
    });
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});

test('unfolding a community fills the view with it and names its dots; a search then drops it and shows its hits', async () => {
  await inWindow('map-drawn', async (window) => {
    const frame = await openMap(window);
    const drawn = await recordDrawing(frame);
    await unfoldCommunity(frame);
    await until('a circle that fills the view', async () => {
      const { circles, width, height } = await drawn();
      const filling = circles.filter(({ x, y }) => Math.hypot(x - width / 2, y - height / 2) < 2);
      return Math.max(...filling.map(({ r }) => r)) > Math.min(width, height) / 5;
    });
    const titles = await frame.locator('.part > .name, .area > .name').allInnerTexts();
    const isTitle = (text: string): boolean => titles.some((title) => title.includes(text.replace('…', '')));
    await until('names of dots', async () => (await drawn()).names.some(({ text }) => !isTitle(text)));

    await frame.locator('input[type=search]').fill('kettle');
    const [hit = ''] = (await frame.locator('.area > .name').first().innerText()).split(', ');
    await until('the hit in view, not dimmed', async () => {
      const now = await drawn();
      const isInView = ({ x, y }: { x: number; y: number }): boolean => x > 0 && y > 0 && x < now.width && y < now.height;
      return now.names.some(
        (name) => hit.startsWith(name.text.replace('…', '').split(', ')[0] as string) && name.alpha === 1 && isInView(name),
      );
    });
  });
});

test('in other themes and widths the map keeps its names, links, controls and legend', async () => {
  await inWindow('map-themes', async (window) => {
    const frame = await openMap(window);
    const drawn = await recordDrawing(frame);
    await unfoldCommunity(frame);
    for (const [theme, width, height] of [
      [themes[1], 640, 800],
      [themes[2], 1280, 800],
      // As a window of 1280 by 800 pixels at twice the size.
      [themes[3], 640, 400],
    ] as const) {
      await setTheme(window, frame, theme);
      await window.page.setViewportSize({ width, height });
      await until(`the panel at ${width} by ${height} pixels`, () =>
        frame.evaluate(([w, h]) => innerWidth < w && innerWidth > w - 400 && innerHeight < h, [width, height] as const),
      );
      // Parts keep their names at any size, and in high contrast links are as clear as text. Before axe, which draws on canvases of its own.
      const isContrast = theme.kind.includes('high-contrast');
      await until(`names and links in ${theme.name}`, async () => {
        const { names, links } = await drawn();
        return names.length > 0 && Math.max(...links.map(({ alpha }) => alpha)) >= (isContrast ? 0.7 : 0);
      });
      await window.screenshot(`map-${theme.file}-${width}`);
      assert.deepEqual(await seriousProblems(frame), [], theme.name);
      const sideways = await frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      assert.equal(sideways, false, theme.name);
      // One row of controls that scrolls in a narrow panel, at most two in a wide one, and a legend at any width.
      const toolbar = await frame.locator('.toolbar').boundingBox();
      const search = await frame.locator('.toolbar input[type=search]').boundingBox();
      const isNarrow = await frame.evaluate(() => matchMedia('(max-width: 700px)').matches);
      assert.ok(
        toolbar !== null && search !== null && toolbar.height < (isNarrow ? 2 : 3) * search.height,
        `${toolbar?.height} ${search?.height}`,
      );
      assert.ok(await frame.locator('.legend li').first().isVisible());
      // The legend covers nothing of the picture, and no hue is another one or that of the background.
      const [legend, canvas] = [await frame.locator('.legend').boundingBox(), await frame.locator('canvas').boundingBox()];
      assert.ok(legend !== null && canvas !== null && legend.y + legend.height <= canvas.y + 1, `${legend?.y} ${canvas?.y}`);
      const colours = await frame.evaluate(() =>
        [document.body, ...document.querySelectorAll('.legend .swatch')].map((one) => getComputedStyle(one).backgroundColor),
      );
      assert.equal(new Set(colours).size, colours.length, colours.join(' '));
    }
  });
});
