/** Places as the chat shows them: a link that opens the range. */

import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';

export function locationOf({ uri, startLine, endLine, startColumn = 0, endColumn }: WirePlace): vscode.Location {
  const end = endColumn === undefined ? new vscode.Position(endLine, 0) : new vscode.Position(endLine - 1, endColumn);
  return new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(new vscode.Position(startLine - 1, startColumn), end));
}

/** `src/kettle.ts:3-9`. */
export function placeName({ path, startLine, endLine }: WirePlace): string {
  return `${path}:${startLine}${endLine === startLine ? '' : `-${endLine}`}`;
}
