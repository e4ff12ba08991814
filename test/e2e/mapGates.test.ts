// The layer of gates on the map of some code, in three kinds of themes.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { withMeshrag } from '../support/meshrag.ts';
import { setWorkbenchTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const [dark, light, contrast] = themes;
const code = path.resolve(import.meta.dirname, '../../src/engine/retrieval');

test('gates are off at first, and are drawn and listed when they are wanted, in three kinds of themes', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-gates-'));
  fs.cpSync(code, folder, { recursive: true });
  const files = fs.globSync('**/*.ts', { cwd: folder }).length;
  try {
    await withMeshrag('map-gates', { folder }, async (window) => {
      await window.statusBarText('meshrag.meshrag.meshrag.status', new RegExp(`\\b${files} files`));
      for (const [theme, width] of [
        [dark, 1280],
        [light, 640],
        [contrast, 1280],
      ] as const) {
        await setWorkbenchTheme(window, theme);
        await window.page.setViewportSize({ width, height: 800 });
        await window.palette('MeshRAG: Show Map');
        const frame = await window.webviewFrame('.map canvas');
        await frame.locator('.part, .area').first().waitFor();
        assert.equal(await frame.locator('.gates').count(), 0);
        const layer = frame.getByLabel('Gates');
        assert.equal(await layer.isChecked(), false);
        await layer.check();
        await frame.locator('.status', { hasText: / of \d+ gates/ }).waitFor();
        await frame.locator('.gates li').first().waitFor();
        await frame.locator('.part, .area').first().hover();
        await window.screenshot(`map-gates-${theme.file}`);
        assert.deepEqual(await seriousProblems(frame), []);
        await layer.uncheck();
        await frame.locator('.gates').first().waitFor({ state: 'detached' });
        await window.palette('View: Close All Editors');
        await until('no map', async () => (await window.page.locator('iframe.webview').count()) === 0);
      }
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
