import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { ask, closeEditors, fileUri, whenReady } from './workspace.ts';

suite('ask workspace', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('activation takes under 100 ms of the extension host', async () => {
    const { activationMs } = await whenReady();
    console.log(`      activated in ${activationMs.toFixed(1)} ms`);
    assert.ok(activationMs < 100, `${activationMs} ms`);
  });

  test('answers with quotes of the cited lines, in a panel beside the editor', async () => {
    await vscode.window.showTextDocument(fileUri('src/kettle.ts'));
    const result = await ask('Which kettle is heated first?');
    assert.equal(result.found, true);
    for (const { uri, startLine, endLine, quote } of result.citations) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      const lines = document.getText(new vscode.Range(startLine - 1, 0, endLine, 0));
      assert.ok(lines.includes(quote), `${uri} ${startLine}-${endLine} holds ${quote}`);
    }
    const tab = await until('the tab of the panel', () => panelTab());
    assert.equal(tab.label, 'Which kettle is heated first?');
    assert.notEqual(tab.group.viewColumn, vscode.window.activeTextEditor?.viewColumn);
  });

  test('copies the answer as markdown, its sources as links relative to the workspace', async () => {
    const { citations } = await ask('Which kettle is heated first?');
    await until('the answer in the panel', () => panelTab());
    await vscode.commands.executeCommand('meshrag.copyAnswer');
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^\*\*Which kettle is heated first\?\*\*\n\n/);
    for (const { n, path, startLine, endLine } of citations) {
      const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
      assert.ok(text.includes(`${n}. [${path}:${startLine}](${path}#${lines})`), text);
    }
  });

  test('says what was looked for where nothing is found', async () => {
    const result = await ask('Who exports orange marmalade to Peru?');
    assert.equal(result.found, false);
    assert.match(result.answer, /marmalade/);
  });

  test('takes the selection into account', async () => {
    const plain = await ask('how does this work');
    const selected = await ask('how does this work', 'class PlanStore { newest() {} }');
    assert.notDeepEqual(
      selected.sources.map(({ path, startLine }) => `${path}:${startLine}`),
      plain.sources.map(({ path, startLine }) => `${path}:${startLine}`),
    );
    assert.ok(selected.sources.slice(0, 4).some(({ path }) => path === 'src/planStore.ts'));
  });

  test('refuses arguments that are no question, and goes on', async () => {
    assert.equal(await vscode.commands.executeCommand('meshrag.ask', { question: 7 }), undefined);
    assert.equal((await ask('Which kettle is heated first?')).found, true);
  });

  test('uses one panel for all questions', async () => {
    await ask('When is the bell silent?');
    const panels = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isPanel);
    assert.equal(panels.length, 1);
  });
});

function panelTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).find(isPanel);
}

function isPanel(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('meshrag.answer');
}
