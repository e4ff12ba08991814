// Models, as a person meets them: choosing one, being asked before anything is sent, watching the answer come, stopping it.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LoopbackServer, loopbackServer } from '../models/loopbackServer.ts';
import { answered, ask, typeQuestion } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const question = 'Which kettle is heated first?';
const dialog = '.monaco-dialog-box';

const using = (server: LoopbackServer, name: string) => ({ 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': name });

/** Presses a button of the modal dialog. */
async function press(window: Workbench, label: string): Promise<void> {
  await window.page.locator(`${dialog} .monaco-button`, { hasText: label }).click();
  await window.page.locator(dialog).waitFor({ state: 'hidden' });
}

/** Types the name of a row, waits until it is the first, and takes it; another list may open in its place. */
async function choose(window: Workbench, row: string): Promise<void> {
  await window.page.keyboard.type(row, { delay: 5 });
  await window.page.locator('.quick-input-list .monaco-list-row').first().filter({ hasText: row }).waitFor();
  await window.page.keyboard.press('Enter');
}

/** Types into the input box that is open and confirms it. */
async function enter(window: Workbench, title: string, text: string): Promise<void> {
  await window.page.locator('.quick-input-title', { hasText: title }).waitFor();
  await window.page.keyboard.press('Control+A');
  if (text !== '') await window.page.keyboard.type(text, { delay: 5 });
  await window.page.keyboard.press('Enter');
}

async function startAsking(window: Workbench, text: string): Promise<void> {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, text);
  await window.page.keyboard.press('Enter');
}

test('an endpoint is added, its model chosen, the request looked at, sent, and looked up again', async (t) => {
  const server = await loopbackServer(t);
  server.answer = 'The kettle that waits longest is heated first [1]. Nobody knows why it is so.';
  await withMeshrag('models', {}, async (window) => {
    await whenIndexed(window);
    await window.palette('MeshRAG: Choose Model');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'None (quote sources)' }).waitFor();
    await window.screenshot('models-picker');
    await choose(window, 'Another endpoint');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'LM Studio' }).waitFor();
    await window.screenshot('models-presets');
    await choose(window, 'Any other');
    await enter(window, 'The base URL of the endpoint', server.endpoint);
    await enter(window, 'The key of', 'right-key');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'another' }).waitFor();
    await window.screenshot('models-of-endpoint');
    await window.pick('well');

    await startAsking(window, question);
    await window.page.locator(dialog).waitFor();
    assert.match(
      await window.page.locator(dialog).innerText(),
      /Send excerpts of this workspace to 127\.0\.0\.1:\d+\?[\s\S]*Model: well[\s\S]*\d+ excerpts/,
    );
    await window.screenshot('models-consent');
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ['GET'],
    );
    await press(window, 'Show exactly what is sent');
    await until('the request in the editor', async () => (await window.activeTab())?.startsWith('What would be sent'));
    await window.screenshot('models-preview');
    await window.page.locator('.notifications-toasts .monaco-button', { hasText: /^Send$/ }).click();
    const frame = await answered(window, question);
    assert.match(await frame.locator('.facts').innerText(), /\d+ sources · well/);
    assert.match(await frame.locator('.chip.model').innerText(), /well/);
    assert.equal(server.received.at(-1)?.headers.authorization, 'Bearer right-key');
    await window.screenshot('models-answer');
    assert.deepEqual(await seriousProblems(frame), []);

    await frame.locator('.facts .link').last().click();
    await until('what was sent', async () => (await window.activeTab())?.startsWith('What was sent'));
    await window.screenshot('models-sent');
    await window.palette('MeshRAG: Test Model Connection');
    await until('the verdict', async () => (await window.notifications()).some((text) => /well at 127.* answers/.test(text)));
  });
});

test('an answer is seen while it is written, and stops when it is told to', async (t) => {
  const server = await loopbackServer(t);
  server.answer = 'The kettle that waits longest is heated first [1]. '.repeat(30);
  await withMeshrag('models-stream', { settings: using(server, 'slow') }, async (window) => {
    await whenIndexed(window);
    await startAsking(window, question);
    await window.page.locator(dialog).waitFor();
    await press(window, 'Send');
    const frame = await window.webviewFrame('.turn[data-state="streaming"]');
    await frame.locator('.citation').first().waitFor();
    await window.screenshot('models-streaming');
    const closed = server.closed();
    const stopped = performance.now();
    await frame.locator('footer textarea').focus();
    await window.page.keyboard.press('Escape');
    const ms = (await closed) - stopped;
    await frame.locator('.turn[data-state="stopped"]').waitFor();
    assert.ok(ms < 2000, `${ms} ms from the key to the closed socket, the browser's way among them`);
    assert.match(await frame.locator('.turn').innerText(), /waits longest/);
    await window.screenshot('models-stopped');
  });
});

test('what goes wrong is said, and can be tried again; a no is answered by quotes', async (t) => {
  const server = await loopbackServer(t);
  await withMeshrag('models-errors', { settings: using(server, 'unauthorized') }, async (window) => {
    await whenIndexed(window);
    await startAsking(window, question);
    await window.page.locator(dialog).waitFor();
    await press(window, 'Cancel');
    const frame = await answered(window, question);
    assert.match(await frame.locator('.note').innerText(), /Nothing was sent to 127\.0\.0\.1:\d+: you did not agree\./);
    await window.screenshot('models-declined');
    await startAsking(window, 'Which kettle is heated last of all?');
    await window.page.locator(dialog).waitFor();
    await press(window, 'Send');
    const failed = frame.locator('.turn[data-state="failed"]');
    await failed.waitFor();
    assert.match(await failed.innerText(), /refuses the key \(401\)/);
    await window.screenshot('models-failed');
  });
});

test('in Restricted Mode questions are answered by quotes, and no model is called', async (t) => {
  const server = await loopbackServer(t);
  await withMeshrag('models-restricted', { settings: using(server, 'well'), restricted: true }, async (window) => {
    await whenIndexed(window);
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    const frame = await ask(window, question);
    assert.match(await frame.locator('.note').innerText(), /this workspace is in Restricted Mode/);
    assert.match(await frame.locator('.facts').innerText(), /mesh/);
    await window.quickOpen('src/kettle.ts');
    assert.match(await window.hoverText('KettleQueue', /Related/), /brewing\.md/);
    await window.screenshot('models-restricted');
    assert.equal(server.received.length, 0);
  });
});

test('an answer that tries to load, link or run something shows words alone', async (t) => {
  const server = await loopbackServer(t);
  server.answer = [
    'All is well ![p](https://evil.example/p.png?q=1) <img src="https://evil.example/q.png"> [1].',
    'Run [this](command:workbench.action.terminal.new) or <a href="command:workbench.action.quit">that</a> [2].',
    '<script>fetch("https://evil.example/s")</script> <iframe src="https://evil.example/f"></iframe> <style>@import "https://evil.example/c"</style> https://evil.example/bare [1].',
  ].join('\n\n');
  await withMeshrag('models-hostile', { settings: using(server, 'well') }, async (window) => {
    const wanted: string[] = [];
    window.page.on('request', (request) => wanted.push(request.url()));
    await whenIndexed(window);
    await startAsking(window, question);
    await window.page.locator(dialog).waitFor();
    await press(window, 'Send');
    const frame = await answered(window, question);
    await window.screenshot('models-hostile');
    const active = await frame.evaluate(() =>
      [...document.querySelectorAll('main a, main img, main iframe, main script, main style, main link, main object')].map(
        (one) => one.outerHTML,
      ),
    );
    assert.deepEqual(active, []);
    // VS Code's own names for what a webview loads hold no such host.
    assert.deepEqual(
      wanted.filter((url) => url.includes('evil')),
      [],
    );
    assert.match(await frame.locator('.turn').innerText(), /All is well p/);
  });
});
