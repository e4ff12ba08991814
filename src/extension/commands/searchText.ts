/** Searches files for a question's words with the editor's own search, if our index finds nothing. */

import * as vscode from 'vscode';
import { asObject, asString } from '../../protocol/check.ts';

/** `argument` is `{ query }`. */
export async function searchText(argument: unknown): Promise<void> {
  const query = asString(asObject(argument, 'argument').query, 'query');
  await vscode.commands.executeCommand('workbench.action.findInFiles', { query });
}
