/** Excludes files and folders from the index by adding them to the exclude setting, with an undo. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { messageOf } from '../client/strings.ts';
import { excludeGlob } from '../editor/excludeGlob.ts';
import { type MenuFile, menuFiles, nameOfFiles } from './menuFiles.ts';

/** `argument` and `selected` come from the menus of the explorer and of tabs. */
export async function excludeFromIndex(argument: unknown, selected: unknown): Promise<void> {
  const files = await menuFiles(argument, selected);
  if (files.some(({ uri, folder }) => uri.toString() === folder.uri.toString()))
    throw new Error(t('Use the setting meshrag.enable to exclude a whole workspace folder.'));
  const before = new Map<string, readonly string[] | undefined>();
  for (const folder of new Set(files.map((file) => file.folder))) {
    const own = files.filter((file) => file.folder === folder);
    before.set(folder.uri.toString(), readGlobs(folder));
    await write(folder, [...new Set([...(readGlobs(folder) ?? []), ...own.map(globOf)])]);
  }
  // Not awaited: the files are excluded whether or not the user undoes it.
  offerUndo(files, before).catch((error) => vscode.window.showErrorMessage(messageOf(error)));
}

async function offerUndo(files: readonly MenuFile[], before: ReadonlyMap<string, readonly string[] | undefined>): Promise<void> {
  const undo = t('Undo');
  const message = t('{0} is left out of the index, by the setting meshrag.exclude.', nameOfFiles(files));
  const show = t('Show setting');
  const choice = await vscode.window.showInformationMessage(message, undo, show);
  if (choice === show) await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', { query: '@id:meshrag.exclude' });
  if (choice !== undo) return;
  for (const folder of new Set(files.map((file) => file.folder))) {
    // Removes only what was added: the setting may have changed in the meantime.
    const kept = before.get(folder.uri.toString());
    const added = new Set(files.map(globOf).filter((glob) => !kept?.includes(glob)));
    const rest = (readGlobs(folder) ?? []).filter((glob) => !added.has(glob));
    await write(folder, rest.length === 0 && kept === undefined ? undefined : rest);
  }
}

/** The setting of the folder or the workspace, without the user's own settings. */
function readGlobs(folder: vscode.WorkspaceFolder): readonly string[] | undefined {
  const inspected = vscode.workspace.getConfiguration('meshrag', folder.uri).inspect<unknown>('exclude');
  const value = target() === vscode.ConfigurationTarget.Workspace ? inspected?.workspaceValue : inspected?.workspaceFolderValue;
  return Array.isArray(value) ? value.filter((glob) => typeof glob === 'string') : undefined;
}

/** In a multi-root workspace each folder has its own settings; a single folder's settings are the workspace's. */
function target(): vscode.ConfigurationTarget {
  return vscode.workspace.workspaceFile ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
}

async function write(folder: vscode.WorkspaceFolder, globs: readonly string[] | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('meshrag', folder.uri).update('exclude', globs, target());
}

function globOf({ uri, isFolder }: MenuFile): string {
  return excludeGlob(vscode.workspace.asRelativePath(uri, false), isFolder);
}
