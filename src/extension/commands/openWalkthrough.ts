/** Opens the four steps that show what there is. */

import * as vscode from 'vscode';

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'meshrag.meshrag#meshrag.start', false);
}
