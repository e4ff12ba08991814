// The shared index in a window: consent, the status bar while the server refuses and while it answers, and the dialog of Verify Gates.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { loopbackServer } from '../models/loopbackServer.ts';
import { copyFixture } from '../support/fixture.ts';
import { statusItem, statusTooltip, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { publishFixture } from '../support/sharedFixture.ts';
import { until } from '../support/until.ts';

test('consent to a shared index, a server that refuses, and one that answers are visible', async (t) => {
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { env, stop } = await publishFixture(folder);
  t.after(stop);
  const { MESHRAG_TEST_SHARED: address, MESHRAG_TEST_SHARED_PASSWORD: password = '' } = env;
  if (address === undefined) return t.skip('no PostgreSQL can be had here');
  const settings = { 'meshrag.shared': { address, names: { [path.basename(folder)]: 'fixture' } } };
  await withMeshrag('shared', { folder, settings }, async (window) => {
    const storePassword = async (value: string): Promise<void> => {
      await window.listed('Set or Delete Secret', 'MeshRAG: Choose Model');
      await window.page.locator('.quick-input-list .monaco-list-row').first().filter({ hasText: address }).waitFor();
      await window.accept();
      await window.page.locator('.quick-input-widget:visible input[type="password"]').waitFor();
      await window.fillQuickInput(value);
      await window.page.keyboard.press('Enter');
    };
    await whenIndexed(window);
    const use = window.page.locator('.notifications-toasts .monaco-button', { hasText: 'Use shared index' });
    await use.waitFor();
    await window.screenshot('shared-consent');
    await use.click();
    await storePassword('hunter2');
    await window.statusBarText(statusItem, /the shared index cannot be used, 16 files/);
    await until('the refusal', async () => {
      const text = await statusTooltip(window);
      // On a busy machine, the request may have been too short.
      if (/in time/.test(text)) await storePassword('hunter2');
      return /rejected the user or the password[\s\S]*answers come from the index on this machine/.test(text);
    });
    await window.screenshot('shared-refused');
    await storePassword(password);
    await window.statusBarText(statusItem, /16 files, with a shared index/);
    assert.doesNotMatch(await statusTooltip(window), /rejected/);
    await window.screenshot('shared-used');
  });
});

test('what Verify Gates would send is shown beforehand', async (t) => {
  const server = await loopbackServer(t);
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'well' };
  await withMeshrag('gates', { settings }, async (window) => {
    await whenIndexed(window);
    const dialog = window.page.locator('.monaco-dialog-box', { hasText: 'pairs of passages' });
    await window.listed('Enrich Index');
    await window.pick('Verify Gates');
    await dialog.waitFor();
    await window.screenshot('gates');
    await window.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until('nothing to be sent', async () => server.received.every(({ method }) => method === 'GET'));
  });
});
