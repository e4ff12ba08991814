/** Searches files for a question's words with the editor's own search, if our index finds nothing. */

import * as vscode from 'vscode';
import { check, object, text } from '../../protocol/schema.ts';

/** `argument` is `{ query }`. */
export async function searchText(argument: unknown): Promise<void> {
  const { query } = check(object({ query: text() }), argument);
  await vscode.commands.executeCommand('workbench.action.findInFiles', { query });
}
