/** Rebuilds, clears, pauses and resumes indexing. */

import * as vscode from 'vscode';
import { clearRequest, pauseRequest, rebuildRequest, resumeRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { localFolders } from '../client/configuration.ts';
import { count, duration } from '../editor/numbers.ts';
import type { CommandContext } from './context.ts';

/** Discards the stored index and builds it again; the status item and the editor show the progress. */
export async function rebuildIndex({ client }: CommandContext): Promise<void> {
  if (localFolders().length === 0) throw new Error(t('No folder is open, so there is nothing to index.'));
  if (client.status?.paused) {
    const resume = t('Resume and rebuild');
    const message = t('Indexing is paused, so the index is not rebuilt.');
    if ((await vscode.window.showInformationMessage(message, resume)) !== resume) return;
    await vscode.commands.executeCommand('meshrag.resume');
  }
  const startedMs = Date.now();
  await client.request(rebuildRequest, {});
  const files = (client.status?.folders ?? []).reduce((sum, folder) => sum + folder.files, 0);
  vscode.window.setStatusBarMessage(t('Indexed {0} files in {1}', count(files), duration(Date.now() - startedMs)), 5000);
}

/** Removes the stored index of this workspace, after confirmation. */
export async function clearIndex({ client }: CommandContext): Promise<void> {
  const clear = t('Clear index');
  const choice = await vscode.window.showWarningMessage(
    t('Clear the index of this workspace?'),
    { modal: true, detail: t('Your files are not changed. Questions find nothing until the index is rebuilt.') },
    clear,
  );
  if (choice !== clear) return;
  await client.request(clearRequest, {});
  vscode.window.setStatusBarMessage(t('Index cleared'), 5000);
}

/** Meanwhile questions are answered from the current index. */
export async function pauseIndexing({ client }: CommandContext): Promise<void> {
  await client.request(pauseRequest, {});
  await vscode.commands.executeCommand('setContext', 'meshrag.paused', true);
}

export async function resumeIndexing({ client }: CommandContext): Promise<void> {
  await client.request(resumeRequest, {});
  await vscode.commands.executeCommand('setContext', 'meshrag.paused', false);
}
