// The layer of gates on the map of some code, in three kinds of themes.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { withMeshrag } from '../support/meshrag.ts';

const code = path.resolve(import.meta.dirname, '../../src/engine/retrieval');

for (const [name, theme, width, height] of [
  ['dark', 'Default Dark Modern', 1280, 800],
  ['light', 'Default Light Modern', 640, 800],
  ['contrast', 'Default High Contrast', 1280, 800],
] as const) {
  test(`gates are off by default, and are drawn and listed when they are switched on: ${name}`, async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-gates-'));
    fs.cpSync(code, folder, { recursive: true });
    const files = fs.globSync('**/*.ts', { cwd: folder }).length;
    const options = { folder, settings: { 'workbench.colorTheme': theme }, viewport: { width, height } };
    try {
      await withMeshrag(`map-gates-${name}`, options, async (window) => {
        await window.statusBarText('meshrag.meshrag.meshrag.status', new RegExp(`\\b${files} files`));
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
        await window.screenshot(`map-gates-${name}`);
        assert.deepEqual(await seriousProblems(frame), []);
        await layer.uncheck();
        await frame.locator('.gates').first().waitFor({ state: 'detached' });
      });
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
}
