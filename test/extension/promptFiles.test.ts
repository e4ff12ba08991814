import * as assert from 'node:assert/strict';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { whenReady } from './workspace.ts';

suite('what the extension contributes to agents', () => {
  suiteSetup(whenReady);

  test('VS Code registers the skill, the subagent and the instructions', async () => {
    const listed =
      await vscode.commands.executeCommand<{ uri: { path: string }; type: string; extensionId: string }[]>('_listExtensionPromptFiles');
    const ours = listed.filter(({ extensionId }) => extensionId === 'meshrag.meshrag');
    assert.deepEqual(ours.map(({ type, uri }) => `${type} ${uri.path.replace(/^.*\/plugin\//, '')}`).sort(), [
      'agent agents/meshrag-explorer.agent.md',
      'instructions instructions/meshrag.instructions.md',
      'skill skills/meshrag/SKILL.md',
    ]);
  });
});
