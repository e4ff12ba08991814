/** Shows what is related to a place: moves the cursor there and opens the view that follows it. */

import * as vscode from 'vscode';
import { uri, zeroBased } from '../../protocol/places.ts';
import { check, hasField, object } from '../../protocol/schema.ts';
import type { CommandContext } from './context.ts';

/** `argument` may be `{ uri, line, character }`, 0-based, or the file of a menu; otherwise the cursor stays where it is. */
export async function showRelated({ related }: CommandContext, argument: unknown): Promise<void> {
  if (argument instanceof vscode.Uri) await vscode.window.showTextDocument(argument, { preview: true });
  else if (hasField(argument, 'line')) await goTo(argument);
  else if (!vscode.window.activeTextEditor) throw new Error(vscode.l10n.t('Open a file to see what is related to the cursor’s place.'));
  await related.show();
}

async function goTo(argument: object): Promise<void> {
  const place = check(object({ uri, line: zeroBased, character: zeroBased }), argument);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
  const at = document.validatePosition(new vscode.Position(place.line, place.character));
  const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, { viewColumn: open?.viewColumn, selection: new vscode.Range(at, at) });
}
