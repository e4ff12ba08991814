/** Writes a folder's index to a directory for other machines, and starts one from such a directory. */

import * as vscode from 'vscode';
import { type ExportResult, exportRequest, importRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { localFolders } from '../client/configuration.ts';
import { bytes, count } from '../editor/numbers.ts';
import type { CommandContext } from './context.ts';

const exportName = 'meshrag-index';

/** @param argument where to write it; asked for if it is no URI of a file. */
export async function exportIndex({ client }: CommandContext, argument: unknown): Promise<void> {
  const folder = await chosenFolder();
  if (folder === undefined) return;
  const directory =
    fileArgument(argument) ??
    (await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder.uri, '..', exportName) }))?.fsPath;
  if (directory === undefined) return;
  const title = t('Exporting the index');
  const write = (withReplies: boolean) =>
    vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      client.request(exportRequest, { folder: folder.uri.toString(), directory, withReplies }),
    );
  const show = ({ files, writtenBytes, repliesLeftOut }: ExportResult) => {
    const exported = t(
      'Exported {0} files to {1} ({2}). The export contains their words, names and paths: share it only with people who may read them.',
      ...[count(files), directory, bytes(writtenBytes)],
    );
    const leftOut = t('Replies of models about passages are not included: {0}.', count(repliesLeftOut));
    return repliesLeftOut === 0
      ? vscode.window.showInformationMessage(exported)
      : vscode.window.showInformationMessage(`${exported} ${leftOut}`, t('Add Them'));
  };
  // The command ends before the message is answered.
  show(await write(false)).then(async (added) => added !== undefined && show(await write(true)));
}

/** @param argument the directory; asked for if it is no URI of a file. */
export async function importIndex({ client }: CommandContext, argument: unknown): Promise<void> {
  const folder = await chosenFolder();
  if (folder === undefined) return;
  const openLabel = t('Import');
  const title = t('Import an index that you trust');
  const chosen = { openLabel, title, canSelectFiles: false, canSelectFolders: true };
  const directory = fileArgument(argument) ?? (await vscode.window.showOpenDialog(chosen))?.[0]?.fsPath;
  if (directory === undefined) return;
  const { same, analysed } = await client.request(importRequest, { folder: folder.uri.toString(), directory });
  vscode.window.setStatusBarMessage(t('Imported {0} files; others analysed: {1}', count(same), count(analysed)), 5000);
}

/** The folder of the window, or the one that is picked; undefined if none is. Throws if there is none. */
async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = localFolders();
  if (folders.length === 0) throw new Error(t('No folder is open, so there is nothing to index.'));
  return folders.length === 1 ? folders[0] : vscode.window.showWorkspaceFolderPick();
}

function fileArgument(argument: unknown): string | undefined {
  return argument instanceof vscode.Uri && argument.scheme === 'file' ? argument.fsPath : undefined;
}
