/** More…: the commands that few people need, which the command palette shows to developers only (`meshrag.developer`). */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { type CommandItem, commandItems, separator } from '../editor/listItems.ts';

/** Lists them and runs the chosen one. */
export async function showMore(extension: vscode.Extension<unknown>, isPaused: boolean): Promise<void> {
  const groups = [
    { label: t('Index'), commands: ['rebuild', 'clear', isPaused ? 'resume' : 'pause', 'exportIndex', 'importIndex', 'enrichIndex'] },
    { label: t('Retrievers'), commands: ['chooseRetriever', 'compareRetrievers', 'otherAngles', 'showFigures', 'showPaperReport'] },
    { label: t('Diagnostics'), commands: ['showReport', 'copyDiagnostics', 'showLog'] },
  ];
  const items = groups.flatMap(({ label, commands }): (vscode.QuickPickItem | CommandItem)[] => [
    separator(label),
    ...commandItems(
      extension,
      commands.map((name) => `meshrag.${name}`),
    ),
  ]);
  const picked = await vscode.window.showQuickPick(items, { title: 'MeshRAG' });
  if (picked !== undefined && 'command' in picked) await vscode.commands.executeCommand(picked.command);
}
