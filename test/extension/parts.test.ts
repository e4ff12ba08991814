// The parts of the workspace and its description, through the commands and providers of the editor.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { AskResult } from '../../src/protocol/places.ts';
import { until } from '../support/until.ts';
import { decideOnCards } from './cards.ts';
import { closeEditors, whenReady } from './workspace.ts';

suite('description of the workspace', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('one page names the parts, and every place in it is a link that opens its line', async () => {
    await vscode.commands.executeCommand('meshrag.describeWorkspace');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document !== undefined && document.uri.scheme === 'meshrag-description');
    const text = document.getText();
    assert.match(text, /^# .+\n/);
    assert.match(text, /\n## Start with\n/);
    assert.match(text, /\n### .+ \(\d+ files?\)\n/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    assert.ok(links.length > 5, `${links.length} links`);
    for (const { range, target } of links) {
      assert.ok(target !== undefined);
      const [path, line = '1']: string[] = document.getText(range).split(':');
      assert.ok(target.path.endsWith(`/${path}`), `${target} for ${path}`);
      assert.equal(target.fragment, `L${line}`);
      await vscode.workspace.fs.stat(target.with({ fragment: '' }));
    }
    // Each quote is in the line that it names, or begins there.
    const quotes = [...text.matchAll(/^> (.+) {2}\n> (.+?):(\d+)$/gm)];
    for (const [, quote = '', path = '', line = ''] of quotes) {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      const file = await vscode.workspace.openTextDocument(vscode.Uri.joinPath((folder as vscode.WorkspaceFolder).uri, path));
      const beginning = quote.split(' ').slice(0, 2).join(' ');
      const lines = file
        .getText()
        .split('\n')
        .slice(Number(line) - 1, Number(line) + 4)
        .join('\n');
      assert.ok(lines.includes(beginning), `${path}:${line} ${beginning}`);
    }
  });

  test('if a model is chosen, it is asked for the same from what the page quotes', async () => {
    await vscode.commands.executeCommand('meshrag.describeWorkspace');
    const document = vscode.window.activeTextEditor?.document as vscode.TextDocument;
    const lenses = () => vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 9);
    assert.deepEqual(await lenses(), []);
    const cards = await decideOnCards(true);
    try {
      await until('the model', async () => (await vscode.lm.selectChatModels({ vendor: 'meshrag-test', id: 'well' }))[0]);
      await vscode.commands.executeCommand('meshrag.chooseModel', { vendor: 'meshrag-test', id: 'well' });
      const command = await until('the code lens', async () => (await lenses())[0]?.command);
      assert.equal(command.command, 'meshrag.ask');
      const answer = await vscode.commands.executeCommand<AskResult>('meshrag.ask', ...(command.arguments ?? []));
      assert.ok(answer.written !== undefined, answer.notice);
      // The page quotes a sentence of the file that is given first.
      const quoted = [...document.getText().matchAll(/^> (.+?):\d+$/gm)].map(([, path]) => path);
      assert.ok(quoted.includes(answer.sources[0]?.path), `${answer.sources[0]?.path} of ${quoted.join(', ')}`);
    } finally {
      cards.stop();
      await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    }
  });
});
