// Asking, as a person does it: keys, mouse, and what is on the screen.
import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const question = 'Which kettle is heated first?';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Types a question into the input box that the command has opened. */
async function typeQuestion(window: Workbench, text: string): Promise<void> {
  await window.page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor({ timeout: 20_000 });
  await window.page.keyboard.type(text, { delay: 5 });
  await window.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().waitFor();
}

async function ask(window: Workbench, text: string): Promise<Frame> {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, text);
  await window.page.keyboard.press('Enter');
  return window.webviewFrame('.answer');
}

test('a question from the palette is answered in a panel beside the editor, and a source opens its range', async () => {
  await withMeshrag('ask', {}, async (window) => {
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, question);
    await window.screenshot('ask-input');
    await window.page.keyboard.press('Enter');
    const frame = await window.webviewFrame('.answer');
    assert.equal(await frame.locator('#question').innerText(), question);
    assert.match(await frame.locator('.facts').innerText(), /\d+ sources · mesh · \d+ ms\s+Whole workspace/);
    await window.screenshot('ask-answer');

    const source = frame.locator('.source', { hasText: 'brewing.md' }).first();
    await source.click();
    await until('brewing.md in the editor', 20_000, async () => ((await window.activeTab()) === 'brewing.md' ? true : undefined));
    await selected(window);
    await window.screenshot('ask-source-opened');

    const citation = frame.locator('.citation').first();
    const [, file, line] = /: (\S+), lines? (?:\d+ to )?(\d+)$/.exec((await citation.getAttribute('aria-label')) ?? '') ?? [];
    assert.ok(file && line);
    await citation.focus();
    // The workbench hears of the focus inside the panel a moment later, and would take it back from the editor.
    await until('the focus in the panel', 20_000, async () => ((await window.activeTab()) === 'brewing.md' ? undefined : true));
    await window.page.keyboard.press('Enter');
    await until(`${file} in the editor`, 20_000, async () => ((await window.activeTab()) === path.basename(file) ? true : undefined));
    await selected(window, new RegExp(`^Ln ${line}, `));

    await frame.locator('.why summary').first().click();
    assert.match(await frame.locator('.way').first().innerText(), /^question ─ /);
    await frame.locator('.excerpt mark').first().waitFor();
    assert.match(await frame.locator('.excerpt').first().innerText(), /KettleQueue/);
    await window.screenshot('ask-way');
    assert.deepEqual(await seriousProblems(frame), []);
  });
});

test('nothing found says what was looked for; the box below asks again; the history offers it', async () => {
  await withMeshrag('ask-nothing', {}, async (window) => {
    await whenIndexed(window);
    const frame = await ask(window, 'Who exports orange marmalade to Peru?');
    await frame.locator('.answer.nothing').waitFor();
    assert.match(await frame.locator('main').innerText(), /Looked for: .*marmalade/);
    assert.match(await frame.locator('main').innerText(), /Looked in 16 files\./);
    assert.equal(await frame.locator('.link', { hasText: 'Search file text instead' }).count(), 1);
    await window.screenshot('ask-nothing-found');

    await frame.locator('footer textarea').click();
    await window.page.keyboard.type('When is the bell silent?');
    await window.page.keyboard.press('Enter');
    await frame.locator('#question', { hasText: 'When is the bell silent?' }).waitFor();
    assert.match(await frame.locator('.answer').innerText(), /bell is silent/);

    await window.palette('MeshRAG: Ask workspace');
    const rows = window.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'orange marmalade' }).first().waitFor();
    await window.screenshot('ask-history');
    await window.page.keyboard.press('Escape');
  });
});

test('a new question starts from examples of this workspace; the selection is offered as context', async () => {
  await withMeshrag('ask-empty', {}, async (window) => {
    await whenIndexed(window);
    await window.quickOpen('src/planStore.ts');
    await window.palette('MeshRAG: New Question');
    const frame = await window.webviewFrame('.empty');
    await frame.locator('.questions .link').first().waitFor();
    await window.screenshot('ask-empty');
    await frame.locator('.questions .link').first().click();
    await frame.locator('.answer').waitFor();

    // The panel has the focus now; the keys are meant for the editor.
    await window.page.locator('.editor-instance .view-line').first().click();
    await window.page.keyboard.press('Control+A');
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, 'how does this survive a power cut');
    const toggle = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'With the selection' });
    assert.match(await toggle.innerText(), /src\/planStore\.ts 1–\d+/);
    await window.screenshot('ask-selection');
    await window.page.keyboard.press('Enter');
    await frame.locator('.tag', { hasText: 'With the selection' }).waitFor();
    assert.match(await frame.locator('.answer').innerText(), /power cut/);
  });
});

test('the panel survives a reload of the window', async () => {
  await withMeshrag('ask-reload', {}, async (window) => {
    await whenIndexed(window);
    await ask(window, question);
    // The command writes the window's state before it reloads; reloading the page may not.
    await window.palette('Developer: Reload Window');
    await until('the window to be gone', 20_000, async () =>
      (await window.page.locator('iframe.webview.ready').count()) === 0 ? true : undefined,
    );
    await whenIndexed(window);
    const frame = await window.webviewFrame('.answer');
    assert.equal(await frame.locator('#question').innerText(), question);
    await frame.locator('.source', { hasText: 'brewing.md' }).first().click();
    await until('brewing.md in the editor', 20_000, async () => ((await window.activeTab()) === 'brewing.md' ? true : undefined));
  });
});

test('the panel is readable in all themes and at 260 px, and never scrolls sideways', async () => {
  for (const theme of ['Light Modern', 'Default High Contrast']) {
    const viewport = { width: 1000, height: 900 };
    await withMeshrag('ask-themes', { settings: { 'workbench.colorTheme': theme }, viewport }, async (window) => {
      await whenIndexed(window);
      const frame = await ask(window, question);
      await window.screenshot(`ask-${theme.replaceAll(' ', '-').toLowerCase()}`);
      assert.deepEqual(await seriousProblems(frame), []);
      await window.page.setViewportSize({ width: 630, height: 900 });
      await window.page.keyboard.press('Control+B');
      await until('a narrow panel', 20_000, async () =>
        (await frame.evaluate(() => document.documentElement.clientWidth)) < 640 ? true : undefined,
      );
      for (const width of [400, 320, 260]) {
        await window.page.setViewportSize({ width: width + 60, height: 900 });
        await frame.waitForTimeout(400);
        const excess = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(excess, 0, `${theme}, window ${width + 60} px`);
      }
      await window.screenshot(`ask-narrow-${theme.replaceAll(' ', '-').toLowerCase()}`);
    });
  }
});

/** Waits until the editor has a selection, and its end is where it should be. */
async function selected(window: Workbench, place = /./): Promise<void> {
  await until('a selection in the editor', 20_000, async () => {
    const text = await window.cursorPlace();
    return / selected\)/.test(text) && place.test(text) ? true : undefined;
  });
}

/** What axe finds in the panel that keeps somebody from using it. */
async function seriousProblems(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe);
  return frame.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
