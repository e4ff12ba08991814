// The menus of our trees, called with rows as the tree knows them.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { activeEditor } from '../../src/extension/editor/activeEditor.ts';
import { until } from '../support/until.ts';
import { closeEditors, fileUri, whenReady } from './workspace.ts';

suite('rows of trees', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  const place = (path: string, startLine: number, endLine: number) => ({ uri: fileUri(path).toString(), path, startLine, endLine });
  const chunk = place('docs/brewing.md', 1, 3);
  const mention = { ...place('src/kettle.ts', 1, 1), find: 'KettleQueue' };
  const copied = async (row: unknown): Promise<string> => {
    await vscode.commands.executeCommand('meshrag.copyReference', row);
    return vscode.env.clipboard.readText();
  };

  test('a reference is path and lines, and a section is a list of them', async () => {
    assert.equal(await copied({ kind: 'source', to: chunk }), 'docs/brewing.md:1-3');
    assert.equal(await copied({ kind: 'mention', to: mention }), 'src/kettle.ts:1');
    assert.equal(await copied({ kind: 'chunk', chunk }), 'docs/brewing.md:1-3');
    const children = [{ kind: 'source', to: chunk }, { kind: 'mention', to: mention }, { kind: 'more' }];
    assert.equal(await copied({ kind: 'section', children }), 'docs/brewing.md:1-3\nsrc/kettle.ts:1');
    // Anything but a row is rejected, and the clipboard is left alone.
    for (const wrong of [undefined, {}, { to: 'x' }, { kind: 'more' }, { to: { uri: 1 } }])
      assert.equal(await copied(wrong), 'docs/brewing.md:1-3\nsrc/kettle.ts:1');
  });

  test('a place opens to the side with its lines or its name selected', async () => {
    await closeEditors();
    await vscode.window.showTextDocument(fileUri('src/planner.ts'));
    await vscode.commands.executeCommand('meshrag.openToSide', { kind: 'source', to: chunk });
    const opened = vscode.window.activeTextEditor;
    assert.equal(opened?.viewColumn, vscode.ViewColumn.Two);
    assert.equal(vscode.workspace.asRelativePath(opened.document.uri), 'docs/brewing.md');
    assert.deepEqual([opened.selection.start.line, opened.selection.end.line], [0, 2]);
    await vscode.window.showTextDocument(fileUri('src/planner.ts'), { viewColumn: vscode.ViewColumn.One });
    const text = (await vscode.workspace.openTextDocument(fileUri('src/kettle.ts'))).getText().split('\n');
    const line = text.findIndex((one) => one.includes('KettleQueue')) + 1;
    const parent = { chunk: place('src/kettle.ts', line, line) };
    await vscode.commands.executeCommand('meshrag.openToSide', { kind: 'entity', parent, entity: 'KettleQueue' });
    const named = vscode.window.activeTextEditor;
    assert.equal(named?.viewColumn, vscode.ViewColumn.Two);
    assert.equal(named.document.getText(named.selection), 'KettleQueue');
  });

  test('the passages that connect two names are listed, and the first one opens at its line', async () => {
    await closeEditors();
    const done = vscode.commands.executeCommand('meshrag.connect', { from: 'Planner', to: 'KettleQueue' });
    await until('the first passage to open', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.activeTextEditor !== undefined;
    });
    await done;
    const editor = vscode.window.activeTextEditor as vscode.TextEditor;
    assert.match(editor.document.getText(editor.selection), /Planner/);
  });

  test('the cursor in an output channel is not followed', async () => {
    const channel = vscode.window.createOutputChannel('Kettle');
    try {
      await vscode.window.showTextDocument(fileUri('src/planner.ts'));
      assert.equal(activeEditor()?.document.uri.toString(), fileUri('src/planner.ts').toString());
      channel.appendLine('KettleQueue');
      channel.show(false);
      await until(
        'the channel to be the active editor',
        () => vscode.window.activeTextEditor?.document.uri.scheme === 'output' || undefined,
      );
      assert.equal(activeEditor(), undefined);
    } finally {
      channel.dispose();
      await vscode.commands.executeCommand('workbench.action.closePanel');
    }
  });

  test('the file of a row is excluded from the index by the setting', async () => {
    const settings = () => vscode.workspace.getConfiguration('meshrag', fileUri('')).get('exclude');
    await vscode.commands.executeCommand('meshrag.excludeFromIndex', { kind: 'source', to: chunk });
    try {
      assert.deepEqual(settings(), ['docs/brewing.md']);
    } finally {
      await vscode.workspace.getConfiguration('meshrag').update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    }
    assert.deepEqual(settings(), []);
  });
});
