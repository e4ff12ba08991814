// The layer of gates on the map of some code, in three kinds of themes.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { setTheme, themes } from '../support/theme.ts';

const code = path.resolve(import.meta.dirname, '../../src/service');

test('gates are off by default, and are drawn and listed when they are switched on', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-gates-'));
  fs.cpSync(code, folder, { recursive: true });
  const files = fs.globSync('**/*.ts', { cwd: folder }).length;
  try {
    await withMeshrag('map-gates', { folder, viewport: { width: 1280, height: 800 } }, async (window) => {
      await window.statusBarText(statusItem, new RegExp(`\\b${files} files`));
      await window.palette('MeshRAG: Show Map');
      const frame = await window.webviewFrame('.map canvas');
      const row = frame.locator('.part, .area').first();
      await row.waitFor();
      assert.equal(await frame.locator('.gates').count(), 0);
      const layer = frame.getByLabel('Dependencies');
      assert.equal(await layer.isChecked(), false);
      const controls = frame.locator('.toolbar');
      assert.ok(await controls.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'no control is out of view');
      for (const [theme, width] of [
        [themes[0], 1280],
        [themes[1], 640],
        [themes[2], 1280],
      ] as const) {
        await setTheme(window, frame, theme);
        await window.page.setViewportSize({ width, height: 800 });
        await layer.check();
        await frame.locator('.status', { hasText: / of \d+ dependencies/ }).waitFor();
        await frame.locator('.gates li').first().waitFor();
        await row.hover();
        await window.screenshot(`map-gates-${theme.file}`);
        assert.deepEqual(await seriousProblems(frame), [], theme.name);
        await layer.uncheck();
        await frame.locator('.gates').first().waitFor({ state: 'detached' });
      }
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
