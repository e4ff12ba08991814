// Communities and the map over a shared index, before and after a file differs from what was published.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { copyFixture } from '../support/fixture.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { publishFixture } from '../support/sharedFixture.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

test('the communities of a shared index are shown in the tree and on the map, also once a file differs', async (t) => {
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { env, stop } = await publishFixture(folder);
  t.after(stop);
  const { MESHRAG_TEST_SHARED: address, MESHRAG_TEST_SHARED_PASSWORD: password } = env;
  if (address === undefined || password === undefined) return t.skip('no PostgreSQL can be had here');
  const settings = { 'meshrag.shared': { address, names: { [path.basename(folder)]: 'fixture' } } };
  const viewport = { width: 1280, height: 800 };
  await withMeshrag('shared-index', { folder, settings, env: { PGPASSWORD: password }, viewport }, async (window) => {
    await window.page.locator('.notifications-toasts .monaco-button', { hasText: 'Use shared index' }).click();
    assert.match(await whenIndexed(window), /database|16 files/);
    await window.openSidebar('MeshRAG');
    const tree = window.view('Communities');
    const part = tree.locator('.monaco-list-row[aria-level="1"]', { hasText: /^src/ });
    await part.click();
    const rows = tree.locator('.monaco-list-row[aria-level="2"]', { hasText: 'passages in' });
    await rows.first().waitFor();
    const names = await rows.locator('.label-name').allInnerTexts();
    await window.screenshot('shared-explorer');
    fs.appendFileSync(path.join(folder, 'src/kettle.ts'), '\n// Something else.\n');
    await until('the communities of the changed file', async () => {
      const left = await rows.locator('.label-name').allInnerTexts();
      return left.length > 0 && left.every((name) => names.includes(name));
    });
    await window.palette('MeshRAG: Show Map');
    const map = await window.webviewFrame('.map svg');
    await map.locator('.box').first().waitFor();
    for (const theme of themes) {
      await setTheme(window, map, theme);
      assert.deepEqual(await seriousProblems(map), [], theme.name);
      await window.screenshot(`shared-map-${theme.file}`);
    }
  });
});
