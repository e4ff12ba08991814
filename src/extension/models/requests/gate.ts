/** Whether anything may be sent at all. Both conditions override every choice and every consent. */

import * as vscode from 'vscode';
import { t } from '../../../protocol/text/translate.ts';

/** The offline switch is on if any of the user's, the workspace's or a folder's settings turns it on: none can turn it off for another. */
export function isOffline(): boolean {
  return [undefined, ...(vscode.workspace.workspaceFolders ?? [])].some((folder) => {
    const inspected = vscode.workspace.getConfiguration('meshrag', folder).inspect<boolean>('offline');
    return inspected?.globalValue === true || inspected?.workspaceValue === true || inspected?.workspaceFolderValue === true;
  });
}

/** One sentence on why no model may be called; undefined if one may. */
export function whyWithheld(): string | undefined {
  if (isOffline()) return t('Nothing was sent: MeshRAG is set to offline.');
  if (!vscode.workspace.isTrusted) return t('Nothing was sent: this workspace is in Restricted Mode.');
  return undefined;
}
