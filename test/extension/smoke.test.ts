import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { createFileUris } from '../../src/server/fileUris.ts';

suite('the extension', () => {
  test('activates', async () => {
    const extension = vscode.extensions.getExtension('meshrag.meshrag');
    assert.ok(extension, 'meshrag.meshrag is not installed in this VS Code');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  test('registers every command that its manifest contributes', async () => {
    const { contributes } = vscode.extensions.getExtension('meshrag.meshrag')?.packageJSON ?? {};
    const registered = new Set(await vscode.commands.getCommands(true));
    const contributed: string[] = contributes.commands.map((command: { command: string }) => command.command);
    assert.ok(contributed.includes('meshrag.ask'));
    assert.deepEqual(
      contributed.filter((command) => !registered.has(command)),
      [],
    );
  });

  test('the server spells the URIs of files as the editor does, so that both may be compared', () => {
    const { toUri } = createFileUris(process.platform === 'win32');
    const names = ['@types', '[id].tsx', '(group)', 'c++', 'a=b', 'x, y; z', "it's", 'a!*$&:~', '100%', 'q?#', 'ä 😀', 'C:'];
    for (const name of names.slice(0, process.platform === 'win32' ? 6 : undefined)) {
      const { fsPath } = vscode.Uri.joinPath(vscode.Uri.file('/work'), name, 'a.md');
      assert.equal(toUri(fsPath), vscode.Uri.file(fsPath).toString());
    }
  });
});
