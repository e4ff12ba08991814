import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { closeEditors, fileUri, whenReady } from './workspace.ts';

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

  test('opens for the argument of a link, and refuses any other', async () => {
    await vscode.commands.executeCommand('meshrag.showName', { name: 'KettleQeue' });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^# KettleQeue\n\nNothing is known of this name\.\nNearest names: KettleQueue/);
    await vscode.commands.executeCommand('meshrag.showName', { name: 7 });
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });
});
