import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import { startLoopback } from '../models/loopbackServer.ts';
import { pageText } from '../support/pageText.ts';
import { planted } from '../support/plantedSecrets.ts';
import { until } from '../support/until.ts';
import { type Cards, decideOnCards } from './cards.ts';
import { ask, askUntil, closeEditors, fileUri, whenReady } from './workspace.ts';

const question = 'Which kettle is heated first?';
const vendor = 'meshrag-test';
const settings = () => vscode.workspace.getConfiguration('meshrag');

interface Received {
  readonly model: string;
  readonly messages: readonly string[];
  readonly cancelled: boolean;
}

const received = () => vscode.commands.executeCommand<Received[]>('meshragTest.received');

let cards: Cards;
const showError = vscode.window.showErrorMessage;
const errors: string[] = [];

async function choose(id: string): Promise<void> {
  await until(`the model ${id}`, async () => (await vscode.lm.selectChatModels({ vendor, id }))[0]);
  await vscode.commands.executeCommand('meshrag.chooseModel', { vendor, id });
}

async function sentText(id?: string): Promise<string> {
  return pageText(await vscode.commands.executeCommand<Page>('meshrag.showSent', id === undefined ? undefined : { id }));
}

suite('models', () => {
  suiteSetup(async () => {
    await whenReady();
    cards = await decideOnCards(false);
    (vscode.window as { showErrorMessage: unknown }).showErrorMessage = async (text: string) => void errors.push(text);
  });
  suiteTeardown(async () => {
    cards.stop();
    Object.assign(vscode.window, { showErrorMessage: showError });
    await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    await closeEditors();
  });
  teardown(async () => {
    cards.isAllowed = false;
    cards.look = undefined;
    cards.seen.length = 0;
    errors.length = 0;
    await settings().update('offline', undefined, vscode.ConfigurationTarget.Global);
    await settings().update('offline', undefined, vscode.ConfigurationTarget.Workspace);
    await received();
  });

  test('nothing is sent before the user agrees: the request for consent names recipient, model and sources', async () => {
    await choose('well');
    const refused = await ask(question);
    assert.equal(refused.model, null);
    assert.match(refused.notice ?? '', /Nothing was sent to VS Code’s provider meshrag-test: you did not agree/);
    assert.equal(refused.found, true);
    assert.deepEqual(await received(), []);
    const [card] = cards.seen;
    assert.deepEqual([card?.recipient, card?.model, card?.earlier], ['VS Code’s provider meshrag-test', 'Test well', 0]);
    assert.ok((card?.sources ?? 0) > 1 && (card?.tokens ?? 0) > 100);
    assert.match(await sentText(), /Nothing has been sent to a model/);
  });

  test('the exact request is shown while its card stays, and after a refusal nothing is sent', async () => {
    await choose('well');
    let text = '';
    cards.look = (parts) => {
      text = pageText({ parts });
    };
    assert.equal((await ask(question)).model, null);
    assert.deepEqual(await received(), []);
    assert.match(text, /^vscode\.lm meshrag-test well\n/);
    assert.match(text, /<source-\d+ n=1 path=/);
    assert.match(text, /Question: Which kettle is heated first\?/);
  });

  test('once agreed, a model of VS Code writes the answer, and consent is not requested again', async () => {
    await choose('well');
    cards.isAllowed = true;
    const result = await ask(question);
    assert.equal(result.model, 'Test well');
    assert.equal(result.answer, 'The kettle of the queue [1]. No source says this at all.');
    assert.deepEqual(
      result.written?.unsupported.map(({ from, to }) => result.answer.slice(from, to)),
      ['No source says this at all.'],
    );
    assert.equal(cards.seen.length, 1);
    const [entry] = await received();
    cards.isAllowed = false;
    assert.equal((await ask(question)).model, 'Test well');
    assert.equal(cards.seen.length, 1);

    const text = await sentText(result.written?.sent);
    for (const message of entry?.messages ?? []) assert.ok(text.includes(message), message.slice(0, 80));
    assert.match(await sentText(), /^2 requests were sent/);
    await vscode.commands.executeCommand('meshrag.clearSent');
    assert.match(await sentText(), /^Nothing has been sent to a model/);
  });

  test('each question of the palette is a thread of its own: nothing that was asked before is sent', async () => {
    await choose('well');
    await ask('Which tea needs boiling water?');
    await received();
    await ask(question);
    const [entry] = await received();
    assert.match(entry?.messages.join('\n') ?? '', /Question: Which kettle is heated first\?/);
    assert.doesNotMatch(entry?.messages.join('\n') ?? '', /boiling water\?/);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    assert.ok(tabs.includes(question), tabs.join(', '));
  });

  test('the time of an answer begins when it may be sent', async () => {
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    await choose('well');
    cards.isAllowed = true;
    cards.look = () => new Promise((resolve) => setTimeout(resolve, 1000));
    const startedMs = performance.now();
    const { ms } = await ask(question);
    const wholeMs = performance.now() - startedMs;
    assert.ok(wholeMs > 1000 && ms < wholeMs - 900, `${ms} of ${wholeMs} ms`);
  });

  test('the offline switch takes precedence, wherever it is set', async () => {
    await choose('well');
    for (const target of [vscode.ConfigurationTarget.Global, vscode.ConfigurationTarget.Workspace]) {
      await settings().update('offline', true, target);
      const result = await ask(question);
      assert.deepEqual([result.model, result.notice], [null, 'Nothing was sent: MeshRAG is set to offline.']);
      await settings().update('offline', undefined, target);
    }
    await settings().update('offline', true, vscode.ConfigurationTarget.Global);
    await settings().update('offline', false, vscode.ConfigurationTarget.Workspace);
    assert.equal((await ask(question)).model, null);
    assert.deepEqual(await received(), []);
  });

  test('in Restricted Mode nothing is sent, agreed or not', async () => {
    await choose('well');
    cards.isAllowed = true;
    const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted') as PropertyDescriptor;
    Object.defineProperty(vscode.workspace, 'isTrusted', { ...trusted, get: () => false });
    try {
      const { model, notice, found } = await ask(question);
      assert.deepEqual([model, notice, found], [null, 'Nothing was sent: this workspace is in Restricted Mode.', true]);
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trusted);
    }
    assert.deepEqual(await received(), []);
  });

  test('links, images, tags and commands of an answer are inert', async () => {
    await choose('hostile');
    const { answer, written } = await ask(question);
    assert.doesNotMatch(answer, /\]\(|<img|<script|!\[/);
    assert.doesNotMatch(answer, /(?<!`)https:\/\//);
    assert.deepEqual(written?.unknown, [99]);
    assert.ok((written?.disarmed ?? 0) >= 4);
  });

  test('a new question stops the previous one, and its provider is cancelled', async () => {
    await choose('slow');
    const first = vscode.commands.executeCommand('meshrag.ask', { question });
    const entry = await until('the slow model to be asked', async () => (await received())[0]);
    await choose('well');
    await ask(question);
    assert.equal(await first, undefined);
    await until('the provider to be cancelled', () => entry.cancelled || undefined);
  });

  test('a provider’s refusal is reported; an overflow is retried with less', async () => {
    await choose('blocked');
    assert.equal(await vscode.commands.executeCommand('meshrag.ask', { question }), undefined);
    await choose('cramped');
    const result = await ask(question);
    assert.equal(result.answer, 'Less [1].');
    assert.ok((await received()).length > 1);
  });
});

suite('endpoints', () => {
  let server: Awaited<ReturnType<typeof startLoopback>>;

  suiteSetup(async () => {
    await whenReady();
    server = await startLoopback();
    server.answer = 'The kettle [1].';
    (vscode.window as { showErrorMessage: unknown }).showErrorMessage = async (text: string) => void errors.push(text);
    cards = await decideOnCards(true);
  });
  suiteTeardown(async () => {
    cards.stop();
    Object.assign(vscode.window, { showErrorMessage: showError });
    for (const name of ['endpoint', 'name', 'headers'])
      await settings().update(`model.${name}`, undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    await closeEditors();
    server.close();
  });
  const use = async (name: string) => {
    await vscode.commands.executeCommand('meshrag.chooseModel', 'settings');
    await settings().update('model.endpoint', server.endpoint, vscode.ConfigurationTarget.Global);
    await settings().update('model.name', name, vscode.ConfigurationTarget.Global);
  };

  test('the endpoint of the settings writes the answer; no workspace can set one', async () => {
    await use('well');
    const result = await ask(question);
    assert.deepEqual([result.model, result.answer], ['well', 'The kettle [1].']);
    assert.match(cards.seen.at(-1)?.recipient ?? '', /^127\.0\.0\.1:\d+$/);
    const folder = fileUri('.vscode/settings.json');
    const own = {
      'meshrag.model.endpoint': 'http://evil.example/v1',
      'meshrag.model.options': { headers: { a: 'b' } },
      'meshrag.hover': false,
    };
    await vscode.workspace.fs.writeFile(folder, Buffer.from(JSON.stringify(own)));
    await until('the settings that a workspace may have', () => settings().get('hover') === false);
    assert.equal(settings().get('model.endpoint'), server.endpoint);
    assert.deepEqual(settings().get('model.options'), {});
    await vscode.workspace.fs.delete(folder);
    await until('the settings to be as before', () => settings().get('hover') === true);
  });

  test('a header names a secret, which must be stored', async () => {
    await use('well');
    await settings().update('model.options', { headers: { 'x-team': `a \${secret:${'team'}}` } }, vscode.ConfigurationTarget.Global);
    assert.equal(await vscode.commands.executeCommand('meshrag.ask', { question }), undefined);
    const typed = ['team', 'pilots'];
    const showInputBox = vscode.window.showInputBox;
    (vscode.window as { showInputBox: unknown }).showInputBox = async () => typed.shift();
    await vscode.commands.executeCommand('meshrag.setSecret');
    (vscode.window as { showInputBox: unknown }).showInputBox = showInputBox;
    await ask(question);
    assert.equal(server.received.at(-1)?.headers['x-team'], 'a pilots');
    const sent = (await ask(question)).written?.sent;
    const text = await sentText(sent);
    assert.match(text, /^x-team: \(a stored secret\)$/m);
    assert.doesNotMatch(text, /pilots/);
    await settings().update('model.options', undefined, vscode.ConfigurationTarget.Global);
  });

  test('what would be sent for a question is shown, and nothing is sent', async () => {
    await use('well');
    const before = server.received.length;
    const text = pageText(await vscode.commands.executeCommand<Page>('meshrag.showRequest', { question }));
    assert.match(
      text,
      /^POST http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions\n[\s\S]*n=1 path=[\s\S]*Question: Which kettle is heated first\?/,
    );
    assert.equal(server.received.length, before);
  });

  test('the connection is tested: problems are reported', async () => {
    for (const [model, message] of [
      ['well', undefined],
      ['unauthorized', /rejects the key \(401\)/],
      ['missing', /does not know the model "missing"/],
      ['html', /is it the base URL of an API/],
      ['redirect', /redirects to/],
    ] as const) {
      errors.length = 0;
      await use(model);
      assert.equal(await vscode.commands.executeCommand('meshrag.testModel'), message === undefined, model);
      if (message) assert.match(errors[0] ?? '', message);
      assert.equal(JSON.parse(server.received.at(-1)?.body ?? '{}').messages.length, 1);
    }
  });

  test('a question that is stopped closes its connection', async () => {
    await use('hang-later');
    const closed = server.closed();
    const before = server.received.length;
    const answer = vscode.commands.executeCommand('meshrag.ask', { question });
    await until('the request', () => server.received.length > before);
    await use('well');
    await ask(question);
    // It would stay open for ever.
    await closed;
    assert.equal(await answer, undefined);
  });

  test('none of forty planted secrets is in a request, a log, a hover or an answer', async () => {
    await use('well');
    const note = fileUri('docs/quibblenote.md');
    const text = `# Quibblenote\n\nThe quibblenote holds what nobody may see.\n\n${planted.map((one) => one.text).join('\n\nThe quibblenote says more.\n\n')}\n`;
    await vscode.workspace.fs.writeFile(note, Buffer.from(text));
    const result = await askUntil('Which values stand in the quibblenote under its heading?', ({ sources }) =>
      sources.some(({ path }) => path === 'docs/quibblenote.md'),
    );
    assert.ok((result.written?.masked ?? 0) > 0);
    await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    const quoted = await ask('What does the quibblenote hold and say more?');
    const document = await vscode.workspace.openTextDocument(fileUri('docs/brewing.md'));
    const hovers: string[] = [];
    for (const word of ['KettleQueue', 'oolong'])
      hovers.push(
        JSON.stringify(
          await vscode.commands.executeCommand(
            'vscode.executeHoverProvider',
            document.uri,
            document.positionAt(Math.max(0, document.getText().indexOf(word)) + 1),
          ),
        ),
      );
    const all = [JSON.stringify(server.received), await sentText(), JSON.stringify(result), JSON.stringify(quoted), ...hovers].join('\n');
    for (const { kind, secret } of planted) assert.ok(!all.includes(secret), kind);
    await vscode.workspace.fs.delete(note);
  });
});
