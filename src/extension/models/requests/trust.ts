/** Restricted Mode, in which no model is called: what is said of it, and the way out. */

import * as vscode from 'vscode';

/** VS Code's own page on which a workspace is trusted; extensions cannot ask for it in another way. */
export const manageTrustCommand = 'workbench.trust.manage';

/** One sentence on Restricted Mode; undefined where the workspace is trusted. */
export function whyRestricted(): string | undefined {
  if (vscode.workspace.isTrusted) return undefined;
  return vscode.l10n.t('This workspace is in Restricted Mode, in which no model is called.');
}

export function manageTrustLabel(): string {
  return vscode.l10n.t('Manage Workspace Trust');
}

/** Says in a notification that no model is called, and offers to trust the workspace. */
export function offerTrust(why: string): void {
  const manage = manageTrustLabel();
  // Not awaited: nobody waits for what the user does about it.
  vscode.window.showWarningMessage(why, manage).then((choice) => {
    if (choice === manage) vscode.commands.executeCommand(manageTrustCommand);
  });
}
