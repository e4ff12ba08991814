/** Removes the stored index of this workspace, after confirmation. */

import * as vscode from 'vscode';
import { clearRequest } from '../../protocol/server.ts';
import type { CommandContext } from './context.ts';

export async function clearIndex({ client }: CommandContext): Promise<void> {
  const clear = vscode.l10n.t('Clear index');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Clear the index of this workspace?'),
    { modal: true, detail: vscode.l10n.t('Your files are not touched. Questions find nothing until the index is rebuilt.') },
    clear,
  );
  if (choice !== clear) return;
  await client.request(clearRequest, {});
  vscode.window.setStatusBarMessage(vscode.l10n.t('Index cleared'), 5000);
}
