import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { decideOnCards } from './cards.ts';
import { ask, closeEditors, fileUri, whenReady } from './workspace.ts';

suite('the page of a name', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('lists definitions and users of the name at the cursor, each a link that opens its line', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri('src/kettle.ts'));
    const at = document.positionAt(document.getText().indexOf('KettleQueue') + 2);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    await vscode.commands.executeCommand('meshrag.showName');
    const page = vscode.window.activeTextEditor?.document;
    assert.ok(page);
    assert.equal(page.uri.scheme, 'meshrag-name');
    const text = page.getText();
    assert.match(text, /^# KettleQueue\n/);
    assert.match(text, /\n## Defined\n\n- src\/kettle\.ts:\d+ — type\n/);
    assert.match(text, /\n## Imported by\n\n- src\/planner\.ts: \d+/);
    assert.match(text, /\n## What documents say\n/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page.uri);
    const place = links.find(({ range }) => page.getText(range).startsWith('src/planner.ts'));
    assert.ok(place?.target?.path === 'meshrag.openPlace', JSON.stringify(links.map(({ target }) => String(target))));
    const [argument] = JSON.parse(place.target.query);
    await vscode.commands.executeCommand('meshrag.openPlace', argument);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, fileUri('src/planner.ts').path);
  });

  test('uses that mean another thing, as the editor’s language support says, come last', async () => {
    const file = fileUri('src/other.ts');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("const guests = new Set<string>();\nguests.add('Lapsang');\n"));
    try {
      const page = () => vscode.window.activeTextEditor?.document.getText() ?? '';
      // TypeScript needs a moment to start, and the file one to be indexed.
      await until('the use that means a set', async () => {
        await vscode.commands.executeCommand('meshrag.showName', { name: 'add' });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return page().endsWith('\n## Of the same name, defined elsewhere\n\n- src/other.ts: 2\n');
      });
      assert.match(page(), /\n## Defined\n\n- src\/kettle\.ts:\d+ — member of KettleQueue\n/);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  test('with a model that the user has agreed to, what it writes about the name is on top', async () => {
    await until('the model', async () => (await vscode.lm.selectChatModels({ vendor: 'meshrag-test', id: 'well' }))[0]);
    await vscode.commands.executeCommand('meshrag.chooseModel', { vendor: 'meshrag-test', id: 'well' });
    const cards = await decideOnCards(true);
    const page = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    try {
      await vscode.commands.executeCommand('meshrag.showName', { name: 'KettleQueue' });
      assert.doesNotMatch(page(), /The kettle of the queue/);
      assert.deepEqual(cards.seen, [], 'the page does not ask for permission');
      await ask('Which kettle is heated first?');
      await vscode.commands.executeCommand('meshrag.showName', { name: 'KettleQueue' });
      await until('what the model wrote', () => /^# KettleQueue\n\nThe kettle of the queue \[1\]\.\n/.test(page()));
    } finally {
      cards.stop();
      await vscode.commands.executeCommand('meshrag.withdrawConsent');
      await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    }
  });

  test('opens for the argument of a link, and rejects any other', async () => {
    await vscode.commands.executeCommand('meshrag.showName', { name: 'KettleQeue' });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^# KettleQeue\n\nNothing is known about this name\.\nNearest names: KettleQueue/);
    await vscode.commands.executeCommand('meshrag.showName', { name: 7 });
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });
});
