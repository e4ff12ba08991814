// Communities and the map over a shared index: those of the published commit, and a notice once a file differs.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { copyFixture } from '../support/fixture.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { publishFixture } from '../support/sharedFixture.ts';
import { setTheme, themes } from '../support/theme.ts';

const sentence = /those of the published commit/;

test('the explorer and the map show what was published, and say so once a file differs', async (t) => {
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { env, stop } = await publishFixture(folder);
  t.after(stop);
  const { MESHRAG_TEST_SHARED: address, MESHRAG_TEST_SHARED_PASSWORD: password } = env;
  if (address === undefined || password === undefined) return t.skip('no PostgreSQL can be had here');
  const settings = { 'meshrag.shared.address': address, 'meshrag.shared.names': { [path.basename(folder)]: 'fixture' } };
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
    assert.equal(await tree.getByText(sentence).count(), 0);
    const names = await rows.locator('.label-name').allInnerTexts();
    await window.screenshot('shared-explorer');
    fs.appendFileSync(path.join(folder, 'src/kettle.ts'), '\n// Something else.\n');
    await tree.getByText(sentence).waitFor();
    const left = await rows.locator('.label-name').allInnerTexts();
    assert.ok(left.length > 0 && left.every((name) => names.includes(name)), `${left} of ${names}`);
    await window.palette('MeshRAG: Show Map');
    const map = await window.webviewFrame('.part');
    await map.locator('.status', { hasText: sentence }).waitFor();
    for (const theme of themes) {
      await setTheme(window, map, theme);
      assert.deepEqual(await seriousProblems(map), [], theme.name);
      await window.screenshot(`shared-map-${theme.file}`);
    }
  });
});
