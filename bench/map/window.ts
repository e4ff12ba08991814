/**
 * Cost of the map and the tree of communities in a real window: `node bench/map/window.ts [--corpora small,large] [FOLDER...]` opens each
 * folder in a VS Code in a headless browser (software rendering), builds its index, and measures wall-clock times in ms:
 *
 * - map: from the key that runs the command to the second frame after the map is shown, including finding the communities;
 * - expand: from the click on an area in the list to its chunks;
 * - frame: between frames while the map is dragged, with all areas in view, then with areas unfolded; draw: our code's share of it;
 * - tree: from the click that shows the side bar to its first row (communities were found by the map), and from a row's to the rows below
 *   it.
 *
 * Memory in MB: the map's script (heap of its page) and the language server (resident). Needs `npm run build`.
 */

import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from '../../test/support/host/workbench.ts';
import { statusItem } from '../../test/support/meshrag.ts';
import { until } from '../../test/support/until.ts';
import { corpusFolder } from '../speed/corpora.ts';

const root = path.resolve(import.meta.dirname, '../..');
const expanded = 12;
const dragSteps = 120;
/** A first build of 100,000 chunks on a busy machine. */
const patienceMs = 240_000;

const { values, positionals } = parseArgs({ options: { corpora: { type: 'string' } }, allowPositionals: true });
const names = values.corpora?.split(',') ?? (positionals.length === 0 ? ['small', 'large'] : []);
const folders = [...(await Promise.all(names.map(corpusFolder))), ...positionals.map((folder) => path.resolve(folder))];
const head = [
  'folder',
  'map',
  'expand p50',
  'expand max',
  'frame p50',
  'frame p95',
  'unfolded p50',
  'unfolded p95',
  'draw p50',
  'draw p95',
  'tree',
  'tree expand p50',
  'tree expand max',
  'MB script',
  'MB server',
];
console.log(`| ${head.join(' | ')} |\n| --- |${' --: |'.repeat(head.length - 1)}`);
for (const folder of folders) console.log(`| ${(await measure(folder)).join(' | ')} |`);

async function measure(folder: string): Promise<readonly (string | number)[]> {
  const window = await openWorkbench({ folder, extensions: [root], viewport: { width: 1280, height: 800 } });
  try {
    await noteWhenDrawn(window);
    await until(
      'the index',
      async () => {
        const item = window.statusBarItem(statusItem);
        const text = (await item.count()) > 0 ? await item.locator('a').first().getAttribute('aria-label') : '';
        return /files indexed/.test(text ?? '');
      },
      patienceMs,
    );
    await window.paletteRows('MeshRAG: Show Map');
    const startedMs = Date.now();
    await window.page.keyboard.press('Enter');
    const frame = await mapFrame(window);
    const mapMs = (await drawnAt(frame)) - startedMs;
    const whole = await drag(window, frame);
    const expand = await expandAreas(frame);
    await frame.getByRole('button', { name: 'Show all' }).click();
    const unfolded = await drag(window, frame);
    const heap = await frame.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize);
    const tree = await openTree(window);
    return [
      path.basename(folder),
      mapMs.toFixed(0),
      ...[at(expand, 0.5), at(expand, 1)],
      ...[at(whole.frames, 0.5), at(whole.frames, 0.95), at(unfolded.frames, 0.5), at(unfolded.frames, 0.95)],
      ...[at(unfolded.draws, 0.5), at(unfolded.draws, 0.95)],
      ...[tree.ms.toFixed(0), at(tree.expand, 0.5), at(tree.expand, 1)],
      Math.round(heap / 1e6),
      serverMemory(),
    ];
  } finally {
    await window.stop();
  }
}

/** Makes every page record when it shows a map and two frames were drawn since. */
async function noteWhenDrawn(window: Workbench): Promise<void> {
  await window.page.addInitScript(() => {
    // A webview's document is replaced, which ends its observers; a timer survives.
    const timer = setInterval(() => {
      if (document.querySelector('.map canvas') === null) return;
      clearInterval(timer);
      const note = (): unknown => Object.assign(globalThis, { mapDrawnMs: performance.timeOrigin + performance.now() });
      requestAnimationFrame(() => requestAnimationFrame(note));
    }, 4);
  });
}

async function mapFrame(window: Workbench): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of window.page.frames()) {
      if (!frame.url().includes('fake.html')) continue;
      const count = await frame
        .locator('.map canvas')
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  };
  return until('the map', find, patienceMs);
}

function drawnAt(frame: Frame): Promise<number> {
  const drawn = () => frame.evaluate(() => (globalThis as unknown as { mapDrawnMs?: number }).mapDrawnMs);
  return until('the map to be drawn', drawn, patienceMs);
}

/** Drags the map in circles; times between frames, and of the script in each. */
async function drag(window: Workbench, frame: Frame): Promise<{ frames: number[]; draws: number[] }> {
  const box = await frame.locator('canvas').boundingBox();
  if (box === null) throw new Error('the map has no canvas');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await frame.evaluate(() => {
    const times: number[] = [];
    const draws: number[] = [];
    Object.assign(globalThis, { times, draws });
    const request = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) =>
      request((now) => {
        const started = performance.now();
        callback(now);
        draws.push(performance.now() - started);
      });
    const note = (now: number): void => {
      times.push(now);
      request(note);
    };
    request(note);
  });
  await window.page.mouse.move(middle.x, middle.y);
  await window.page.mouse.down();
  for (let i = 0; i < dragSteps; i++) {
    const angle = (i / dragSteps) * 4 * Math.PI;
    await window.page.mouse.move(middle.x + 120 * Math.sin(angle), middle.y + 80 * (1 - Math.cos(angle)));
  }
  await window.page.mouse.up();
  return frame.evaluate(() => {
    const { times, draws } = globalThis as unknown as { times: number[]; draws: number[] };
    return { frames: times.slice(1).map((time, i) => time - (times[i] as number)), draws: [...draws] };
  });
}

async function expandAreas(frame: Frame): Promise<number[]> {
  await frame.evaluate(() => {
    const next = (): HTMLElement | null => document.querySelector<HTMLElement>('button.part[aria-expanded="false"]');
    for (let part = next(); part !== null; part = next()) part.click();
  });
  const times: number[] = [];
  for (let i = 0; i < expanded; i++) times.push(await frame.evaluate(expandArea, i));
  return times;
}

/** In the page: clicks on an area of the list; the time until a frame after its chunks are shown. */
async function expandArea(position: number): Promise<number> {
  const startedMs = performance.now();
  const item = (): Element | undefined => document.querySelectorAll('.areas > li')[position];
  item()?.querySelector<HTMLElement>('button.area')?.click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (item()?.querySelector('.inside .chunk')) return performance.now() - startedMs;
  }
}

async function openTree(window: Workbench): Promise<{ ms: number; expand: number[] }> {
  const rows = window.page.locator('.pane', { hasText: 'Communities' }).first().locator('.monaco-list-row');
  const startedMs = performance.now();
  await window.openSidebar('MeshRAG');
  await rows.first().waitFor({ timeout: patienceMs });
  const ms = performance.now() - startedMs;
  const expand: number[] = [];
  for (let i = 0; i < expanded; i++) {
    // Always the first rows: unfolded ones are folded again.
    const row = rows.nth(i % 6);
    expand.push(await shown(row, rows.and(window.page.locator('[aria-level="2"]')).first()));
    await row.click();
    await rows.and(window.page.locator('[aria-level="2"]')).first().waitFor({ state: 'detached' });
  }
  return { ms, expand };
}

/** Time from a click on one element until another one is visible. */
async function shown(click: Locator, wanted: Locator): Promise<number> {
  await click.scrollIntoViewIfNeeded();
  const startedMs = performance.now();
  await click.click();
  await wanted.waitFor({ timeout: patienceMs });
  return performance.now() - startedMs;
}

/** Resident memory of the language server of this checkout. */
function serverMemory(): number {
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path.join(root, 'dist/server.cjs'))) continue;
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
    } catch {
      // The process ended in the meantime.
    }
  }
  return Number.NaN;
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}
