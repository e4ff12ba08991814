// The engine alone in a browser page, without VS Code.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledExample } from '../support/engineExample.ts';
import { startBrowser } from '../support/host/browser.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test("the example of the engine's README runs in a browser page", async (t) => {
  const context = await startBrowser(temporaryDirectory(t));
  t.after(() => context.close());
  const page = await context.newPage();
  const printed = page.waitForEvent('console');
  await page.goto('about:blank');
  await page.addScriptTag({ content: await bundledExample(), type: 'module' });
  assert.match((await printed).text(), /^docs\/tea\.md:1 Tea /);
});
