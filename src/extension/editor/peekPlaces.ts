import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import { openPlace } from './openPlace.ts';

/** Shows places in the editor's own peek view, at the cursor or another position; without an editor, opens the first. */
export async function peekPlaces(places: readonly WirePlace[], at?: vscode.Position): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  const [first] = places;
  if (first === undefined) return;
  if (editor === undefined) return openPlace(first);
  const locations = places.map(({ uri, startLine }) => new vscode.Location(vscode.Uri.parse(uri), new vscode.Position(startLine - 1, 0)));
  const { document, selection } = editor;
  await vscode.commands.executeCommand('editor.action.peekLocations', document.uri, at ?? selection.active, locations, 'peek');
}
