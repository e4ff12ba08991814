// Answers under a line of the editor, from the user's point of view: keys, mouse, and what is on screen.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { loopbackServer, startLoopback } from '../models/loopbackServer.ts';
import { cardOf, decide, typeQuestion } from '../support/answerPanel.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setWorkbenchTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

const question = 'Which kettle is heated first?';

/** Asks about the cursor's line by keyboard, in the box that opens under it; resolves when the editor has the focus again. */
async function askHere(window: Workbench, text: string): Promise<void> {
  await window.page.keyboard.press('Control+Alt+J');
  await box(window).waitFor();
  // At once, like a paste: no letter is lost.
  await window.page.keyboard.insertText(text);
  await window.page.keyboard.press('Enter');
  await box(window).waitFor({ state: 'detached' });
  await until('the editor to have the keyboard', () => window.page.evaluate(hasKeyboard));
}

/** Whether keys go to the text of a file; runs in the page. */
function hasKeyboard(): boolean {
  return document.activeElement?.closest('.editor-instance') !== null && !document.activeElement?.closest('.review-widget');
}

/** The question box at a line. */
function box({ page }: Workbench): Locator {
  return page.locator('.review-widget .edit-container .monaco-editor.focused');
}

function threads({ page }: Workbench): Locator {
  return page.locator('.review-widget');
}

/** The visible answers that list sources. */
function answers({ page }: Workbench): Locator {
  return page.locator('.review-widget .review-comment', { has: page.locator('a[data-href^="command:meshrag.openPlace"]') });
}

/** Answers outlast their editors: closes those that the next test would find, whether they are in view or not. */
async function closeAnswers({ page }: Workbench): Promise<void> {
  const buttons = page.locator('.review-widget .action-label[aria-label^="Close"]');
  await until('no answers', async () => {
    await buttons.evaluateAll((all) => {
      for (const button of all) (button as HTMLElement).click();
    });
    return (await buttons.count()) === 0;
  });
}

/** Closes the thread at the cursor: on a busy machine the extension learns of the cursor's new line a moment after the key. */
async function closeByEscape({ page }: Workbench, thread: Locator): Promise<void> {
  await until('the thread to be closed', async () => {
    await page.keyboard.press('Escape');
    return thread.waitFor({ state: 'detached', timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  });
}

test('by keyboard: ask about a line, read the answer under it, ask on, close by Escape', async () => {
  await inWindow('inline-keys', async (window) => {
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(13);
    await askHere(window, question);
    await answers(window).first().waitFor();
    assert.match(await answers(window).first().innerText(), /^Which kettle is heated first\?[\s\S]*lowest target/);
    assert.equal(await window.page.locator('.review-widget .review-comment').count(), 1, 'question and answer have one heading');
    assert.match(await threads(window).first().innerText(), /Ask workspace · quoted, no model/);
    assert.ok((await answers(window).first().locator('a[data-href*="openPlace"]').count()) >= 2);
    // The list of comments is a separate view, which must not open unasked.
    assert.equal(await window.page.locator('.comments-panel').count(), 0);
    await window.screenshot('inline-answer');

    // Escape in an empty box closes the box and leaves the answer.
    await window.page.keyboard.press('Control+Alt+J');
    await box(window).waitFor();
    await window.page.keyboard.press('Escape');
    await box(window).waitFor({ state: 'detached' });
    assert.equal(await threads(window).count(), 1);

    // Asking again on the same line continues the thread.
    await askHere(window, 'Which tea needs boiling water?');
    await answers(window).nth(1).waitFor();
    assert.equal(await threads(window).count(), 1);

    await closeByEscape(window, threads(window).first());
  });
});

test('by mouse: the menu of the editor, a source that opens and is selected, the reply box, the panel, the close button', async () => {
  await inWindow('inline-mouse', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'class KettleQueue' }).click({ button: 'right' });
    await window.submenu('MeshRAG', 'Ask Workspace Here');
    await box(window).waitFor();
    assert.match(await threads(window).first().innerText(), /Ask about kettle\.ts, line 8/);
    await page.keyboard.insertText(question);
    await page.keyboard.press('Enter');
    await answers(window).first().waitFor();

    // VS Code shows the reply box as a button or unfolded.
    await page.locator('.review-widget .review-thread-reply-button:visible, .review-widget .monaco-editor:visible').first().click();
    await page.keyboard.insertText('Which tea needs boiling water?');
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

test('if nothing is found, a button of the thread searches the text of files', async () => {
  await inWindow('inline-search', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(3);
    await askHere(window, 'Who sells marmalade in Peru?');
    await page.locator('.review-widget .review-comment', { hasText: 'Search File Text' }).waitFor();
    await page.locator('.review-widget .action-label[aria-label^="Search File Text"]').click();
    const searched = page.locator('.search-view .search-widget textarea').first();
    await until('the question in the search view', async () => (await searched.inputValue()).startsWith('Who sells marmalade'));
    await closeAnswers(window);
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
    // A pending answer would take the keys.
    await answers(window).nth(1).waitFor();

    // Three new lines on top: both threads move down with their lines.
    await window.goToLine(1);
    // The box of the last question may have kept the focus.
    await until('the editor to have the keyboard', async () => {
      await page.keyboard.press('Control+1');
      return until('the keyboard', () => page.evaluate(hasKeyboard), 2000).catch(() => false);
    });
    for (const line of [2, 3, 4]) {
      await page.keyboard.press('Enter');
      await page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: `Ln ${line},` }).waitFor();
    }
    await window.goToLine(2);
    // A list of the extension: by the time it is shown, the extension knows the cursor's new line.
    await window.palette('MeshRAG: Ask workspace');
    await page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    assert.equal(await threads(window).count(), 2, 'Escape on another line closes nothing');
    await window.goToLine(7);
    await closeByEscape(window, threads(window).nth(1));
    assert.match(await threads(window).first().innerText(), /Which kettle/);
  });
});

test("a model's answer grows under the line while it is written, can be stopped, and be asked for again", async () => {
  const server = await startLoopback();
  // It takes longer than a busy machine needs to stop it.
  const sentence = 'The kettle with the lowest target is heated first, so that no hot kettle waits [1]. ';
  server.answer = `${sentence.repeat(30)}Done.`;
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'slow' };
  try {
    await inWindow('inline-stream', settings, async (window) => {
      const { page } = window;
      await window.quickOpen('src/kettle.ts');
      await window.goToLine(8);
      await askHere(window, question);
      const text = () => page.locator('.review-widget .review-comment').last().innerText();
      await until('the line to say what it waits for', async () => /Waiting for your permission in the answer panel/.test(await text()));
      const frame = await cardOf(window);
      assert.match(await frame.locator('.consent .asked').innerText(), /Which kettle is heated first\?/);
      await window.screenshot('inline-consent');
      await decide(frame, 'Send');
      await frame.locator('.consent').waitFor({ state: 'detached' });
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
      server.answer = `${sentence}Done.`;
      await page.locator('.review-widget .action-label[aria-label^="Try Again"]').click();
      await until('the whole answer', async () => (await text()).includes('Done.'));
      await answers(window).first().waitFor();
      const stop = page.locator('.review-widget .action-label[aria-label^="Stop"]');
      await until('nothing to be stopped', async () => (await stop.count()) === 0);
      await window.screenshot('inline-written');
      await closeAnswers(window);
    });
  } finally {
    server.close();
  }
});

test('what a model looked for is listed above its answer at the line; a link opens the request, by keyboard too', async (t) => {
  const server = await loopbackServer(t, {
    async speak({ messages }) {
      const hasLooked = messages.some(({ role }) => role === 'assistant');
      const text = hasLooked
        ? 'The kettle with the lowest target is heated first [1].'
        : 'LOOK outline docs/brewing.md\nLOOK read ../secret.md 1-9';
      return { text, promptTokens: 1, answerTokens: 1 };
    },
  });
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'speaker' };
  await inWindow('inline-looks', settings, async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await askHere(window, question);
    const frame = await cardOf(window);
    await decide(frame, 'Send');
    const answer = answers(window).first();
    await answer.waitFor();
    const looks = answer.locator('a[data-href^="command:meshrag.showSent"]');
    await until('both looks', async () => (await looks.count()) === 2);
    assert.deepEqual(await looks.allInnerTexts(), ['Outline of docs/brewing.md', 'Read ../secret.md 1–9 (may not be shown)']);
    assert.doesNotMatch(await answer.innerText(), /LOOK/);
    for (const theme of themes) {
      await setWorkbenchTheme(window, theme);
      await window.screenshot(`inline-looks-${theme.file}`);
    }
    await page.setViewportSize({ width: 640, height: 800 });
    await window.screenshot('inline-looks-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await looks.first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'What was sent' }).waitFor();
    await window.quickOpen('src/kettle.ts');
    await closeAnswers(window);
  });
});

test('in a window at 200 %, the line, the question and the first lines of its answer are in view, and no reply box is unfolded', async () => {
  await inWindow('inline-zoomed', async (window) => {
    const { page } = window;
    await window.page.setViewportSize({ width: 640, height: 400 });
    await window.quickOpen('src/kettle.ts');
    await page.keyboard.press('Control+B');
    await window.goToLine(19);
    await askHere(window, question);
    await answers(window).first().waitFor();
    const editor = await page.locator('.editor-group-container.active .editor-instance').boundingBox();
    const inView = async (what: Locator, height: number): Promise<boolean> => {
      const box = await what.boundingBox();
      return editor !== null && box !== null && box.y >= editor.y && box.y + height <= editor.y + editor.height;
    };
    // The editor scrolls a moment after the thread is drawn.
    await until('line, question and answer in view', async () => {
      const line = page.locator('.view-line', { hasText: 'this.waiting.shift()' }).first();
      const body = answers(window).first();
      return (await inView(line, 18)) && (await inView(body.locator('.author'), 18)) && (await inView(body.locator('.comment-body'), 60));
    });
    assert.equal(await page.locator('.review-widget .monaco-editor:visible').count(), 0);
    assert.equal(await page.locator('.review-widget .review-thread-reply-button:visible').count(), 1);
    await window.screenshot('inline-zoomed');
    await closeAnswers(window);
  });
});

test('an answer takes no more height than it needs: its lines, one heading and a folded reply box', async () => {
  await inWindow('inline-height', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await askHere(window, 'Who sells marmalade in Peru?');
    await page.locator('.review-widget .review-comment', { hasText: 'Search File Text' }).waitFor();
    await page.locator('.review-widget .review-thread-reply-button:visible').waitFor();
    // The editor makes room a moment after the thread is drawn.
    await until('a thread of less than 130 pixels around its text', async () => {
      const thread = await threads(window).first().boundingBox();
      const text = await page.locator('.review-widget .comment-body').boundingBox();
      return thread !== null && text !== null && thread.height - text.height < 130;
    });
    await closeAnswers(window);
  });
});

test('a selection that is asked about is not its own answer: not under it, not in the panel', async () => {
  await inWindow('inline-about', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    const select = async (): Promise<void> => {
      await window.goToLine(11);
      for (let line = 11; line < 15; line++) await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+End');
    };
    const own = 'this.waiting.findIndex';
    await select();
    await askHere(window, 'What does add do with a kettle?');
    await answers(window).first().waitFor();
    assert.ok(!(await answers(window).first().innerText()).includes(own));

    await page.locator('.review-widget .action-label[aria-label*="Continue in Panel"]').click();
    const frame = await window.webviewFrame('.text .quote');
    assert.ok(!(await frame.locator('body').innerText()).includes(own));

    await page.locator('.editor-group-container .tab', { hasText: 'kettle.ts' }).click();
    await select();
    await page.keyboard.press('Control+Alt+K');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'With the selection' }).waitFor();
    await typeQuestion(window, 'And what does add do with a kettle then?');
    await page.keyboard.press('Enter');
    const body = frame.locator('body');
    await until('the next answer', async () => {
      const [, after] = (await body.innerText()).split('then?');
      return after?.includes('kettle.ts');
    });
    assert.ok(!(await body.innerText()).includes(own));
    await closeAnswers(window);
  });
});

test('a ninth answer closes by Escape from its own box', async () => {
  await inWindow('inline-nine', async (window) => {
    const { page } = window;
    await window.quickOpen('src/kettle.ts');
    for (let line = 1; line <= 9; line++) {
      await window.goToLine(line);
      await askHere(window, 'kettle');
    }
    // The editor's own Go to Next Comment Thread.
    await window.goToLine(8);
    await page.keyboard.press('Alt+F9');
    await page.locator('.review-widget:focus-within').waitFor();
    const before = await threads(window).count();
    await page.keyboard.press('Escape');
    await until('the ninth to be closed', async () => (await threads(window).count()) === before - 1);
  });
});
