/** Shows what two places share: those of the argument, of two selected rows, or the cursor's place and one chosen from what is related to it. */

import * as vscode from 'vscode';
import type { EvidenceParams } from '../../protocol/evidence.ts';
import { rangeText, type Source, type WirePlace } from '../../protocol/places.ts';
import { check, hasField } from '../../protocol/schema.ts';
import { relatedRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { placeArgument } from '../editor/openPlace.ts';
import { readAsked } from '../panels/evidencePanel.ts';
import { placeOfRow } from '../views/rowPlace.ts';
import type { CommandContext } from './context.ts';

interface PlaceItem extends vscode.QuickPickItem {
  readonly source: Source;
}

/** `argument` may be `{ from?, question?, to }` with places, or a tree node with a `chunk`: what is related to it is offered, unless two are `selected`. */
export async function showEvidence(context: CommandContext, argument: unknown, selected: unknown): Promise<void> {
  const asked = pairOf(selected) ?? readAsked(argument) ?? (await chooseRelated(context, argument));
  if (asked) await context.evidence.show(asked);
}

/** The places of two selected rows. */
function pairOf(selected: unknown): EvidenceParams | undefined {
  const [from, to, ...more] = Array.isArray(selected) ? selected.map(placeOfRow) : [];
  return from !== undefined && to !== undefined && more.length === 0 ? { from, to } : undefined;
}

/** From a place (the tree's chunk, otherwise the cursor) to one of those related to it. */
async function chooseRelated({ client }: CommandContext, argument: unknown): Promise<EvidenceParams | undefined> {
  const at = chunkArgument(argument) ?? cursor();
  if (!at) {
    vscode.window.showInformationMessage(t('Open a file to see what the place at the cursor shares with others.'));
    return undefined;
  }
  const { sources } = await client.request(relatedRequest, { uri: at.uri, line: at.startLine - 1, character: 0, limit: 30 });
  if (sources.length === 0) {
    vscode.window.showInformationMessage(t('Nothing in this workspace shares a rare name with this place.'));
    return undefined;
  }
  const items = sources.map((source): PlaceItem => {
    return { label: source.path, description: rangeText(source), detail: [source.title, source.why].filter(Boolean).join(' — '), source };
  });
  const title = t('Show what {0} shares with', at.path);
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked && { from: at, to: picked.source };
}

function chunkArgument(argument: unknown): WirePlace | undefined {
  if (!hasField(argument, 'chunk')) return undefined;
  return check(placeArgument, argument.chunk, 'place');
}

function cursor(): WirePlace | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const line = editor.selection.active.line + 1;
  const { uri } = editor.document;
  return { uri: uri.toString(), path: vscode.workspace.asRelativePath(uri), startLine: line, endLine: line };
}
