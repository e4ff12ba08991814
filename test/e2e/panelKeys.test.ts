// The panels by keyboard alone, in the sidebar and next to the editor.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { answered, inState, postToPanel, typeQuestion } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed } from '../support/meshrag.ts';
import { answerStates } from '../support/panelStates.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

const question = 'Which kettle is heated first?';

/** The focused element: its classes and name. */
function focused(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    const { activeElement: at } = document;
    return at === null || at === document.body
      ? ''
      : `${at.tagName} ${at.className} ${at.getAttribute('aria-label') ?? at.textContent ?? ''}`;
  });
}

/** Presses Tab until the focused element matches; returns the elements passed. */
async function tabTo(window: Workbench, frame: Frame, wanted: RegExp, key = 'Tab'): Promise<string[]> {
  const passed: string[] = [];
  for (let i = 0; i < 60; i++) {
    await window.page.keyboard.press(key);
    const at = await focused(frame);
    passed.push(at);
    if (wanted.test(at)) return passed;
  }
  assert.fail(`${wanted} is not reached by ${key}: ${passed.join(' | ')}`);
}

/** Asks from an editor and goes to the answer. */
async function askByKeys(window: Workbench): Promise<Frame> {
  await whenIndexed(window);
  await window.quickOpen('src/bell.ts');
  await window.page.keyboard.press('Control+Alt+K');
  await typeQuestion(window, question);
  await window.page.keyboard.press('Enter');
  const frame = await answered(window, question);
  // A key that is pressed before the panel has the focus goes to the editor.
  await until('the focus in the panel', async () => {
    await window.page.keyboard.press('Control+2');
    return until('the focus after the key', () => frame.evaluate(() => document.hasFocus()), 5_000).catch(() => false);
  });
  return frame;
}

test('a question, a follow-up, its sources and their places by keyboard', async () => {
  await inWindow('keys', async (window) => {
    const frame = await askByKeys(window);
    const order = await tabTo(window, frame, /chip model/);
    const at = (pattern: RegExp) => order.findIndex((one) => pattern.test(one));
    const stops = [
      /edit/,
      /BUTTON open/,
      /Copy code/,
      /Copy as Markdown/,
      /BUTTON source/,
      /SUMMARY/,
      /TEXTAREA/,
      /iconButton send/,
      /chip scope/,
      /chip model/,
    ].map(at);
    assert.ok(!stops.includes(-1), order.join(' | '));
    assert.deepEqual(
      stops,
      [...stops].sort((a, b) => a - b),
      order.join(' | '),
    );

    await tabTo(window, frame, /TEXTAREA/, 'Shift+Tab');
    await window.page.keyboard.type('And who calls it?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'And who calls it?');
    assert.match(await focused(frame), /TEXTAREA/, 'the focus stays where it was typed');

    await tabTo(window, frame, /iconButton retry/, 'Shift+Tab');
    // The same answer replaces the one that is there.
    await frame
      .locator('.turn')
      .last()
      .locator('.answer *')
      .first()
      .evaluate((one) => one.setAttribute('data-old', ''));
    await window.page.keyboard.press('Enter');
    await until('the focus in the box', async () => /TEXTAREA/.test(await focused(frame)));
    await frame.locator('[data-old]').waitFor({ state: 'detached' });
    await answered(window, 'And who calls it?');
    await tabTo(window, frame, /SUMMARY/, 'Shift+Tab');
    await tabTo(window, frame, /BUTTON source/, 'Shift+Tab');
    await tabTo(window, frame, /SUMMARY/);
    await window.page.keyboard.press('Enter');
    await frame.locator('.why[open] .excerpt').first().waitFor();
    await tabTo(window, frame, /Show evidence/);
    await window.page.keyboard.press('Enter');
    const evidence = await window.webviewFrame('.sides');
    await evidence.locator('.nameRow').first().waitFor();
    await until('the focus in the evidence', async () => await evidence.evaluate(() => document.hasFocus()));
    await tabTo(window, evidence, /nameRow/);
    await window.page.keyboard.press('Enter');
    assert.equal(await evidence.locator('.nameRow').first().getAttribute('aria-pressed'), 'true');
    await evidence.locator('mark.chosen').first().waitFor();
    assert.deepEqual(await seriousProblems(evidence), []);
    await window.screenshot('keys-evidence');
    await tabTo(window, evidence, /link place/);
    await window.page.keyboard.press('Enter');
    await until('a file in the editor', async () => /\.(ts|md|py)$/.test((await window.activeTab()) ?? ''));
  });
});

test('a citation shows its lines on focus, Escape hides them, Enter opens a block; Escape gives up a changed question', async () => {
  await inWindow('keys-citation', async (window) => {
    const frame = await askByKeys(window);
    await tabTo(window, frame, /iconButton edit/);
    await window.page.keyboard.press('Enter');
    await until('the box', async () => /TEXTAREA/.test(await focused(frame)));
    await window.page.keyboard.press('Escape');
    await until('the button', async () => /iconButton edit/.test(await focused(frame)));
    await tabTo(window, frame, /BUTTON open/);
    await window.page.keyboard.press('Enter');
    await until('a selection', async () => /selected/.test(await window.cursorPlace()));

    // A model's text contains numbers.
    for (const message of answerStates.model ?? []) await postToPanel(frame, message);
    await window.palette('MeshRAG: Focus Answer');
    await until('the focus on the answer', async () => /turn/.test(await focused(frame)));
    await tabTo(window, frame, /citation/);
    await frame.locator('#peek .excerpt').waitFor();
    assert.equal(await frame.locator('.citation').first().getAttribute('aria-describedby'), 'peek');
    await window.page.keyboard.press('Escape');
    await frame.locator('#peek').waitFor({ state: 'hidden' });
  });
});

test('a file that is opened while the answer has the focus does not cover it, and a key leads to the answer and back', async () => {
  await inWindow('keys-stay', async (window) => {
    const frame = await askByKeys(window);
    const groups = window.page.locator('.editor-group-container');
    await window.quickOpen('docs/brewing.md');
    assert.equal(await groups.count(), 2);
    const shown = (): Promise<boolean> => frame.locator('.turn').first().isVisible();
    assert.ok(await shown(), 'the answer is still there');
    assert.equal(await window.activeTab(), 'brewing.md');
    const inPanel = (): Promise<boolean> => frame.evaluate(() => document.hasFocus());
    await window.goToLine(3);
    await window.page.keyboard.press('Control+Alt+Shift+K');
    await until('the focus in the answer', inPanel);
    await window.screenshot('keys-stay');
    await window.page.keyboard.press('Control+Alt+Shift+K');
    await until('the focus in the file', async () => !(await inPanel()));
    await window.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await window.page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: 'Ln 3,' }).waitFor();
    assert.ok(await shown());
  });
});

test('by keyboard in the sidebar: the view is opened, answers a question, and shows the thread of the panel', async () => {
  await inWindow('keys-side', async (window) => {
    // Next to the editor, a new thread waits for its question.
    await window.palette('MeshRAG: New Question');
    const panel = await window.webviewFrame('.empty');
    await until('the focus in the box', async () => /TEXTAREA/.test(await focused(panel)));
    await window.page.keyboard.press('Control+W');
    await until('the panel closed', async () => (await window.page.locator('iframe.webview').count()) === 0);
    await window.openSidebar('MeshRAG');
    await window.page.locator('.part.sidebar .pane-header', { hasText: 'Ask' }).first().waitFor();
    const frame = await window.webviewFrame('.empty');
    await frame.locator('.questions .row').first().waitFor();
    await until('the focus in the box', async () => /TEXTAREA/.test(await focused(frame)));
    await window.page.keyboard.type(question);
    await window.page.keyboard.press('Enter');
    await answered(window, question);
    assert.deepEqual(await seriousProblems(frame), []);
    const excess = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(excess, 0);
    await window.screenshot('side-answer');
    // A question asked elsewhere is answered where answers are visible.
    await window.page.keyboard.press('Control+Alt+K');
    await typeQuestion(window, 'When is the bell silent?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'When is the bell silent?');
    assert.equal(await frame.locator('.turn').count(), 1, 'a thread of its own');
    assert.equal(await window.page.locator('iframe.webview').count(), 1);
  });
});

test('what a model had looked for as well is a list of chips, each taken out by keyboard', async () => {
  await inWindow('keysTerms', async (window) => {
    const frame = await askByKeys(window);
    await inState(frame, answerStates.model ?? [], async () => {
      const list = frame.getByRole('list', { name: 'Also looked for' });
      await list.waitFor();
      assert.deepEqual(await list.locator('.chipLabel').allInnerTexts(), [
        'Order in which kettles are heated',
        'queue',
        'priority',
        'lowest target temperature',
        'KettleQueue',
        'next',
      ]);
      await window.page.keyboard.press('Control+2');
      await tabTo(window, frame, /BUTTON iconButton small Ask again without queue/);
      await window.screenshot('restated-terms');
      assert.deepEqual(await seriousProblems(frame), []);
    });
  });
});

test('where no file is open the answer gets the focus, and its buttons have names of several words', async () => {
  await inWindow('keys-no-file', async (window) => {
    await whenIndexed(window);
    await window.palette('View: Close All Editors');
    await window.page.keyboard.press('Control+Alt+K');
    await typeQuestion(window, question);
    await window.page.keyboard.press('Enter');
    const frame = await answered(window, question);
    await until('the focus in the panel', () => frame.evaluate(() => document.hasFocus()));
    const names = await tabTo(window, frame, /BUTTON source/);
    assert.match(names.at(-1) ?? '', /source \S+ \d+\S* \S+$/);
    assert.match(names.find((name) => name.startsWith('BUTTON open')) ?? '', / \d$/);
  });
});

test('what the side bar and the panel show is announced once', async () => {
  await inWindow('keys-announced', async (window) => {
    const panel = await askByKeys(window);
    await window.openSidebar('MeshRAG');
    const side = await window.webviewFrame('body[data-place="side"] .turn');
    const said = (frame: Frame) => frame.locator('[role="log"] p').count();
    const before = await said(panel);
    await side.locator('textarea').fill('Who rings the bell?');
    await side.locator('textarea').press('Enter');
    for (const frame of [side, panel]) await frame.locator('.turn[data-state="done"] h2', { hasText: 'Who rings the bell?' }).waitFor();
    await until('an announcement', async () => (await said(side)) > 0);
    assert.equal(await said(panel), before);
  });
});
