// Earlier threads: found by their words, pinned, and saved as a document.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { answered, ask } from '../support/answerPanel.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

test('earlier threads are searched by words of an answer, pinned, and saved as a document with links', async () => {
  await withMeshrag('threads', {}, async (window, folder) => {
    const { page } = window;
    await whenIndexed(window);
    await window.quickOpen('src/bell.ts');
    await ask(window, 'Which kettle is heated first?');
    const frame = await ask(window, 'When is the bell silent?');
    // The icons above the panel are there only while it has the focus; those below the answer always are.
    const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    const opened = async (): Promise<void> => {
      await until('the earlier threads', async () => {
        await frame.locator('footer .threads').click();
        return rows
          .first()
          .waitFor({ timeout: 5_000 })
          .then(
            () => true,
            () => false,
          );
      });
    };
    await opened();
    assert.equal(await rows.count(), 2);
    // A word of the answer alone.
    await window.fillQuickInput('KettleQueue');
    await until('the thread whose answer has the word', async () => (await rows.count()) === 1);
    assert.match(await rows.first().innerText(), /Which kettle is heated first\?[\s\S]*KettleQueue/);
    await window.screenshot('threads-found');
    await rows.first().hover();
    await rows.first().locator('.codicon-pin').click();
    await rows.first().locator('.codicon-pinned').waitFor();
    await window.fillQuickInput('');
    await until('both threads', async () => (await rows.count()) === 2);
    assert.match(await rows.first().innerText(), /Which kettle is heated first\?/);
    await page.locator('.quick-input-list-separator', { hasText: 'Pinned' }).waitFor();
    await window.screenshot('threads-pinned');

    // By keyboard: Tab leads from the box over the list to the buttons of the row, and arrow keys from one to the next.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (const [key, name] of [
      ['Tab', /Earlier threads$/],
      ['Tab', /^Unpin this thread/],
      ['ArrowRight', /^Save this thread as a document/],
    ] as const) {
      await page.keyboard.press(key);
      await until(String(name), async () => name.test(await focused()));
    }
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title', { hasText: 'Save the thread' }).waitFor();
    const input = page.locator('.quick-input-widget:visible input').first();
    await until('a name', async () => (await input.inputValue()).endsWith('Which kettle is heated first.md'));
    const file = path.join(folder, 'docs/kettles.md');
    await input.fill(file);
    await until('the document', async () => {
      await page.keyboard.press('Enter');
      return until('its tab', async () => (await window.activeTab()) === 'kettles.md', 5_000).catch(() => false);
    });
    const text = fs.readFileSync(file, 'utf8');
    assert.match(text, /^# Which kettle is heated first\?\n/);
    const links = Array.from(text.matchAll(/\]\(([^)#]+)#L\d+/g), ([, target]) => path.resolve(path.dirname(file), target as string));
    assert.ok(links.length > 0 && links.every((one) => fs.existsSync(one)), text);
    await window.screenshot('threads-saved');

    // A new thread lists the earlier ones, too.
    await frame.locator('footer .new').click();
    await frame.locator('.empty .row', { hasText: 'Which kettle is heated first?' }).first().waitFor();
    await opened();
    await window.fillQuickInput('bell');
    await until('one thread', async () => (await rows.count()) === 1);
    await page.keyboard.press('Enter');
    await answered(window, 'When is the bell silent?');
  });
});
