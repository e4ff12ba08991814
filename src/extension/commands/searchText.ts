/** Looks for a question's words in the text of files by the editor's own search: where our index finds nothing. */

import * as vscode from 'vscode';
import { asObject, asString } from '../../protocol/check.ts';

/** `argument` is `{ query }`. */
export async function searchText(argument: unknown): Promise<void> {
  const query = asString(asObject(argument, 'argument').query, 'query');
  await vscode.commands.executeCommand('workbench.action.findInFiles', { query });
}
