/** The files and folders on which a menu of the explorer, of a tab or of one of our trees was opened. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { placeOfRow } from '../views/rowPlace.ts';

/** A file or folder of an open folder. */
export interface MenuFile {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  readonly isFolder: boolean;
}

/** The chosen items: the whole selection if there are several; the active editor's file if run from the palette. */
export async function menuFiles(argument: unknown, selected: unknown): Promise<readonly MenuFile[]> {
  const chosen = Array.isArray(selected) && selected.length > 0 ? selected : [argument ?? vscode.window.activeTextEditor?.document.uri];
  const files: MenuFile[] = [];
  for (const one of chosen) {
    const uri = uriArgument(one);
    const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
    if (!uri || !folder) continue;
    const { type } = await vscode.workspace.fs.stat(uri);
    files.push({ uri, folder, isFolder: (type & vscode.FileType.Directory) !== 0 });
  }
  if (files.length === 0) throw new Error(t('Choose a file or folder of this workspace.'));
  return files;
}

function uriArgument(chosen: unknown): vscode.Uri | undefined {
  if (chosen instanceof vscode.Uri) return chosen;
  const place = placeOfRow(chosen);
  return place && vscode.Uri.parse(place.uri, true);
}

/** A name of the files for titles: that of the only one, or their number. */
export function nameOfFiles(files: readonly MenuFile[]): string {
  const [first] = files;
  return first && files.length === 1 ? vscode.workspace.asRelativePath(first.uri) : t('{0} files and folders', files.length);
}
