// Asking, like a user: keys, mouse, and what is on screen.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { answered, ask, postToPanel, typeQuestion } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed } from '../support/meshrag.ts';
import { answerStates } from '../support/panelStates.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

const question = 'Which kettle is heated first?';

test('a question from the palette is answered next to the editor; blocks and sources open their lines; a source shows its evidence', async () => {
  await inWindow('ask', async (window) => {
    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, question);
    await window.screenshot('ask-input');
    await window.page.keyboard.press('Enter');
    const frame = await answered(window, question);
    assert.match(await frame.locator('.facts').innerText(), /^\d+ of \d+ sources · [\d.]+ s$/);
    assert.match(await frame.locator('.chip.scope').innerText(), /Whole workspace/);
    assert.match(await frame.locator('.chip.model').innerText(), /No model \(quotes only\)/);
    await frame.locator('[class^="code-"]').first().waitFor();
    await window.screenshot('ask-answer');

    // Each block opens at its lines.
    const open = frame.locator('.subject .open', { hasText: 'brewing.md' }).first();
    const [, first, last] = /lines? (\d+)(?: to (\d+))?$/.exec((await open.getAttribute('title')) ?? '') ?? [];
    await window.openByClick(open, 'brewing.md');
    await selected(window, new RegExp(`^Ln ${last ?? first}, `));
    await window.screenshot('ask-block-opened');

    const source = frame.locator('.source', { hasText: 'kettle.ts' }).first();
    await source.focus();
    // The workbench is notified of the focus inside the panel with a delay, and would take it back from the editor.
    await until('the focus in the panel', async () => (await window.activeTab()) !== 'brewing.md');
    await window.page.keyboard.press('Enter');
    await until('kettle.ts in the editor', async () => (await window.activeTab()) === 'kettle.ts');
    await selected(window, await endOf(source));

    const linked = frame.locator('ol.sources > li', { hasText: 'kettle.ts' }).first();
    await linked.locator('.why summary').click();
    assert.match(await linked.locator('.link-steps').innerText(), /^question\s+mentions [\s\S]*symbol KettleQueue/);
    await frame.locator('.excerptPlace mark.entity', { hasText: 'KettleQueue' }).first().waitFor();
    assert.ok((await frame.locator('.excerptPlace mark.term').count()) > 0);
    await window.screenshot('ask-link-steps');
    assert.deepEqual(await seriousProblems(frame), []);
  });
});

test('follow-ups keep the thread; a question is changed, asked again and copied; threads survive a reload', async () => {
  await inWindow('ask-thread', async (window) => {
    const frame = await ask(window, 'How does KettleQueue know the order?');
    await frame.locator('footer textarea').click();
    await window.page.keyboard.type('And who calls it?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'And who calls it?');
    assert.equal(await frame.locator('.turn').count(), 2);
    // "It" refers to the previous question; a row of the answer opens its line.
    const row = frame.locator('.turn').nth(1).locator('.listing li').first();
    await row.locator('button').waitFor();
    assert.match(await frame.locator('.turn').nth(1).innerText(), /KettleQueue/);
    await window.screenshot('ask-follow-up');

    const second = frame.locator('.turn').nth(1);
    await second.locator('.iconButton.edit').click();
    await window.page.keyboard.type('When is the bell silent?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'When is the bell silent?');
    assert.equal(await frame.locator('.turn').count(), 2);
    await frame.locator('.turn').nth(1).locator('.tools .copy').click();
    await window.page.locator('.statusbar-item', { hasText: 'Answer copied' }).waitFor();

    await window.reloadByCommand();
    await whenIndexed(window);
    const restored = await answered(window, 'When is the bell silent?');
    assert.equal(await restored.locator('.turn').count(), 2);
    await window.openByClick(restored.locator('.source', { hasText: 'calling-guests.md' }).first(), 'calling-guests.md');

    await window.palette('MeshRAG: New Question');
    await restored.locator('.empty .row', { hasText: 'KettleQueue' }).last().click();
    await answered(window, 'When is the bell silent?');
    const thread = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'KettleQueue' });
    // A list of the editor closes when a panel that has just been restored takes the focus.
    await until('the earlier threads', async () => {
      await window.palette('MeshRAG: Show Earlier Threads');
      return thread.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => undefined,
      );
    });
    await window.page.keyboard.press('Escape');
  });
});

test('an answer without results lists what was searched for; the history offers it', async () => {
  await inWindow('ask-nothing', async (window) => {
    const frame = await ask(window, 'Where is marmalade zeppelined?');
    await frame.locator('.turn.nothing').waitFor();
    const text = await frame.locator('main').innerText();
    assert.match(text, /Nothing in this workspace matches the question\.\s+Looked for: marmalade, zeppelined\./);
    assert.match(await frame.locator('main').innerText(), /Looked in 16 files\./);
    await window.screenshot('ask-nothing-found');
    await frame.locator('.link', { hasText: 'Search file text instead' }).click();
    const search = window.page.locator('.search-view textarea').first();
    await until('the question in the search', async () => /marmalade/.test(await search.inputValue()));

    await window.palette('MeshRAG: Ask workspace');
    const rows = window.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'marmalade zeppelined' }).first().waitFor();
    await window.screenshot('ask-history');
    await window.page.keyboard.press('Escape');
  });
});

test('blocks keep their indentation, get the colours of their language, scroll if they are wide, and are copied', async () => {
  await inWindow('ask-blocks', async (window) => {
    const frame = await ask(window, 'How does KettleQueue know the order?');
    const code = frame.locator('.codeBox', { hasText: 'class KettleQueue' }).first();
    await code.locator('.code-keyword', { hasText: 'class' }).waitFor();
    await code.locator('.code-comment').first().waitFor();
    const text = (await code.locator('code').innerText()).split('\n');
    const lines = fs.readFileSync(path.join(import.meta.dirname, '../fixtures/workspace/src/kettle.ts'), 'utf8').split('\n');
    const shown = text.filter((line) => !line.includes('left out'));
    assert.deepEqual(
      shown.filter((line) => !lines.includes(line)),
      [],
      'every line is as in its file',
    );
    assert.ok(shown.some((line) => line.startsWith('    ')));
    const [own, page] = await frame.evaluate(() => {
      const pre = [...document.querySelectorAll('.codeBox pre')].find((one) => one.scrollWidth > one.clientWidth);
      return [pre?.getAttribute('tabindex'), document.documentElement.scrollWidth - document.documentElement.clientWidth];
    });
    assert.deepEqual([own, page], ['0', 0], 'wide code scrolls by itself, and by keyboard');
    await code.locator('.copy').click();
    await window.page.locator('.statusbar-item', { hasText: 'Code copied' }).waitFor();
    assert.deepEqual(await seriousProblems(frame), []);
    await window.screenshot('ask-blocks');

    // What follows omitted lines does not continue a comment that ends in them.
    const cut = frame.locator('.codeBox', { hasText: 'export function heat' });
    await until('a comment without its end', async () => {
      for (const message of answerStates.cutComment ?? []) await postToPanel(frame, message);
      return (await cut.locator('.code-comment').count()) > 0 && (await cut.locator('.code-keyword', { hasText: 'export' }).count()) > 0;
    });

    // The editor has the focus; a command moves it to the answer.
    await window.quickOpen('src/clock.ts');
    await window.palette('MeshRAG: Focus Answer');
    const again = await window.webviewFrame('.turn[data-state="done"]');
    await until('the focus on the answer', () => again.evaluate(() => document.hasFocus() && document.activeElement?.className === 'turn'));
  });
});

test('a new question starts from examples of this workspace; the selection is offered as context', async () => {
  await inWindow('ask-empty', async (window) => {
    await window.quickOpen('src/planStore.ts');
    await window.palette('MeshRAG: New Question');
    const frame = await window.webviewFrame('.empty');
    await frame.locator('.questions .row').first().waitFor();
    assert.equal(await frame.locator('.questions').first().locator('.row').count(), 4);
    await window.screenshot('ask-empty');
    await frame.locator('.questions .row').first().click();
    await frame.locator('.turn[data-state="done"]').waitFor();

    // The panel has the focus now; the keys are meant for the editor.
    await window.page.locator('.editor-instance .view-line').first().click();
    await window.page.keyboard.press('Control+A');
    await selected(window);
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, 'how does this survive a power cut');
    const toggle = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'With the selection' });
    assert.match(await toggle.innerText(), /src\/planStore\.ts 1–\d+/);
    await window.screenshot('ask-selection');
    await window.page.keyboard.press('Enter');
    await answered(window, 'how does this survive a power cut');
    await frame.locator('.tag', { hasText: 'With the selection' }).waitFor();
    assert.match(await frame.locator('.turn').last().innerText(), /power cut/);

    // A selection made by clicking a source is not the user's own: it is offered, but off.
    const source = frame.locator('.turn').last().locator('.source').filter({ hasNotText: 'planStore.ts' }).first();
    const name = await source.locator('.name').innerText();
    await window.openByClick(source, name);
    await selected(window, await endOf(source));
    await window.palette('MeshRAG: Ask workspace');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Without the selection' }).waitFor();
    await window.page.keyboard.press('Escape');
  });
});

test('a scope is chosen by its chip, narrows the answer, and is removed again', async () => {
  await inWindow('ask-scope', async (window) => {
    await window.quickOpen('src/kettle.ts');
    const frame = await ask(window, question);
    await frame.locator('.chip.scope').click();
    await window.pick('Docs');
    await frame.locator('.chips .chip', { hasText: 'docs only' }).waitFor();
    await frame.locator('footer .link', { hasText: 'Ask again' }).click();
    await frame.locator('.turn').last().locator('.facts', { hasText: 'docs only' }).waitFor();
    assert.equal(await frame.locator('.turn').count(), 1);
    await frame.locator('footer .link', { hasText: 'Ask again' }).waitFor({ state: 'detached' });
    await frame.locator('footer textarea').click();
    await window.page.keyboard.type('Where is KettleQueue described?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'Where is KettleQueue described?');
    const names = await frame.locator('.turn').last().locator('.source .name').allTextContents();
    assert.ok(names.length > 0 && names.every((name) => name.endsWith('.md')), names.join());
    assert.match(await frame.locator('.turn').last().locator('.facts').innerText(), /docs only/);
    await frame.locator('.chip.scope').click();
    await window.pick('src', 'src');
    await frame.locator('.chips .chip', { hasText: 'src' }).waitFor();
    await window.screenshot('ask-scope');
    await frame.locator('.chip.scope').click();
    await window.pick('Near', 'Near src/kettle.ts');
    await frame.locator('.chips .chip', { hasText: 'Near src/kettle.ts' }).waitFor();
    await window.screenshot('ask-near');
    await frame.locator('[aria-label="Remove Near src/kettle.ts"]').click();
    await frame.locator('[aria-label="Remove docs only"]').click();
    await frame.locator('[aria-label="Remove src"]').click();
    await frame.locator('.chip.scope', { hasText: 'Whole workspace' }).waitFor();
  });
});

/** The place in which the selection of a source ends. */
async function endOf(source: Locator): Promise<RegExp> {
  const lastLine = /\d+$/.exec(await source.locator('.range').innerText())?.[0];
  return new RegExp(`^Ln ${lastLine}, `);
}

/** Waits until the editor has a selection that ends in the right place. */
async function selected(window: Workbench, place = /./): Promise<void> {
  await until('a selection in the editor', async () => {
    const text = await window.cursorPlace();
    return / selected\)/.test(text) && place.test(text);
  });
}
