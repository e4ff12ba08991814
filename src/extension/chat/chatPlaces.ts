/** Places in the chat: links that open the range. */

import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';

/** Beyond the end of any line; the editor clamps it. */
const endOfLine = 1_000_000;

export function toLocation({ uri, startLine, endLine, startColumn = 0, endColumn }: WirePlace): vscode.Location {
  const range = new vscode.Range(startLine - 1, startColumn, endLine - 1, endColumn ?? endOfLine);
  return new vscode.Location(vscode.Uri.parse(uri), range);
}
