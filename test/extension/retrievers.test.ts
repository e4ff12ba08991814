// Choose Retriever, Compare Retrievers, Other Angles: called like keybindings, and by hand where a list is shown.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import type { Source } from '../../src/protocol/places.ts';
import { pageText } from '../support/pageText.ts';
import { until } from '../support/until.ts';
import { ask, closeEditors, whenReady } from './workspace.ts';

const question = 'Which kettle is heated first?';
const compare = (asked: object) => vscode.commands.executeCommand<Page | undefined>('meshrag.compareRetrievers', asked);
const chosen = () => vscode.workspace.getConfiguration('meshrag').get('system');

suite('retrievers', () => {
  suiteSetup(whenReady);
  suiteTeardown(async () => {
    for (const target of [vscode.ConfigurationTarget.Workspace, vscode.ConfigurationTarget.Global])
      await vscode.workspace.getConfiguration('meshrag').update('system', undefined, target);
    await closeEditors();
  });

  test('a chosen retriever answers from then on', async () => {
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'multi-semantic');
    assert.equal(chosen(), 'multi-semantic');
    const { system } = await until('an answer by it', async () => {
      const result = await ask(question);
      return result.system === 'multi-semantic' && result;
    });
    assert.equal(system, 'multi-semantic');
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'mesh');
    assert.equal(chosen(), 'mesh');
  });

  test('options of the settings apply from the next question', async () => {
    const settings = vscode.workspace.getConfiguration('meshrag');
    const isOfPart = async () => (await ask(question)).sources.some(({ why }) => /\b2 of \d+ passages/.test(why));
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'hug');
    assert.equal(await isOfPart(), false);
    await settings.update('systems.options', { hug: { maxChunks: 2 } }, vscode.ConfigurationTarget.Global);
    try {
      await until('an answer from a part', isOfPart);
      await settings.update('systems.options', { hug: { maxChunks: 'two' } }, vscode.ConfigurationTarget.Global);
      await until('an answer from all', async () => !(await isOfPart()));
    } finally {
      await settings.update('systems.options', undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand('meshrag.chooseRetriever', 'mesh');
    }
  });

  test('one that is not offered is refused, and the setting is left alone', async () => {
    // The error is shown as a message, which nobody answers here.
    await vscode.commands.executeCommand('meshrag.chooseRetriever', 'oracle');
    assert.equal(chosen(), 'mesh');
  });

  test('the picker says what each does, needs and builds, and the first accepted one is chosen', async () => {
    const picking = vscode.commands.executeCommand('meshrag.chooseRetriever');
    await until('the first item to be accepted', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return Promise.race([picking.then((id) => id === 'mesh'), new Promise<false>((resolve) => setTimeout(() => resolve(false), 200))]);
    });
    const { contributes } = vscode.extensions.getExtension('meshrag.meshrag')?.packageJSON ?? {};
    const setting = contributes.configuration[0].properties['meshrag.system'];
    assert.equal(setting.enumDescriptions.length, setting.enum.length);
    for (const description of setting.enumDescriptions) assert.match(description, /Needs .*; builds /);
  });

  test('a comparison has a column for each retriever, and its places are links to their lines', async () => {
    const page = await compare({ question, systems: ['mesh', 'bm25', 'unweaver', 'multi-semantic'] });
    assert.ok(page);
    const text = pageText(page);
    assert.match(text, /^Which kettle is heated first\?\n/);
    assert.match(text, /^ \| mesh \| bm25 \| unweaver \| multi-semantic$/m);
    assert.match(text, /^- mesh and bm25 share \d+ of \d+$/m);
    assert.match(text, /^docs\/\S+:\d+(?:-\d+)?$/m);
    assert.match(text, /^multi-semantic: .*votes of /m);
    assert.match(text, /(?: \| [\d·]+){4}$/m);
    assert.ok(page.links.length > 0);
    for (const target of page.links) assert.ok(typeof target !== 'function' && target.uri.endsWith(target.path));
  });

  test('a comparison rejects five retrievers, none, an unknown one, and no question', async () => {
    assert.match(pageText((await compare({ question: 'Who heats water?', systems: ['bm25'] })) ?? { parts: [] }), /^Who heats water\?/);
    for (const systems of [['mesh', 'bm25', 'unweaver', 'multi-semantic', 'mesh-paper'], [], ['oracle']])
      assert.equal(await compare({ question, systems }), undefined);
    assert.equal(await compare({ question: ' ', systems: ['mesh'] }), undefined);
  });

  test('other angles are at most five distinct places with reasons', async () => {
    const sources = await vscode.commands.executeCommand<readonly Source[]>('meshrag.otherAngles', { question });
    assert.ok(sources.length > 0 && sources.length <= 5);
    assert.equal(new Set(sources.map(({ uri, startLine }) => `${uri} ${startLine}`)).size, sources.length);
    assert.ok(sources.every(({ why }) => why !== ''));
  });

  test('other angles on the last answer are listed, and the first accepted one is opened', async () => {
    await ask(question);
    // Accepted before it has a selected row, the list closes and opens nothing.
    await until('the first place to be open', async () => {
      const listing = vscode.commands.executeCommand<readonly Source[]>('meshrag.otherAngles');
      const sources = await until('the list to be accepted', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return Promise.race([listing, new Promise<false>((resolve) => setTimeout(() => resolve(false), 200))]);
      });
      return vscode.window.activeTextEditor?.document.uri.toString() === sources[0]?.uri;
    });
  });
});
