// @mesh in VS Code's own chat, as seen and clicked by a user.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { cardOf, decide } from '../support/answerPanel.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('@mesh answers in the chat with the model that is picked there, its numbers open their sources; without a model it quotes', async () => {
  const extensions = [root, path.join(root, 'test/fixtures/modelProvider')];
  const settings = { 'chat.disableAIFeatures': false };
  await withMeshrag('chat', { extensions, settings, viewport: { width: 1400, height: 900 } }, async (window) => {
    await whenIndexed(window);
    const { page } = window;

    await send(window, '@mesh Which kettle does KettleQueue hand out next?');
    // Before anything is sent to a model, the user is asked.
    await answer(window, /Waiting for your permission in the answer panel/);
    const frame = await cardOf(window);
    assert.match(await frame.locator('.consent').innerText(), /Send excerpts of this workspace to VS Code’s provider meshrag-test\?/);
    await window.screenshot('chat-consent');
    await decide(frame, 'Send');
    const written = await answer(window, /written by Test/);
    assert.match(written, /Sources/);
    await window.screenshot('chat-answer');

    await send(window, '@mesh /why');
    assert.match(await answer(window, /leads to its sources/), /question →/);
    // The question just asked is not offered again.
    const chips = page.locator('.interactive-session-followups .monaco-button');
    await until('one chip, that leads on', async () =>
      /^[^\n]*What is related to \w{3,}\?$/.test((await chips.allInnerTexts()).join('\n').trim()),
    );
    await window.screenshot('chat-why');

    await send(window, '@mesh /communities');
    await answer(window, /\d+ of \d+ communities/);
    await window.screenshot('chat-communities');

    const link = page.locator('.interactive-response .chat-inline-anchor-widget, .interactive-response a.chat-inline-anchor').last();
    await link.click();
    await until('the place to be selected', async () => /selected/.test(await window.cursorPlace()));
    await window.screenshot('chat-opened');

    // Without a model: blocks under their subjects, code in the colours of its language.
    await window.set({ ...settings, 'meshrag.offline': true });
    await send(window, '@mesh Which kettle does KettleQueue hand out next?');
    const text = await answer(window, /quoted, no model/);
    assert.match(text, /KettleQueue[\s\S]*See also:/);
    const response = window.page.locator('.interactive-item-container.interactive-response').last();
    assert.ok((await response.locator('strong', { hasText: '›' }).count()) > 0);
    const tokens = response.locator('.interactive-result-code-block .view-line span[class^="mtk"]');
    await until('code in several colours', async () => {
      const classes = await tokens.evaluateAll((spans) => spans.map((span) => span.className));
      return new Set(classes).size >= 3;
    });
    await window.screenshot('chat-quotes');
  });
});

test('a source that is dragged from This Place into the chat becomes context there', async () => {
  const settings = { 'chat.disableAIFeatures': false, 'meshrag.offline': true };
  await withMeshrag('chat-drag', { settings, viewport: { width: 1400, height: 900 } }, async (window) => {
    await whenIndexed(window);
    const { page } = window;
    await window.palette('Chat: Open Chat');
    const input = page.locator('.interactive-input-part');
    await input.waitFor();
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await window.palette('MeshRAG: Show This Place');
    const row = window.view('This Place').locator('.monaco-list-row', { hasText: 'brewing.md' }).first();
    await row.waitFor();
    const attached = input.locator('.chat-attached-context-attachment', { hasText: 'brewing.md' });
    await until('the context', async () => {
      const [from, to] = [await row.boundingBox(), await input.boundingBox()];
      if (from === null || to === null) return false;
      await page.mouse.move(from.x + 90, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
      await window.screenshot('chat-dragging');
      await page.mouse.up();
      return attached
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await window.screenshot('chat-drag');
  });
});

async function send(window: Workbench, query: string): Promise<void> {
  await window.palette('Say in the chat');
  await window.fillQuickInput(query);
  await window.page.keyboard.press('Enter');
}

/** The last answer, once it matches. */
function answer(window: Workbench, wanted: RegExp): Promise<string> {
  return until(`an answer like ${wanted}`, async () => {
    const text = await window.page
      .locator('.interactive-item-container.interactive-response')
      .last()
      .innerText()
      .catch(() => '');
    return wanted.test(text) ? text : undefined;
  });
}
