// Shared by the suites: the activated extension, the fixture's files, and waiting.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { MeshragExports } from '../../src/extension/extension.ts';
import type { AskResult } from '../../src/protocol/places.ts';
import { until } from '../support/until.ts';

/** Activates the extension and waits until every folder is indexed. */
export async function whenReady(): Promise<MeshragExports> {
  const extension = vscode.extensions.getExtension<MeshragExports>('meshrag.meshrag');
  assert.ok(extension, 'meshrag.meshrag is not installed in this VS Code');
  const exports = await extension.activate();
  assert.equal(await exports.ready(), true);
  return exports;
}

/** The URI of a file of the fixture. */
export function fileUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'No folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Asks like a keybinding. */
export async function ask(question: string, context?: string): Promise<AskResult> {
  const result = await vscode.commands.executeCommand<AskResult | undefined>('meshrag.ask', { question, context });
  assert.ok(result, `"${question}" got no answer`);
  return result;
}

/** Repeats the question until the answer is as expected. */
export async function askUntil(question: string, wanted: (result: AskResult) => boolean): Promise<AskResult> {
  return until(`another answer to "${question}"`, async () => {
    const result = await ask(question);
    return wanted(result) && result;
  });
}

/** The result of a tool, called as by an agent. */
export async function callTool(
  name: string,
  input: object,
  tokenizationOptions?: vscode.LanguageModelToolTokenizationOptions,
): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined, tokenizationOptions });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** Waits until a search finds a file, without touching the answer panel or its thread. */
export async function untilFound(query: string, path: string): Promise<void> {
  await until(`${path} to be found`, async () => (await callTool('mesh_search', { question: query })).includes(path));
}

/** The text of all hovers at the first occurrence of a word. */
export async function hoverAt(document: vscode.TextDocument, word: string): Promise<string> {
  const position = document.positionAt(document.getText().indexOf(word) + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers.flatMap((hover) => hover.contents.map((content) => (typeof content === 'string' ? content : content.value))).join('\n\n');
}

/** Closes all editors without asking to save. */
export async function closeEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // What waits for an editor must not find an old one.
  await until('no editor', () => vscode.window.visibleTextEditors.every(({ document }) => document.uri.scheme === 'output'));
}
