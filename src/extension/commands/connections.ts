/** How are these connected?: asks for two names, files or places, and lists the passages of the path between them. */

import * as vscode from 'vscode';
import { type ConnectedSource, type ConnectResult, connectRequest } from '../../protocol/evidence.ts';
import { check, hasField, object, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { textIn } from '../client/strings.ts';
import { nameAtCursor } from '../editor/activeEditor.ts';
import { separator } from '../editor/listItems.ts';
import { openPlace } from '../editor/openPlace.ts';
import { placeOfRow } from '../views/rowPlace.ts';
import type { CommandContext } from './context.ts';

interface PassageItem extends vscode.QuickPickItem {
  readonly passage?: ConnectedSource;
  /** Shows all paths in the evidence panel. */
  readonly isDrawing?: boolean;
}

/** `argument` may be `{ from, to }`, in which case the user is not asked; a menu passes the files or the row it was opened on. */
export async function connectEnds({ client, evidence }: CommandContext, argument: unknown, selected: unknown): Promise<void> {
  const ends = await askedEnds(argument, selected);
  if (ends === undefined) return;
  const asking = new vscode.CancellationTokenSource();
  try {
    const items = client.request(connectRequest, ends, asking.token).then(createItems);
    const title = t('{0} and {1}', shown(ends.from), shown(ends.to));
    const placeHolder = t('From one to the other, by names that passages share');
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
    if (picked?.isDrawing) await evidence.show(ends, vscode.ViewColumn.Beside);
    if (picked?.passage !== undefined) await openNamed(picked.passage);
  } finally {
    // Escape closes the list while the answer is awaited.
    asking.cancel();
    asking.dispose();
  }
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

async function askedEnds(argument: unknown, selected: unknown): Promise<Ends | undefined> {
  if (hasField(argument, 'from') && typeof argument.from === 'string') return check(object({ from: text(), to: text() }), argument);
  const title = t('How are these connected?');
  const [first, second, ...more] = Array.isArray(selected) ? selected : [];
  if (first instanceof vscode.Uri && second instanceof vscode.Uri && more.length === 0)
    return { from: vscode.workspace.asRelativePath(first, false), to: vscode.workspace.asRelativePath(second, false) };
  const given = Array.isArray(selected) ? relativePath(argument) : (nameOfRow(argument) ?? nameAtCursor() ?? relativePath(argument));
  const prompt = t('A name, file, or path:line');
  const from = (await vscode.window.showInputBox({ title, prompt, value: given, ignoreFocusOut: true }))?.trim();
  if (!from) return undefined;
  const to = (await vscode.window.showInputBox({ title, prompt: t('The other name, file, or path:line'), ignoreFocusOut: true }))?.trim();
  return to ? { from, to } : undefined;
}

function relativePath(file: unknown): string | undefined {
  return file instanceof vscode.Uri ? vscode.workspace.asRelativePath(file, false) : undefined;
}

/** The place of a row in our trees. */
function nameOfRow(row: unknown): string | undefined {
  const place = row instanceof vscode.Uri ? undefined : placeOfRow(row);
  return place && `${vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri), false)}:${place.startLine}`;
}

/** The notes, the passages of each path, and a row that draws them. */
function createItems({ paths, notes }: ConnectResult): PassageItem[] {
  const noteItems = notes.map((note): PassageItem => ({ label: `$(info) ${textIn([note])}` }));
  const passages = paths.flatMap((path, n): PassageItem[] => [
    ...(n === 0 ? [] : [separator(t('Another path'))]),
    ...path.passages.flatMap((passage, i): PassageItem[] => {
      const link = path.links[i - 1];
      const by = link === undefined ? [] : [separator(t('by {0}, in {1} passages', shown(link.name), link.holders))];
      return [...by, { label: shown(passage.path), description: passage.title, detail: detailText(passage), passage }];
    }),
  ]);
  const draw: PassageItem = { label: `$(type-hierarchy) ${t('Draw the paths')}`, isDrawing: true };
  const end = separator();
  return paths.length === 0 ? noteItems : [...passages, end, draw, ...(noteItems.length === 0 ? [] : [end, ...noteItems])];
}

function detailText({ names }: ConnectedSource): string {
  return names.map(({ text: held, line }) => `${line === undefined ? '' : `${line}: `}${held}`).join('  ·  ');
}

/** Opens the line that holds the first name of a passage. */
async function openNamed({ names, ...place }: ConnectedSource): Promise<void> {
  const line = names.find((one) => one.line !== undefined)?.line;
  await openPlace(line === undefined ? place : { ...place, startLine: line, endLine: line, startColumn: undefined, endColumn: undefined });
}
