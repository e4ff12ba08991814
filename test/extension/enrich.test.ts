import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import { type ChatBody, startLoopback } from '../models/loopbackServer.ts';
import { pageText } from '../support/pageText.ts';
import { until } from '../support/until.ts';
import { closeEditors, whenReady } from './workspace.ts';

const settings = () => vscode.workspace.getConfiguration('meshrag');
const { showWarningMessage, showInformationMessage } = vscode.window;

suite('enriching the index', () => {
  const asked: string[] = [];
  const embedded: string[] = [];
  const details: string[] = [];
  let isAllowed = false;
  let server: Awaited<ReturnType<typeof startLoopback>>;

  suiteSetup(async () => {
    await whenReady();
    const speak = async ({ messages }: ChatBody) => {
      const content = messages[1]?.content ?? '';
      asked.push(content);
      const name = /\p{Lu}\p{Ll}{3,}/u.exec(content)?.[0] ?? '';
      const said = { entities: [{ name, description: 'Something zymurgical.', aliases: [] }], triples: [], summary: '' };
      return { text: JSON.stringify(said), promptTokens: 1, answerTokens: 1 };
    };
    const vectorOf = (text: string): readonly number[] => {
      embedded.push(text);
      return /zymurgical|saccharification/.test(text) ? [1, 0] : [0, 1];
    };
    server = await startLoopback({ speak, vectorOf });
    Object.assign(vscode.window, {
      showWarningMessage: async (_: string, options: vscode.MessageOptions, button: string) => {
        details.push(options.detail ?? '');
        return isAllowed ? button : undefined;
      },
      showInformationMessage: async () => undefined,
    });
    await vscode.commands.executeCommand('meshrag.chooseModel', 'settings');
    await settings().update('model.endpoint', server.endpoint, vscode.ConfigurationTarget.Global);
    await settings().update('model.name', 'reader', vscode.ConfigurationTarget.Global);
  });
  suiteTeardown(async () => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    for (const name of ['endpoint', 'name', 'options'])
      await settings().update(`model.${name}`, undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    await closeEditors();
    server.close();
  });

  test('reports the cost and the recipient, and sends nothing after a refusal', async () => {
    assert.equal(await vscode.commands.executeCommand('meshrag.enrichIndex', 'passages'), undefined);
    assert.deepEqual(asked, []);
    assert.match(details[0] ?? '', /sent to 127\.0\.0\.1.*with secrets masked, one request per passage\.\nAbout [\d.,]+ tokens are sent/);
  });

  test('nothing is sent while offline', async () => {
    isAllowed = true;
    await settings().update('offline', true, vscode.ConfigurationTarget.Global);
    const { showErrorMessage } = vscode.window;
    const errors: string[] = [];
    Object.assign(vscode.window, { showErrorMessage: async (text: string) => void errors.push(text) });
    await vscode.commands.executeCommand('meshrag.enrichIndex', 'passages');
    Object.assign(vscode.window, { showErrorMessage });
    await settings().update('offline', undefined, vscode.ConfigurationTarget.Global);
    assert.deepEqual(asked, []);
    assert.match(errors[0] ?? '', /Nothing was sent: MeshRAG is set to offline/);
  });

  test('has the model read each passage once, and logs each request', async () => {
    const done = await vscode.commands.executeCommand<{ done: number; skipped: number }>('meshrag.enrichIndex', 'passages');
    assert.equal(done.done + done.skipped, asked.length);
    assert.equal(new Set(asked).size, asked.length);
    assert.equal(await vscode.commands.executeCommand('meshrag.enrichIndex', 'passages'), undefined);
    assert.match(pageText(await vscode.commands.executeCommand<Page>('meshrag.showSent')), /reader/);
  });

  test('has the model verify gates if that is chosen, two passages per request', async () => {
    const { showQuickPick } = vscode.window;
    const isGates = ({ label }: vscode.QuickPickItem) => label === 'Verify Gates';
    Object.assign(vscode.window, { showQuickPick: async (items: readonly vscode.QuickPickItem[]) => items.find(isGates) });
    const before = asked.length;
    const done = await vscode.commands.executeCommand<{ done: number; skipped: number }>('meshrag.enrichIndex');
    Object.assign(vscode.window, { showQuickPick });
    // A reply about entities is not a verdict, so each pair is asked about twice.
    assert.ok(done.skipped > 0 && asked.length - before === 2 * done.skipped, `${done.skipped}`);
    assert.match(details.at(-1) ?? '', /The text of both is sent to 127\.0\.0\.1.*one request per pair\.\nAbout [\d.,]+ tokens are sent\./);
    assert.match(asked.at(-1) ?? '', / A>[\s\S]* B>/);
  });

  test('the embedder of the settings compares what was read, after consent, and not while offline', async () => {
    const find = async (): Promise<readonly unknown[]> =>
      (await vscode.commands.executeCommand<readonly unknown[]>('meshrag.otherAngles', { question: 'saccharification' })) ?? [];
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'unweaver');
    await settings().update('model.options', { embedder: 'vectors' }, vscode.ConfigurationTarget.Global);
    await until('the embedder to be used', async () => (await find()).length > 0 && embedded.includes('saccharification'));
    assert.equal(new Set(embedded).size, embedded.length);
    assert.match(pageText(await vscode.commands.executeCommand<Page>('meshrag.showSent')), /\/embeddings/);

    const before = embedded.length;
    await settings().update('offline', true, vscode.ConfigurationTarget.Global);
    assert.equal((await find()).length, 0);
    await settings().update('offline', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    assert.equal((await find()).length, 0);
    assert.equal(embedded.length, before);
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'mesh');
  });

  test('the embedder of the settings turns passages into vectors, after consent', async () => {
    const before = embedded.length;
    isAllowed = false;
    assert.equal(await vscode.commands.executeCommand('meshrag.enrichIndex', 'vectors'), undefined);
    assert.equal(embedded.length, before);
    assert.match(
      details.at(-1) ?? '',
      /sent to 127\.0\.0\.1.*with secrets masked, and later each question\.\nAbout [\d.,]+ tokens are sent\./,
    );
    isAllowed = true;
    const done = await vscode.commands.executeCommand<{ total: number; done: number }>('meshrag.enrichIndex', 'vectors');
    assert.deepEqual([done.done, embedded.length - before], [done.total, done.total]);
    await until('a question to be embedded', async () => {
      await vscode.commands.executeCommand('meshrag.otherAngles', { question: 'how a question that was never asked begins' });
      return embedded.includes('how a question that was never asked begins');
    });
  });
});
