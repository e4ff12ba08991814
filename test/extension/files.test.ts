import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, askUntil, closeEditors, fileUri, untilFound, whenReady } from './workspace.ts';

suite('changes of files', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('saved text is found, renamed with its file, and removed with it', async () => {
    const note = fileUri('docs/samovar.md');
    await vscode.workspace.fs.writeFile(note, Buffer.from('# Samovar\n'));
    const document = await vscode.workspace.openTextDocument(note);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(note, new vscode.Position(1, 0), '\nThe samovar of Drusilla holds twenty cups.\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(
      (await ask('samovar of Drusilla')).sources.some(({ path }) => path === 'docs/samovar.md' && path.includes('Drusilla')),
      false,
    );
    await document.save();
    await askUntil('samovar of Drusilla', ({ found, citations }) => found && citations[0]?.path === 'docs/samovar.md');

    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(note, fileUri('docs/urn.md'));
    await vscode.workspace.applyEdit(rename);
    await askUntil('samovar of Drusilla', ({ citations }) => citations[0]?.path === 'docs/urn.md');

    await vscode.workspace.fs.delete(fileUri('docs/urn.md'));
    await askUntil('samovar of Drusilla', ({ found }) => !found);
  });

  test('files excluded by a setting are no longer found', async () => {
    const settings = vscode.workspace.getConfiguration('files');
    await askUntil('temperatures of oolong and green tea', ({ citations }) => citations.some(({ path }) => path === 'docs/brewing.md'));
    await settings.update('exclude', { 'docs/brewing.md': true }, vscode.ConfigurationTarget.Workspace);
    try {
      await askUntil('temperatures of oolong and green tea', ({ sources }) => sources.every(({ path }) => path !== 'docs/brewing.md'));
    } finally {
      await settings.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await askUntil('temperatures of oolong and green tea', ({ citations }) => citations.some(({ path }) => path === 'docs/brewing.md'));
  });

  test('a file is read in the language that a setting associates with it', async () => {
    const settings = vscode.workspace.getConfiguration('files');
    const question = 'oolong green tea lang:python';
    const isFound = ({ sources }: Awaited<ReturnType<typeof askUntil>>): boolean => sources.some(({ path }) => path === 'docs/brewing.md');
    await askUntil(question, (answer) => !isFound(answer));
    await settings.update('associations', { '**/docs/brewing.*': 'python' }, vscode.ConfigurationTarget.Workspace);
    try {
      await askUntil(question, isFound);
    } finally {
      await settings.update('associations', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await askUntil(question, (answer) => !isFound(answer));
  });

  test('a place is opened where its lines are now, also among unsaved edits', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri('src/teapot.py'));
    const line = document
      .getText()
      .split('\n')
      .findIndex((text) => text.startsWith('def ring_bell'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# one\n# two\n# three\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    await openPlace(vscode.workspace.asRelativePath(document.uri), line + 1, line + 3);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), document.uri.toString());
    assert.equal(editor?.selection.start.line, line + 3);
    assert.equal(editor?.selection.end.line, line + 5);
    assert.match(document.getText(editor?.selection), /^def ring_bell/);
  });

  test('a place opens where its lines have moved to in a file of another encoding', async () => {
    for (const mark of ['\ufeff', '']) {
      const file = fileUri(`utf16${mark && '-mark'}.md`);
      await vscode.workspace.fs.writeFile(file, Buffer.from(`${mark}# Größe\n\nDie Winde von Brunhild läuft.\n`, 'utf16le'));
      await untilFound('Winde von Brunhild', vscode.workspace.asRelativePath(file));
      const document = await vscode.workspace.openTextDocument(file);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), 'Neu über allem\n\n');
      await vscode.workspace.applyEdit(edit);
      await openPlace(vscode.workspace.asRelativePath(file), 3, 3);
      assert.equal(document.getText(vscode.window.activeTextEditor?.selection), 'Die Winde von Brunhild läuft.');
      await document.save();
      await vscode.workspace.fs.delete(file);
    }
  });

  test('a link opens nothing outside the workspace, by a path, a URI or a symbolic link', async () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-outside-'));
    const inside = fileUri('link.md').fsPath;
    fs.writeFileSync(path.join(outside, 'secret.md'), '# Secret\n');
    fs.symlinkSync(path.join(outside, 'secret.md'), inside);
    try {
      await openPlace('README.md', 1, 1);
      const before = vscode.window.activeTextEditor?.document.uri.toString();
      assert.equal(before, fileUri('README.md').toString());
      const lines = { startLine: 1, endLine: 1 };
      for (const wrong of [
        { uri: vscode.Uri.file(path.join(outside, 'secret.md')).toString(), path: 'README.md', ...lines },
        { folder: 0, path: `../${path.basename(outside)}/secret.md`, ...lines },
        { folder: 0, path: path.join(outside, 'secret.md'), ...lines },
        { folder: 0, path: 'docs\\..\\..\\secret.md', ...lines },
        { folder: 0, path: 'link.md', ...lines },
        { folder: 9, path: 'README.md', ...lines },
        { folder: 0, path: 'nowhere/at/all.md', ...lines },
        { folder: 0, path: 'docs/brewing.md', startLine: 0, endLine: 1 },
        { folder: 0, path: 'docs/brewing.md', startLine: 2, endLine: 1 },
        'x',
      ]) {
        await vscode.commands.executeCommand('meshrag.openPlace', wrong);
        assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), before, JSON.stringify(wrong));
      }
    } finally {
      fs.rmSync(inside, { force: true });
      fs.rmSync(outside, { recursive: true, force: true });
    }
  });
});

function openPlace(path: string, startLine: number, endLine: number): Thenable<unknown> {
  return vscode.commands.executeCommand('meshrag.openPlace', { folder: 0, path, startLine, endLine });
}
