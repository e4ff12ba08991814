/** Saves a thread as a Markdown document, whose links are relative to where it is saved. */

import nodePath from 'node:path';
import * as vscode from 'vscode';
import type { PanelTurn } from '../../../protocol/panels/panelThread.ts';
import { t } from '../../../protocol/text/translate.ts';
import { shown } from '../../../protocol/text/visible.ts';
import { localFolders } from '../../client/configuration.ts';
import { type PathTo, threadMarkdown } from './answerMarkdown.ts';

const maxNameLength = 60;

/** Asks where to, and opens the document. */
export async function saveThread(turns: readonly PanelTurn[], column: vscode.ViewColumn): Promise<void> {
  const [first] = turns;
  if (first === undefined) throw new Error(t('There is no thread to save: nothing has been asked yet.'));
  const [folder] = localFolders();
  const uri = await vscode.window.showSaveDialog({
    title: t('Save the thread'),
    filters: { Markdown: ['md'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, `${fileName(first.question)}.md`) }),
  });
  if (uri === undefined) return;
  const from = nodePath.posix.dirname(uri.path);
  const pathTo: PathTo = (place) => nodePath.posix.relative(from, vscode.Uri.parse(place.uri, true).path);
  const text = threadMarkdown(turns, pathTo);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(uri, { viewColumn: column, preview: true });
}

/** The words of a question, without what no file system allows. */
function fileName(question: string): string {
  const words = shown(question).replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, ' ');
  return (
    words
      .trim()
      .replace(/^\.+|\.+$/g, '')
      .slice(0, maxNameLength)
      .trim() || 'thread'
  );
}
