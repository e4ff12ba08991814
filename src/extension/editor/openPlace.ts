/** Opens a place in an editor and selects its range, also where the editor's text is not what lies on disk. */

import * as vscode from 'vscode';
import { asObject } from '../../protocol/check.ts';
import { readPlace } from '../../protocol/checkPlaces.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { mapRanges } from '../../protocol/text/rangeMapping.ts';

export interface OpenOptions {
  /** Where to open; the active column where absent. */
  readonly column?: vscode.ViewColumn;
  /** Selected instead of the whole range where the range holds it. */
  readonly find?: string;
}

/** What was selected last in a document to show a place, not by hand. */
const shown = new WeakMap<vscode.TextDocument, vscode.Range>();

/** Whether an editor's selection is that of a place which was opened, rather than one of the user's. */
export function isShownPlace({ document, selection }: vscode.TextEditor): boolean {
  return shown.get(document)?.isEqual(selection) === true;
}

/** Opens the place; throws with a sentence where the file is gone. */
export async function openPlace(place: WirePlace, options: OpenOptions = {}): Promise<void> {
  const document = await openDocument(place);
  const range = await rangeIn(document, place);
  const target = (options.find && find(document, range, options.find)) || range;
  const viewColumn = options.column ?? vscode.ViewColumn.Active;
  shown.set(document, target);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: true, selection: target });
  editor.revealRange(target, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The first lines of a place as they are in the editor now, at most `mostLines`. */
export async function excerptOf(place: WirePlace, maxLines: number): Promise<string> {
  const document = await openDocument(place);
  const { start, end } = await rangeIn(document, place);
  const last = document.lineAt(Math.min(end.line, start.line + maxLines - 1)).range.end;
  return document.getText(new vscode.Range(start, last.isBefore(end) ? last : end));
}

async function openDocument(place: WirePlace): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.parse(place.uri, true);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new Error(vscode.l10n.t('{0} cannot be opened: {1}', place.path, error instanceof Error ? error.message : String(error)));
  }
}

/** The place's range in the document as it is now. */
async function rangeIn(document: vscode.TextDocument, place: WirePlace): Promise<vscode.Range> {
  const lines = document.isDirty ? await mapped(document, place) : place;
  const last = document.lineCount - 1;
  const start = Math.min(lines.startLine - 1, last);
  const end = Math.min(lines.endLine - 1, last);
  const startColumn = place.startColumn ?? 0;
  const endColumn = place.endColumn ?? document.lineAt(end).range.end.character;
  return document.validateRange(new vscode.Range(start, startColumn, end, endColumn));
}

async function mapped(document: vscode.TextDocument, place: WirePlace): Promise<{ startLine: number; endLine: number }> {
  try {
    const bytes = await vscode.workspace.fs.readFile(document.uri);
    const onDisk = await vscode.workspace.decode(bytes, { encoding: document.encoding });
    return mapRanges(onDisk, document.getText()).map(place);
  } catch {
    // The file is gone from disk while its editor is open: the lines as they were are the best there is.
    return place;
  }
}

function find(document: vscode.TextDocument, range: vscode.Range, text: string): vscode.Range | undefined {
  const base = document.offsetAt(range.start);
  const hay = document.getText(range);
  const exact = hay.indexOf(text);
  const at = exact >= 0 ? exact : hay.toLowerCase().indexOf(text.toLowerCase());
  return at < 0 ? undefined : new vscode.Range(document.positionAt(base + at), document.positionAt(base + at + text.length));
}

/** Checks a place that came as a command's argument: a row of a tree, a keybinding, another extension. */
export function placeOfArgument(value: unknown): WirePlace {
  const place = asObject(value, 'place');
  return readPlace({ ...place, path: place.path ?? place.uri }, 'place');
}
