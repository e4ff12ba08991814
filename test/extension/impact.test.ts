// What a change reaches: the command with its tree, its rows, and the code lens.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { type ImpactNode, impactFiles, impactGroups, impactLines, toImpactItem } from '../../src/extension/views/impactNodes.ts';
import type { ImpactResult } from '../../src/protocol/symbol.ts';
import { until } from '../support/until.ts';
import { closeEditors, fileUri, whenReady } from './workspace.ts';

suite('what a change reaches', () => {
  suiteSetup(whenReady);
  suiteTeardown(async () => {
    await vscode.workspace.getConfiguration('meshrag').update('impactCodeLens', undefined, vscode.ConfigurationTarget.Global);
    await closeEditors();
  });

  async function lineOf(file: string, text: string): Promise<number> {
    const document = await vscode.workspace.openTextDocument(fileUri(file));
    return document.positionAt(document.getText().indexOf(text)).line;
  }

  const namesIn = (result: ImpactResult | undefined) => [...new Set(result?.names.map(({ name }) => name))];
  const pathsIn = (result: ImpactResult | undefined) => result?.sources.map(({ path }) => path);
  const show = (argument?: unknown, selected?: unknown) =>
    vscode.commands.executeCommand<ImpactResult | undefined>('meshrag.showImpact', argument, selected);

  test('a definition at a line: users with lines, in a tree of kinds, files and lines that opens its places', async () => {
    const line = await lineOf('src/kettle.ts', 'class KettleQueue');
    const result = await show({ uri: fileUri('src/kettle.ts').toString(), line });
    assert.ok(result);
    assert.deepEqual(namesIn(result), ['KettleQueue']);
    const groups = impactGroups(result.rows);
    const [group] = groups;
    assert.ok(group?.kind === 'group');
    const labels = groups.map((one) => String(toImpactItem(one).label));
    assert.ok(labels.includes('Used by') && labels.includes('Documents and comments'), labels.join());
    assert.equal(toImpactItem(group).collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    const [file] = impactFiles(group) as [Extract<ImpactNode, { kind: 'file' }>];
    const [row] = await impactLines(file);
    assert.ok(row?.kind === 'line');
    assert.match(String(toImpactItem(row).label), /^\d+: .*KettleQueue/);
    const { command } = toImpactItem(row);
    await vscode.commands.executeCommand(command?.command as string, ...(command?.arguments ?? []));
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), row.row.uri);
    assert.equal(editor?.selection.start.line, row.line - 1);
  });

  test('the place of the cursor, and a file of the explorer', async () => {
    const line = await lineOf('src/kettle.ts', 'class KettleQueue');
    const editor = await vscode.window.showTextDocument(fileUri('src/kettle.ts'));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    assert.deepEqual(namesIn(await show()), ['KettleQueue']);
    const uri = fileUri('src/kettle.ts');
    const ofFile = await show(uri, [uri]);
    assert.deepEqual(pathsIn(ofFile), ['src/kettle.ts']);
    assert.ok(namesIn(ofFile).includes('Kettle') && namesIn(ofFile).includes('KettleQueue'), namesIn(ofFile).join());
  });

  test('unsaved changes are reported', async () => {
    const editor = await vscode.window.showTextDocument(fileUri('src/kettle.ts'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    const result = await show({ uri: fileUri('src/kettle.ts').toString() });
    assert.ok(result?.notes.some(({ code }) => code === 'unsaved'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  test('the code lens is off by default, and above each definition once it is switched on', async () => {
    const uri = fileUri('src/kettle.ts');
    await vscode.window.showTextDocument(uri);
    const lenses = async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
      return all.filter(({ command }) => command?.command === 'meshrag.showImpact');
    };
    assert.equal((await lenses()).length, 0);
    await vscode.workspace.getConfiguration('meshrag').update('impactCodeLens', true, vscode.ConfigurationTarget.Global);
    const shown = await until('code lenses', async () => {
      const found = await lenses();
      return found.length > 0 && found;
    });
    const lines = shown.map(({ range }) => range.start.line);
    assert.ok(lines.includes(await lineOf('src/kettle.ts', 'class KettleQueue')), lines.join());
    const [first] = shown as [vscode.CodeLens];
    const result = await vscode.commands.executeCommand<ImpactResult>(
      first.command?.command as string,
      ...(first.command?.arguments ?? []),
    );
    assert.deepEqual(pathsIn(result), ['src/kettle.ts']);
  });
});
