/** Lists what is related to the cursor: the hover's list, whole and by keyboard. */

import * as vscode from 'vscode';
import { asInteger, asObject, asString } from '../../protocol/check.ts';
import type { Source } from '../../protocol/places.ts';
import { type RelatedParams, relatedRequest } from '../../protocol/server.ts';
import { openPlace } from '../openPlace.ts';
import type { CommandContext } from './register.ts';

interface RelatedItem extends vscode.QuickPickItem {
  readonly source: Source;
}

/** `argument` may be `{ uri, line, character }`, 0-based; the cursor of the active editor otherwise. */
export async function showRelated({ client }: CommandContext, argument: unknown): Promise<void> {
  const at = placeOf(argument);
  if (!at) {
    vscode.window.showInformationMessage(vscode.l10n.t('Open a file to see what is related to the place of its cursor.'));
    return;
  }
  const { sources } = await client.request(relatedRequest, { ...at, limit: 30 });
  const items = sources.map(
    (source): RelatedItem => ({
      label: source.path,
      description: source.startLine === source.endLine ? `${source.startLine}` : `${source.startLine}–${source.endLine}`,
      detail: [source.title, source.why].filter((part) => part !== '').join(' — '),
      iconPath: new vscode.ThemeIcon(source.kind === 'doc' ? 'book' : 'symbol-method'),
      source,
    }),
  );
  if (items.length === 0) {
    vscode.window.showInformationMessage(vscode.l10n.t('Nothing in this workspace shares a rare name with this place.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Related places'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await openPlace(picked.source);
}

function placeOf(argument: unknown): RelatedParams | undefined {
  if (typeof argument === 'object' && argument !== null && 'line' in argument) {
    const fields = asObject(argument, 'argument');
    return {
      uri: asString(fields.uri, 'uri', 10_000),
      line: asInteger(fields.line, 'line', 0, 1e9),
      character: asInteger(fields.character, 'character', 0, 1e9),
    };
  }
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}
