// The panel with a model: a real endpoint on loopback that writes word by word. And the speed of the panel.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { startLoopback } from '../models/loopbackServer.ts';
import { answered, cardOf, decide, typeQuestion } from '../support/answerPanel.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { assertUnder } from '../support/quick.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

const question = 'Which kettle is heated first?';
const dist = path.resolve(import.meta.dirname, '../../dist/webview');

async function startAsking(window: Workbench, asked = question): Promise<Frame> {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, asked);
  await window.page.keyboard.press('Enter');
  await decide(await cardOf(window), 'Send');
  return window.webviewFrame('.turn');
}

test('an answer grows while a model writes it; it is stopped, retried, and what was sent is shown', async () => {
  const server = await startLoopback();
  const words =
    'The kettle with the lowest target is heated first [1]. The class `KettleQueue` decides this [2]. It is as simple as that [99].';
  server.answer = `${words} ${'And so it goes on and on. '.repeat(80)}`;
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'slow' };
  try {
    await inWindow('stream', settings, async (window) => {
      const frame = await startAsking(window);
      const text = frame.locator('.turn .text');
      const lengthBeyond = (min: number) =>
        until(`more than ${min} characters`, async () => {
          const { length } = await text.innerText();
          return length > min ? length : undefined;
        });
      const first = await lengthBeyond(0);
      const second = await lengthBeyond(first);
      const third = await lengthBeyond(second + 40);
      assert.ok(first < second && second < third);
      assert.equal(await frame.locator('.turn').getAttribute('data-state'), 'streaming');
      assert.equal(await frame.locator('.turn').getAttribute('aria-busy'), 'true');
      // The sources of the model are above its text.
      const sources = frame.locator('.sourceList + .answer');
      assert.ok((await sources.count()) === 1 && (await frame.locator('.sourceList .source:visible').count()) > 1);
      await frame.locator('.citation').first().hover();
      await frame.locator('#peek .excerpt').waitFor();
      await window.screenshot('stream-growing');

      const closed = server.closed();
      await frame.locator('[aria-label="Stop"]').click();
      await frame.locator('.turn[data-state="stopped"]').waitFor();
      await closed;
      assert.match(await frame.locator('.facts').innerText(), /Stopped\./);
      assert.match(await text.innerText(), /lowest target/);
      const log = frame.locator('[role="log"]');
      await until('what is announced', async () => (await log.innerText()).includes('Stopped.'));

      server.answer = words;
      await frame.locator('vscode-button', { hasText: 'Try again' }).click();
      await answered(window, question);
      assert.match(await frame.locator('.facts').innerText(), /slow/);
      assert.equal(await frame.locator('.turn .text .citation').count(), 2);
      // A number without a source leaves a mark, and so does its sentence.
      assert.deepEqual(await frame.locator('.noSource').allInnerTexts(), ['?', 'no source']);
      assert.equal(await frame.locator('.sourceList + .answer').count(), 1);
      await window.screenshot('stream-done');
      const shown = await frame.evaluate(() => performance.getEntriesByName('meshrag.firstTextShown')[0]?.duration);
      // A frame; the rest is for a machine that does something else meanwhile.
      assert.ok(shown !== undefined && shown < 1000, `first text shown ${shown} ms after it arrived`);

      await frame.locator('.facts .link', { hasText: 'What was sent' }).click();
      await frame.locator('.page', { hasText: 'Model slow' }).waitFor();
      // The thread is still there behind it.
      await frame.locator('.back').click();
      await frame.locator('.sourceList + .answer').waitFor();
    });
  } finally {
    server.close();
  }
});

test('a thread that is left while a model writes is kept with what was written', async () => {
  const server = await startLoopback();
  server.answer = `The kettle with the lowest target is heated first [1]. ${'And so it goes on and on. '.repeat(200)}`;
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'slow' };
  try {
    await inWindow('stream-left', settings, async (window) => {
      const asked = 'Which kettle is heated before the others?';
      const frame = await startAsking(window, asked);
      await frame.locator('.turn[data-state="streaming"] .text', { hasText: 'lowest target' }).waitFor();
      const closed = server.closed();
      await window.palette('MeshRAG: New Question');
      await closed;
      await frame.locator('.empty .row', { hasText: asked }).last().click();
      const turn = frame.locator('.turn[data-state="stopped"]');
      await turn.waitFor();
      assert.match(await turn.innerText(), /lowest target/);
    });
  } finally {
    server.close();
  }
});

test('an unreachable model is reported, and the sources are quoted instead', async () => {
  const server = await startLoopback();
  const settings = { 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': 'unauthorized' };
  try {
    await inWindow('stream-failed', settings, async (window) => {
      const frame = await startAsking(window);
      await frame.locator('.turn[data-state="failed"]').waitFor();
      await window.screenshot('stream-failed');
      await frame.locator('vscode-button', { hasText: 'Quote the sources instead' }).click();
      await answered(window, question);
      assert.match(await frame.locator('.facts').innerText(), /of \d+ sources · \d/);
    });
  } finally {
    server.close();
  }
});

test('scripts of panels are under 300 kB, and a panel is painted at once', async () => {
  for (const panel of ['answer', 'evidence']) {
    const { size } = fs.statSync(path.join(dist, `${panel}.js`));
    assert.ok(size < 300_000, `${panel}.js has ${size} bytes`);
  }
  await inWindow('paint', async (window) => {
    // The goal is 300 ms; a machine that runs other tests in parallel gets twice as much.
    await assertUnder(600, 'from the begin of the document to its first paint', async () => {
      await window.palette('View: Close All Editors');
      await until('no panel', async () => (await window.page.locator('iframe.webview').count()) === 0);
      // The first webview of a window also starts what all webviews share; our own part begins with the document.
      await window.palette('MeshRAG: New Question');
      const frame = await window.webviewFrame('.empty');
      await frame.locator('.questions .row').first().waitFor();
      // The document may not be painted yet.
      return until('the first paint', () => frame.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime));
    });
  });
});
