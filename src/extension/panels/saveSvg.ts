/** Saves a figure as a file of the user's choice. */

import * as vscode from 'vscode';

export async function saveSvg(figure: string, svg: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${figure.replace(/[^\w-]+/g, '-')}.svg`;
  const target = await vscode.window.showSaveDialog({
    filters: { SVG: ['svg'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
}
