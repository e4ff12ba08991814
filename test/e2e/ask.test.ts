// Asking, as a person does it: keys, mouse, and what is on the screen.
import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { answered, ask, typeQuestion } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const question = 'Which kettle is heated first?';

test('a question from the palette is answered beside the editor; a citation shows its lines and opens them; a source says why', async () => {
  await withMeshrag('ask', {}, async (window) => {
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, question);
    await window.screenshot('ask-input');
    await window.page.keyboard.press('Enter');
    const frame = await answered(window, question);
    assert.match(await frame.locator('.facts').innerText(), /\d+ sources · mesh · \d+ ms/);
    assert.match(await frame.locator('.chip.scope').innerText(), /Whole workspace/);
    assert.match(await frame.locator('.chip.model').innerText(), /none \(quote sources\)/);
    await window.screenshot('ask-answer');

    await frame.locator('.citation').first().hover();
    await frame.locator('#peek mark.term').first().waitFor();
    await window.screenshot('ask-citation');
    await window.page.mouse.move(5, 5);
    await frame.locator('#peek').waitFor({ state: 'hidden' });

    await frame.locator('.source', { hasText: 'brewing.md' }).first().click();
    await until('brewing.md in the editor', async () => (await window.activeTab()) === 'brewing.md');
    await selected(window);
    await window.screenshot('ask-source-opened');

    const citation = frame.locator('.citation').first();
    const [, file, line] = /: (\S+), lines? (?:\d+ to )?(\d+)$/.exec((await citation.getAttribute('aria-label')) ?? '') ?? [];
    assert.ok(file && line);
    await citation.focus();
    await frame.locator('#peek').waitFor();
    // The workbench hears of the focus inside the panel a moment later, and would take it back from the editor.
    await until('the focus in the panel', async () => (await window.activeTab()) !== 'brewing.md');
    await window.page.keyboard.press('Enter');
    await until(`${file} in the editor`, async () => (await window.activeTab()) === path.basename(file));
    await selected(window, new RegExp(`^Ln ${line}, `));

    await frame.locator('.why summary').first().click();
    assert.match(await frame.locator('.way').first().innerText(), /^question\s+mentions [\s\S]*symbol KettleQueue/);
    await frame.locator('.excerptPlace mark.entity', { hasText: 'KettleQueue' }).first().waitFor();
    assert.ok((await frame.locator('.excerptPlace mark.term').count()) > 0);
    await window.screenshot('ask-way');
    assert.deepEqual(await seriousProblems(frame), []);
  });
});

test('follow-ups keep the thread; a question is changed, asked again and copied; threads survive a reload', async () => {
  await withMeshrag('ask-thread', {}, async (window) => {
    await whenIndexed(window);
    const frame = await ask(window, 'How does KettleQueue know the order?');
    await frame.locator('footer textarea').click();
    await window.page.keyboard.type('And who calls it?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'And who calls it?');
    assert.equal(await frame.locator('.turn').count(), 2);
    // What "it" is stands in the question before.
    assert.match(await frame.locator('.turn').nth(1).innerText(), /KettleQueue/);
    await window.screenshot('ask-follow-up');

    const second = frame.locator('.turn').nth(1);
    await second.locator('.citation').first().hover();
    await frame.locator('#peek .excerpt').waitFor();
    await second.locator('.iconButton.edit').click();
    await window.page.keyboard.type('When is the bell silent?');
    await window.page.keyboard.press('Enter');
    await answered(window, 'When is the bell silent?');
    assert.equal(await frame.locator('.turn').count(), 2);
    // The number has another place now, and shows that one's lines.
    await second.locator('.citation').first().hover();
    await frame.locator('#peek .excerpt', { hasText: 'bell' }).waitFor();
    await frame.locator('.turn').nth(1).locator('.iconButton.copy').click();
    await window.page.locator('.statusbar-item', { hasText: 'Answer copied' }).waitFor();

    // The command writes the window's state before it reloads; reloading the page may not.
    await window.palette('Developer: Reload Window');
    await until('the window to be gone', async () => (await window.page.locator('iframe.webview.ready').count()) === 0);
    await whenIndexed(window);
    const restored = await answered(window, 'When is the bell silent?');
    assert.equal(await restored.locator('.turn').count(), 2);
    await restored.locator('.source', { hasText: 'calling-guests.md' }).first().click();
    await until('the file in the editor', async () => (await window.activeTab()) === 'calling-guests.md');

    await window.palette('MeshRAG: New Question');
    await restored.locator('.empty .row', { hasText: 'KettleQueue' }).last().click();
    await answered(window, 'When is the bell silent?');
    await window.palette('MeshRAG: Show Earlier Threads');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'KettleQueue' }).waitFor();
    await window.page.keyboard.press('Escape');
  });
});

test('nothing found says what was looked for; the history offers it', async () => {
  await withMeshrag('ask-nothing', {}, async (window) => {
    await whenIndexed(window);
    const frame = await ask(window, 'Who exports orange marmalade to Peru?');
    await frame.locator('.turn.nothing').waitFor();
    assert.match(await frame.locator('main').innerText(), /Looked for: .*marmalade/);
    assert.match(await frame.locator('main').innerText(), /Looked in 16 files\./);
    await window.screenshot('ask-nothing-found');
    await frame.locator('.link', { hasText: 'Search file text instead' }).click();
    const search = window.page.locator('.search-view textarea').first();
    await until('the question in the search', async () => /marmalade/.test(await search.inputValue()));

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
    await frame.locator('.questions .row').first().waitFor();
    assert.equal(await frame.locator('.questions').first().locator('.row').count(), 3);
    await window.screenshot('ask-empty');
    await frame.locator('.questions .row').first().click();
    await frame.locator('.turn[data-state="done"]').waitFor();

    // The panel has the focus now; the keys are meant for the editor.
    await window.page.locator('.editor-instance .view-line').first().click();
    await window.page.keyboard.press('Control+A');
    await window.palette('MeshRAG: Ask workspace');
    await typeQuestion(window, 'how does this survive a power cut');
    const toggle = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'With the selection' });
    assert.match(await toggle.innerText(), /src\/planStore\.ts 1–\d+/);
    await window.screenshot('ask-selection');
    await window.page.keyboard.press('Enter');
    await answered(window, 'how does this survive a power cut');
    await frame.locator('.tag', { hasText: 'With the selection' }).waitFor();
    assert.match(await frame.locator('.turn').last().innerText(), /power cut/);

    // What a click on a source has selected was not selected by hand: it is offered, and not taken.
    const source = frame.locator('.turn').last().locator('.source').filter({ hasNotText: 'planStore.ts' }).first();
    const name = await source.locator('.name').innerText();
    const lastLine = /\d+$/.exec(await source.locator('.range').innerText())?.[0];
    await source.click();
    await until('the source in the editor', async () => (await window.activeTab()) === name);
    await selected(window, new RegExp(`^Ln ${lastLine}, `));
    await window.palette('MeshRAG: Ask workspace');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Without the selection' }).waitFor();
    await window.page.keyboard.press('Escape');
  });
});

test('a scope is chosen by its chip, narrows the answer, and is taken away again', async () => {
  await withMeshrag('ask-scope', {}, async (window) => {
    await whenIndexed(window);
    await window.quickOpen('src/kettle.ts');
    const frame = await ask(window, question);
    await frame.locator('.chip.scope').click();
    await window.pick('Docs');
    await frame.locator('.chips .chip', { hasText: 'docs only' }).waitFor();
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
    await frame.locator('[aria-label="Remove docs only"]').click();
    await frame.locator('[aria-label="Remove src"]').click();
    await frame.locator('.chip.scope', { hasText: 'Whole workspace' }).waitFor();
  });
});

/** Waits until the editor has a selection, and its end is where it should be. */
async function selected(window: Workbench, place = /./): Promise<void> {
  await until('a selection in the editor', async () => {
    const text = await window.cursorPlace();
    return / selected\)/.test(text) && place.test(text);
  });
}
