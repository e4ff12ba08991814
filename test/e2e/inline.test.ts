// Answers under a line of the editor, as a person gets them: keys, mouse, and what is on the screen.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startLoopback } from '../models/loopbackServer.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const question = 'Which kettle is heated first?';

/** Asks about the line of the cursor by keyboard; resolves when the answer to it, the n-th of its thread, has sources. */
async function askHere(window: Workbench, text: string): Promise<void> {
  await window.page.keyboard.press('Control+Alt+J');
  await window.page.locator('.quick-input-title', { hasText: 'Ask about' }).waitFor();
  await window.page.keyboard.type(text, { delay: 5 });
  await window.page.keyboard.press('Enter');
}

function threads({ page }: Workbench): Locator {
  return page.locator('.review-widget');
}

/** The answers on the screen that list sources. */
function answers({ page }: Workbench): Locator {
  return page.locator('.review-widget .review-comment', { has: page.locator('a[data-href^="command:meshrag.openPlace"]') });
}

test('by keyboard: ask about a line, read the answer under it, ask on, close by Escape', async () => {
  await withMeshrag('inline-keys', {}, async (window) => {
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(13);
    await askHere(window, question);
    await answers(window).first().waitFor();
    assert.match(await answers(window).first().innerText(), /lowest target first/);
    assert.match(await threads(window).first().innerText(), /Ask workspace · quoted, no model/);
    assert.ok((await answers(window).first().locator('a[data-href*="openPlace"]').count()) >= 2);
    // The list of comments is a view of its own, which nobody asked for.
    assert.equal(await window.page.locator('.comments-panel').count(), 0);
    await window.screenshot('inline-answer');

    // Asked again on the same line, the thread goes on.
    await askHere(window, 'Which tea needs boiling water?');
    await answers(window).nth(1).waitFor();
    assert.equal(await threads(window).count(), 1);

    await window.page.keyboard.press('Escape');
    await threads(window).first().waitFor({ state: 'detached' });
  });
});

test('by mouse: the menu of the editor, a source that opens and is selected, the reply box, the panel, the close button', async () => {
  await withMeshrag('inline-mouse', {}, async (window) => {
    const { page } = window;
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'class KettleQueue' }).click({ button: 'right' });
    await window.submenu('MeshRAG', 'Ask Workspace Here');
    await page.locator('.quick-input-title', { hasText: 'Ask about src/kettle.ts 8' }).waitFor();
    await page.keyboard.type(question, { delay: 5 });
    await page.keyboard.press('Enter');
    await answers(window).first().waitFor();

    // VS Code shows the reply box as a button or unfolded.
    await page.locator('.review-widget .review-thread-reply-button:visible, .review-widget .monaco-editor:visible').first().click();
    await page.keyboard.type('Which tea needs boiling water?', { delay: 5 });
    await page.locator('.review-widget .monaco-button', { hasText: 'Ask' }).click();
    await answers(window).nth(1).waitFor();

    await answers(window).first().locator('a', { hasText: 'brewing.md' }).first().click();
    await until(
      'the source to be selected',
      async () => (await window.activeTab()) === 'brewing.md' && /selected/.test(await window.cursorPlace()),
    );
    await window.quickOpen('src/kettle.ts');
    await page.locator('.review-widget .action-label[aria-label*="Continue in Panel"]').click();
    await window.webviewFrame('.answer');
    await page.locator('.review-widget .action-label[aria-label^="Close"]').click();
    await threads(window).first().waitFor({ state: 'detached' });
  });
});

test('several answers at once follow their lines, and Escape closes the one at the cursor', async () => {
  await withMeshrag('inline-several', {}, async (window) => {
    const { page } = window;
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(4);
    await askHere(window, 'Where is targetCelsius used?');
    await answers(window).first().waitFor();
    await window.goToLine(1);
    await askHere(window, question);
    // An answer that is still to come would take the keys.
    await answers(window).nth(1).waitFor();

    // Three new lines on top: both threads move down with their lines.
    await window.goToLine(1);
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: 'Ln 3,' }).waitFor();
    await window.goToLine(2);
    await page.keyboard.press('Escape');
    assert.equal(await threads(window).count(), 2, 'Escape on another line closes nothing');
    await window.goToLine(7);
    // On a busy machine the extension learns of the cursor's new line a moment after the key.
    await until('one answer', async () => {
      await page.keyboard.press('Escape');
      await page.waitForTimeout(500);
      return (await threads(window).count()) === 1;
    });
    assert.match(await threads(window).first().innerText(), /Which kettle/);
  });
});

test('a ninth answer closes by Escape from its own box', async () => {
  await withMeshrag('inline-nine', {}, async (window) => {
    const { page } = window;
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    for (let line = 1; line <= 9; line++) {
      await window.goToLine(line);
      await askHere(window, 'kettle');
    }
    // Go to Next Comment Thread, of the editor itself.
    await window.goToLine(8);
    await page.keyboard.press('Alt+F9');
    await page.locator('.review-widget:focus-within').waitFor();
    const before = await threads(window).count();
    await page.keyboard.press('Escape');
    await until('the ninth to be closed', async () => (await threads(window).count()) === before - 1);
  });
});

test("a model's answer grows under the line while it is written, can be stopped, and be asked for again", async () => {
  const server = await startLoopback();
  server.answer = `${'The kettle with the lowest target is heated first, so that no hot kettle waits [1]. '.repeat(4)}Done.`;
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'slow' };
  try {
    await withMeshrag('inline-stream', { settings }, async (window) => {
      const { page } = window;
      await whenIndexed(window);
      await window.quickOpen('src/kettle.ts');
      await window.goToLine(8);
      await askHere(window, question);
      await page.locator('.monaco-dialog-box .monaco-button', { hasText: /^Send$/ }).click();
      const text = () => page.locator('.review-widget .review-comment').last().innerText();
      const seen: number[] = [];
      await until('the text at three moments', async () => {
        const now = await text();
        if (now.includes('Done.')) throw new Error(`The text was there at once; seen before: ${seen}`);
        if (now.includes('lowest target') && now.length > (seen.at(-1) ?? 0)) seen.push(now.length);
        return seen.length === 3;
      });
      await window.screenshot('inline-streaming');
      assert.match(await threads(window).innerText(), /Ask workspace · slow/);

      await page.locator('.review-widget .action-label[aria-label^="Stop"]').click();
      await until('the answer to be stopped', async () => (await text()).includes('Stopped.'));
      await page.locator('.review-widget a', { hasText: 'Try again' }).click();
      await until('the whole answer', async () => (await text()).includes('Done.'));
      await answers(window).first().waitFor();
      const stop = page.locator('.review-widget .action-label[aria-label^="Stop"]');
      await until('nothing to be stopped', async () => (await stop.count()) === 0);
      await window.screenshot('inline-written');
    });
  } finally {
    server.close();
  }
});
