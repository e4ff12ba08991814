import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { linkedQuestion } from '../../src/extension/ask/questionLink.ts';
import { assertUnder } from '../support/quick.ts';
import { until } from '../support/until.ts';
import { ask, closeEditors, fileUri, whenReady } from './workspace.ts';

suite('ask workspace', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('activation takes under 100 ms of the extension host’s processor time', async () => {
    const { activationMs } = await whenReady();
    console.log(`      activated in ${activationMs.toFixed(1)} ms`);
    assert.ok(activationMs < 100, `${activationMs} ms`);
  });

  test('the extension host is responsive while the server works', async () => {
    const question = 'kettle plan bell order guest '.repeat(5000);
    await assertUnder(250, 'the longest pause of the extension host', async () => {
      let [maxMs, before, used] = [0, performance.now(), process.cpuUsage()];
      const watch = setInterval(() => {
        // A pause in which the process computed little is one of the machine.
        const now = performance.now();
        const { user, system } = process.cpuUsage(used);
        maxMs = Math.max(maxMs, Math.min(now - before, (user + system) / 1000));
        [before, used] = [now, process.cpuUsage()];
      }, 5);
      const startedMs = performance.now();
      await Promise.all([ask(question), vscode.commands.executeCommand('meshrag.rebuild')]);
      clearInterval(watch);
      console.log(`      longest pause ${maxMs.toFixed(0)} ms of ${(performance.now() - startedMs).toFixed(0)} ms`);
      return maxMs;
    });
  });

  test('answers with quotes of the cited lines, in a panel next to the editor', async () => {
    await vscode.window.showTextDocument(fileUri('src/kettle.ts'));
    const result = await ask('Which kettle is heated first?');
    assert.equal(result.found, true);
    assert.ok(result.blocks.length > 0);
    for (const { uri, quote } of result.citations) {
      const lines = (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText().split('\n');
      for (const line of quote.split('\n')) assert.ok(lines.includes(line), line);
    }
    const tab = await until('the tab of the answer', () => panelTab('Which kettle is heated first?'));
    assert.notEqual(tab.group.viewColumn, vscode.window.activeTextEditor?.viewColumn);
  });

  test('copies the answer as markdown, its sources as links relative to the workspace', async () => {
    const { citations, blocks } = await ask('Which kettle is heated first?');
    await vscode.commands.executeCommand('meshrag.copyAnswer');
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^\*\*Which kettle is heated first\?\*\*\n\n/);
    for (const { n, path, startLine, endLine } of citations) {
      const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
      assert.ok(text.includes(`- \\[${n}\\] [${path}:${startLine}](${path}#${lines})`), text);
    }
    assert.equal(text.match(/^```ts$/gm)?.length, blocks.filter(({ path }) => path.endsWith('.ts')).length, text);
  });

  test('copies a link to the question, which a link handler reads back as it is', async () => {
    const asked = 'Which kettle & “pot” is 50 % hot, #1 or a+b?';
    await vscode.commands.executeCommand('meshrag.ask', { question: asked });
    await vscode.commands.executeCommand('meshrag.copyLink');
    const link = vscode.Uri.parse(await vscode.env.clipboard.readText(), true);
    assert.deepEqual([link.authority, linkedQuestion(link)], ['meshrag.meshrag', asked]);
    assert.equal(linkedQuestion(link.with({ path: '/other' })), undefined);
    assert.equal(linkedQuestion(link.with({ query: 'a'.repeat(3000) })), undefined);
  });

  test('reports what was searched for if nothing is found', async () => {
    const { state, missing } = await ask('Where is marmalade zeppelined?');
    assert.deepEqual([state, missing], ['notHere', []]);
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

  test('rejects arguments that are not a question, and goes on', async () => {
    assert.equal(await vscode.commands.executeCommand('meshrag.ask', { question: 7 }), undefined);
    assert.equal((await ask('Which kettle is heated first?')).found, true);
  });

  test('uses one panel for all questions', async () => {
    await ask('When is the bell silent?');
    const panels = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isPanel);
    assert.equal(panels.length, 1);
  });
});

function panelTab(title: string): vscode.Tab | undefined {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((tab) => isPanel(tab) && tab.label === title);
}

function isPanel(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('meshrag.answer');
}
