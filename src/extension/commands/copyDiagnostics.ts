/** Copies counts and versions for an issue; no paths, names or content. */

import * as vscode from 'vscode';
import type { CommandContext } from './context.ts';

export async function copyDiagnostics({ report }: CommandContext): Promise<void> {
  await vscode.env.clipboard.writeText(await report.diagnostics());
  vscode.window.setStatusBarMessage(vscode.l10n.t('Diagnostics copied: counts and versions, no paths, no content'), 5000);
}
