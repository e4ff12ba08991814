/** Restricted Mode, in which no model is called: its message, and how to leave it. */

import * as vscode from 'vscode';
import { t } from '../../../protocol/text/translate.ts';

/** VS Code's own page for trusting a workspace; extensions have no other way to ask for it. */
export const manageTrustCommand = 'workbench.trust.manage';

/** One sentence on Restricted Mode; undefined if the workspace is trusted. */
export function whyRestricted(): string | undefined {
  if (vscode.workspace.isTrusted) return undefined;
  return t('This workspace is in Restricted Mode, so no model is called.');
}

export function manageTrustLabel(): string {
  return t('Manage Workspace Trust');
}

/** Shows a notification that no model is called, and offers to trust the workspace. */
export function offerTrust(why: string): void {
  const manage = manageTrustLabel();
  // Not awaited: nothing depends on the user's reaction.
  vscode.window.showWarningMessage(why, manage).then((choice) => {
    if (choice === manage) vscode.commands.executeCommand(manageTrustCommand);
  });
}
