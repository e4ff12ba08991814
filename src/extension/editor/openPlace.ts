/** Opens a place in an editor and selects its range, even if the editor's text differs from the file on disk. */

import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages.ts';
import { type WirePlace, wirePlace } from '../../protocol/places.ts';
import { anything, record, type Schema } from '../../protocol/schema.ts';
import { mapRanges } from '../../protocol/text/rangeMapping.ts';
import { t } from '../../protocol/text/translate.ts';

export interface OpenOptions {
  /** The target column; the active one by default. */
  readonly column?: vscode.ViewColumn;
  /** Selected instead of the whole range, if found in it. */
  readonly find?: string;
}

/** The last selection made in a document to show a place, not by the user. */
const shown = new WeakMap<vscode.TextDocument, vscode.Range>();

/** Whether an editor's selection shows an opened place, rather than being the user's own. */
export function isShownPlace({ document, selection }: vscode.TextEditor): boolean {
  return shown.get(document)?.isEqual(selection) === true;
}

/** Opens the place; throws a readable error if the file is gone. */
export async function openPlace(place: WirePlace, options: OpenOptions = {}): Promise<void> {
  const document = await openDocument(place);
  const range = await rangeIn(document, place);
  const target = (options.find && find(document, range, options.find)) || range;
  const viewColumn = options.column ?? vscode.ViewColumn.Active;
  shown.set(document, target);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: true, selection: target });
  editor.revealRange(target, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function openDocument(place: WirePlace): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.parse(place.uri, true);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    if (await isGone(uri)) throw new Error(t('{0} no longer exists.', place.path));
    throw new Error(t('{0} cannot be opened: {1}', place.path, errorMessage(error)));
  }
}

async function isGone(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => false,
    (error) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
  );
}

/** The place's current range in the document. */
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
    // The file was deleted while its editor is open: its old lines are the best approximation.
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

const fields = record(anything);

/** A place passed as a command's argument, by a tree row, a keybinding or another extension: `path` may be missing. */
export const placeArgument: Schema<WirePlace> = (value, path) => {
  const place = fields(value, path);
  return wirePlace({ ...place, path: place.path ?? place.uri }, path);
};
