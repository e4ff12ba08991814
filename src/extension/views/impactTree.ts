/** What does a change here reach?: a tree of the users, tests and documents of a place, or of all uncommitted changes. */

import * as vscode from 'vscode';
import { uri, zeroBased } from '../../protocol/places.ts';
import { check, hasField, object, optional } from '../../protocol/schema.ts';
import { type ImpactParams, type ImpactResult, impactRequest } from '../../protocol/symbol.ts';
import { shown } from '../../protocol/text/visible.ts';
import type { ServerClient } from '../client/client.ts';
import { textIn } from '../client/strings.ts';
import { type ImpactNode, impactFiles, impactGroups, impactLines, toImpactItem } from './impactNodes.ts';

export interface ImpactView extends vscode.Disposable {
  /**
   * Shows what a change reaches: of `{ uri, line }` (0-based; without a line, the file), of a file of the explorer, of the place of the cursor.
   * Returns what is shown.
   */
  show(argument: unknown, selected: unknown): Promise<ImpactResult>;
  /** The same of all uncommitted changes. */
  showChanges(): Promise<ImpactResult>;
}

const viewId = 'meshrag.impact';

export function createImpactView(client: ServerClient): ImpactView {
  const changed = new vscode.EventEmitter<undefined>();
  let rows: ImpactResult['rows'] = [];
  /** Of the newest question, which cancels the one before. */
  let asking: vscode.CancellationTokenSource | undefined;
  const view = vscode.window.createTreeView<ImpactNode>(viewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toImpactItem,
      async getChildren(node) {
        if (node === undefined) return impactGroups(rows);
        if (node.kind === 'group') return impactFiles(node);
        return node.kind === 'file' ? impactLines(node) : [];
      },
    },
    showCollapseAll: true,
  });

  async function ask(params: ImpactParams, subject: string): Promise<ImpactResult> {
    await vscode.commands.executeCommand('setContext', viewId, true);
    await vscode.commands.executeCommand(`${viewId}.focus`);
    asking?.cancel();
    const mine = new vscode.CancellationTokenSource();
    asking = mine;
    const location = { location: { viewId } };
    const result = await vscode.window
      .withProgress(location, () => client.request(impactRequest, params, mine.token))
      .then(undefined, (error) => {
        throw mine.token.isCancellationRequested ? new vscode.CancellationError() : error;
      });
    rows = result.rows;
    view.description = subject;
    view.message = emptyMessage(result);
    changed.fire(undefined);
    return result;
  }

  return {
    show(argument, selected) {
      const place = askedPlace(argument, selected);
      const path = shown(vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri, true), false));
      return ask({ place }, place.line === undefined ? path : `${path}:${place.line + 1}`);
    },
    showChanges: () => ask({}, vscode.l10n.t('Uncommitted changes')),
    dispose() {
      asking?.cancel();
      vscode.Disposable.from(view, changed).dispose();
    },
  };
}

function emptyMessage({ rows, notes }: ImpactResult): string | undefined {
  const nothing = rows.length === 0 && notes.length === 0 ? [vscode.l10n.t('Nothing here uses it, and nothing is related.')] : [];
  return [...nothing, ...(notes.length === 0 ? [] : [textIn(notes)])].join(' ') || undefined;
}

function askedPlace(argument: unknown, selected: unknown): NonNullable<ImpactParams['place']> {
  const isPlace = !(argument instanceof vscode.Uri) && hasField(argument, 'uri');
  if (isPlace) return check(object({ uri, line: optional(zeroBased) }), argument);
  // The explorer passes all that is selected, an editor only its own file.
  if (argument instanceof vscode.Uri && Array.isArray(selected)) return { uri: argument.toString() };
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined) return { uri: editor.document.uri.toString(), line: editor.selection.active.line };
  if (argument instanceof vscode.Uri) return { uri: argument.toString() };
  throw new Error(vscode.l10n.t('Open a file, or choose one in the explorer, to see what a change reaches.'));
}
