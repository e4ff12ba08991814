// This Place: the command with its tree, its rows, and the code lens.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { confirmedByLanguage } from '../../src/extension/views/languageReferences.ts';
import {
  definitions,
  linesBelow,
  type PlaceNode,
  placesBelow,
  reachRows,
  toPlaceItem,
  usersByRole,
} from '../../src/extension/views/placeNodes.ts';
import type { ImpactResult } from '../../src/protocol/impact.ts';
import { until } from '../support/until.ts';
import { closeEditors, fileUri, whenReady } from './workspace.ts';

suite('this place', () => {
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
    vscode.commands.executeCommand<ImpactResult | undefined>('meshrag.showPlace', argument, selected);

  test('a definition at a line: users with lines, in a tree of kinds, files and lines that opens its places', async () => {
    const line = await lineOf('src/kettle.ts', 'class KettleQueue');
    const result = await show({ uri: fileUri('src/kettle.ts').toString(), line });
    assert.ok(result);
    assert.deepEqual(namesIn(result), ['KettleQueue']);
    assert.equal(toPlaceItem(definitions(result)[0] as PlaceNode).description, `src/kettle.ts:${line + 1}`);
    const roles = usersByRole(result.rows);
    const [users] = roles;
    assert.ok(users?.kind === 'section');
    const labels = roles.map((one) => String(toPlaceItem(one).label));
    assert.ok(labels.includes('Used by') && labels.includes('Documents and comments'), labels.join());
    assert.equal(toPlaceItem(users).collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    const peeked = placesBelow(users).map(({ path, startLine }) => `${path}:${startLine}`);
    assert.ok(peeked.length > users.children.length || peeked.length > 1, peeked.join());
    assert.equal(new Set(peeked).size, peeked.length);
    await vscode.commands.executeCommand('meshrag.peek', users);
    const [file] = users.children as readonly [Extract<PlaceNode, { kind: 'file' }>];
    const [row] = await linesBelow(file);
    assert.ok(row?.kind === 'line');
    assert.match(String(toPlaceItem(row).label), /^\d+: .*KettleQueue/);
    const { command } = toPlaceItem(row);
    await vscode.commands.executeCommand(command?.command as string, ...(command?.arguments ?? []));
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), row.to.uri);
    assert.equal(editor?.selection.start.line, row.to.startLine - 1);
  });

  test('what uses the users is found by level', async () => {
    const result = await vscode.commands.executeCommand<ImpactResult>('meshrag.showPlace', { name: 'KettleQueue' });
    assert.ok(result.rows.every(({ depth }) => depth <= 1));
    assert.deepEqual(
      reachRows([]).map((one) => String(toPlaceItem(one).label)),
      ['Nothing further.'],
    );
  });

  test('the name at the cursor where it is used, the definition around it, and a file of the explorer', async () => {
    const line = await lineOf('src/kettle.ts', 'class KettleQueue');
    const editor = await vscode.window.showTextDocument(fileUri('src/kettle.ts'));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    assert.deepEqual(namesIn(await show()), ['KettleQueue']);
    const planner = await vscode.window.showTextDocument(fileUri('src/planner.ts'));
    const at = planner.document.positionAt(planner.document.getText().lastIndexOf('KettleQueue') + 2);
    planner.selection = new vscode.Selection(at, at);
    assert.deepEqual(namesIn(await show()), ['KettleQueue']);
    const uri = fileUri('src/kettle.ts');
    const ofFile = await show(uri, [uri]);
    assert.deepEqual(pathsIn(ofFile), ['src/kettle.ts']);
    assert.ok(namesIn(ofFile).includes('Kettle') && namesIn(ofFile).includes('KettleQueue'), namesIn(ofFile).join());
  });

  test('uses that mean another thing, as the editor’s language support says, are listed apart', async () => {
    const file = fileUri('src/other.ts');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("const guests = new Set<string>();\nguests.add('Lapsang');\n"));
    try {
      // TypeScript needs a moment to start, and the file one to be indexed.
      const { rows, elsewhere } = await until('the use that means a set', async () => {
        const result = await show({ name: 'add' });
        const confirmed = result && (await confirmedByLanguage('add', result));
        return confirmed?.elsewhere.some(({ path }) => path === 'src/other.ts') && confirmed;
      });
      assert.deepEqual(
        elsewhere.map(({ path, lines }) => [path, lines.map(({ line }) => line)]),
        [['src/other.ts', [2]]],
      );
      assert.ok(!rows.some(({ path }) => path === 'src/other.ts'));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  test('a name that nothing has is refused, as is any other argument', async () => {
    assert.equal(await show({ name: 'KettleQeue' }), undefined);
    assert.equal(await show({ name: 7 }), undefined);
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
      return all.filter(({ command }) => command?.command === 'meshrag.showPlace');
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
