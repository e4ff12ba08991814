/** Opens the walkthrough of four steps. */

import * as vscode from 'vscode';

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'meshrag.meshrag#meshrag.start', false);
}
