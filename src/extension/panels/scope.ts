/** Lets the user choose where answers may come from. */

import * as vscode from 'vscode';
import type { PanelScope } from '../../protocol/panel.ts';
import { localFolders } from '../configuration.ts';

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope: PanelScope | 'all';
}

/** The chosen scope, `'all'` for the whole workspace, undefined where nothing was chosen. */
export async function pickScope(current: PanelScope | undefined): Promise<PanelScope | 'all' | undefined> {
  const items: ScopeItem[] = [{ label: vscode.l10n.t('Whole workspace'), iconPath: new vscode.ThemeIcon('root-folder'), scope: 'all' }];
  const folders = localFolders();
  if (folders.length > 1) for (const folder of folders) items.push(item(folder.name, folder.uri, 'root-folder'));
  for (const { uri, label } of openFiles()) {
    const folder = vscode.Uri.joinPath(uri, '..');
    const isRoot = folders.some((root) => root.uri.toString() === folder.toString());
    if (!isRoot) items.push(item(vscode.workspace.asRelativePath(folder), folder, 'folder'));
    items.push(item(label, uri, 'file'));
  }
  const unique = items.filter((one, i) => items.findIndex((other) => other.label === one.label) === i);
  const picked = await vscode.window.showQuickPick(unique, {
    title: vscode.l10n.t('Answer from'),
    placeHolder: current?.label ?? vscode.l10n.t('Whole workspace'),
  });
  return picked?.scope;
}

function item(label: string, uri: vscode.Uri, icon: string): ScopeItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), scope: { label, uris: [uri.toString()] } };
}

function openFiles(): { uri: vscode.Uri; label: string }[] {
  return vscode.window.visibleTextEditors
    .map((editor) => editor.document.uri)
    .filter((uri) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .map((uri) => ({ uri, label: vscode.workspace.asRelativePath(uri) }));
}
