import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

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
});
