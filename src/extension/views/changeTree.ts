/**
 * Your Change, in Source Control: what the uncommitted changes leave to be done. Users that are not changed yet, tests to run, documents, and
 * mentions of names that are gone, which are replaced together.
 */

import * as vscode from 'vscode';
import type { WireMention } from '../../protocol/drift.ts';
import { type ImpactResult, impactRequest } from '../../protocol/impact.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { messageOf, textIn } from '../client/strings.ts';
import { mentionRange, replacements } from '../reports/diagnostics.ts';
import { leftToDo } from '../reports/leftToDo.ts';
import type { Drift } from '../reports/staleNames.ts';
import { linesBelow, type PlaceNode, section, toPlaceItem, usersByRole } from './placeNodes.ts';
import { draggedAsFiles, type RowPlace } from './rowPlace.ts';

const viewId = 'meshrag.change';
/** How long the index must rest before the server is asked, in milliseconds. */
const restMs = 500;

export interface ChangeView extends vscode.Disposable {
  /** Opens the view; returns what the changes reach. */
  show(): Promise<ImpactResult | undefined>;
  /** Replaces the ticked mentions of renamed names, after a preview if prose is among them. */
  fixAll(): Promise<void>;
}

export function createChangeView(client: ServerClient, drift: Drift): ChangeView {
  const changed = new vscode.EventEmitter<undefined>();
  /** Mentions that are not to be replaced. */
  const unticked = new Set<string>();
  let impact: ImpactResult | undefined;
  let problem: string | undefined;
  let drawnFrom: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;

  const view = vscode.window.createTreeView<PlaceNode>(viewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toPlaceItem,
      async getChildren(node) {
        if (node === undefined) return [...(impact === undefined ? [] : usersByRole(leftToDo(impact))), ...gone()];
        if (node.kind === 'section') return [...node.children];
        return node.kind === 'file' ? linesBelow(node) : [];
      },
    },
    showCollapseAll: true,
    dragAndDropController: draggedAsFiles,
  });

  /** A section for each name that is gone. */
  function gone(): PlaceNode[] {
    const byName = Map.groupBy(drift.mentions, ({ retired: { name, newName } }) =>
      newName === undefined ? t('Mentions of {0}, which no longer exists', name) : `${name} → ${newName}`,
    );
    return [...byName].flatMap(([label, mentions]) => section(`gone\n${label}`, label, mentions.map(mentionNode)));
  }

  function mentionNode(mention: WireMention): PlaceNode {
    const id = mentionId(mention);
    const isTicked = mention.retired.newName === undefined ? {} : { isTicked: !unticked.has(id) };
    return { kind: 'mention', id, mention, to: currentPlace(mention), ...isTicked };
  }

  async function find(): Promise<void> {
    running?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    drawnFrom = indexRevision(client);
    try {
      const location = { location: { viewId } };
      const ask = () => client.request(impactRequest, { maxDepth: 1 }, cancellation.token);
      impact = await vscode.window.withProgress(location, ask);
      problem = impact.notes.length > 0 ? textIn(impact.notes) : undefined;
    } catch (error) {
      if (cancellation.token.isCancellationRequested) return;
      impact = undefined;
      problem = messageOf(error);
    }
    draw();
  }

  function draw(): void {
    const renamed = drift.mentions.some(({ retired }) => retired.newName !== undefined);
    vscode.commands.executeCommand('setContext', 'meshrag.renamedNames', renamed);
    view.message = problem;
    changed.fire(undefined);
  }

  /** While the view is hidden nothing is asked; uncommitted changes are new whenever the index is. */
  function follow(): void {
    const revision = indexRevision(client);
    if (!view.visible || revision === undefined || revision === drawnFrom) return;
    clearTimeout(timer);
    timer = setTimeout(find, restMs);
  }

  const listening = vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeVisibility(follow),
    view.onDidChangeCheckboxState(({ items }) => {
      for (const [{ id }, state] of items) {
        if (state === vscode.TreeItemCheckboxState.Checked) unticked.delete(id);
        else unticked.add(id);
      }
    }),
    client.onDidChange(follow),
    drift.onDidChange(draw),
  );
  return {
    async show() {
      await vscode.commands.executeCommand(`${viewId}.focus`);
      await find();
      return impact;
    },
    async fixAll() {
      const ticked = drift.mentions.filter((mention) => mention.retired.newName !== undefined && !unticked.has(mentionId(mention)));
      await vscode.workspace.applyEdit(replacements(ticked), { isRefactoring: true });
    },
    dispose() {
      clearTimeout(timer);
      running?.cancel();
      listening.dispose();
    },
  };
}

function mentionId({ uri, line, startColumn, retired }: WireMention): string {
  return `gone\n${uri}\n${line}\n${startColumn}\n${retired.name}`;
}

/** The current place of the mention, even in an editor with unsaved changes. */
function currentPlace(mention: WireMention): RowPlace {
  const { uri, path, line, retired } = mention;
  const at = (mentionRange(mention)?.start.line ?? line - 1) + 1;
  return { uri, path, startLine: at, endLine: at, find: retired.name };
}
