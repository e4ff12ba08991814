/** What is related to the cursor's place, grouped by relation; and the removed names. */

import * as vscode from 'vscode';
import type { WireMention } from '../../protocol/drift.ts';
import { type RelatedSource, type Relation, rangeText, type WirePlace } from '../../protocol/places.ts';
import { relatedRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { activeEditor } from '../editor/activeEditor.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';
import { mentionRange, sentence } from '../reports/diagnostics.ts';
import type { Drift } from '../reports/staleNames.ts';
import type { RowPlace } from './rowPlace.ts';

/** How long the cursor must rest before the server is asked, in milliseconds. */
const restMs = 250;
const maxPlaces = 30;
const maxMentions = 100;

type Node =
  | {
      readonly kind: 'section';
      readonly id: Relation | 'gone';
      readonly label: string;
      readonly children: readonly Node[];
      readonly total: number;
    }
  /** What is shared with `from`, the cursor's place, is known if that is a file of the workspace. */
  | { readonly kind: 'source'; readonly from: WirePlace | undefined; readonly to: RelatedSource }
  | { readonly kind: 'mention'; readonly mention: WireMention; readonly to: RowPlace }
  | { readonly kind: 'more'; readonly count: number };

export interface RelatedView extends vscode.Disposable {
  /** Opens the view with what is related to the cursor's place, and focuses its first row. */
  show(): Promise<void>;
}

export function createRelatedView(client: ServerClient, drift: Drift): RelatedView {
  const changed = new vscode.EventEmitter<undefined>();
  let sources: readonly RelatedSource[] = [];
  let from: WirePlace | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let latest: Promise<void> | undefined;
  let index: string | undefined;

  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getChildren: (node) =>
      node === undefined ? createSections(sources, from, drift.mentions) : node.kind === 'section' ? [...node.children] : [],
    getTreeItem: toItem,
    // Only sections are revealed.
    getParent: () => undefined,
  };
  const view = vscode.window.createTreeView('meshrag.related', { treeDataProvider: provider, showCollapseAll: true });

  function draw(place: string | undefined): void {
    view.description = place;
    view.message =
      place !== undefined && sources.length === 0
        ? vscode.l10n.t('Nothing in this workspace shares a rare name with this place.')
        : undefined;
    changed.fire(undefined);
  }

  /** Resolves when the list matches the cursor's place, even if a later request has superseded this one. */
  async function ask(): Promise<void> {
    const editor = activeEditor();
    // While a panel, a view, an output channel or one of our reports has the focus, the list stays as it is.
    if (editor === undefined) return;
    latest = askAbout(editor);
    for (let awaited: Promise<void> | undefined; awaited !== latest; await awaited) awaited = latest;
  }

  async function askAbout({ document, selection }: vscode.TextEditor): Promise<void> {
    running?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    const { line, character } = selection.active;
    try {
      const at = { uri: document.uri.toString(), line, character, limit: maxPlaces };
      const result = await client.request(relatedRequest, at, cancellation.token);
      if (cancellation.token.isCancellationRequested) return;
      sources = result.sources;
      const path = vscode.workspace.asRelativePath(document.uri);
      const isOurs = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
      from = isOurs ? { uri: at.uri, path, startLine: line + 1, endLine: line + 1 } : undefined;
      draw(`${path}:${line + 1}`);
    } catch {
      // Cancelled, or the server is restarting; the next cursor move asks again.
    } finally {
      cancellation.dispose();
      if (running === cancellation) running = undefined;
    }
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => view.visible && ask(), restMs);
  }

  async function show(): Promise<void> {
    await vscode.commands.executeCommand('meshrag.related.focus');
    await ask();
    // An empty view cannot take the focus.
    const [first] = createSections(sources, from, drift.mentions);
    if (first !== undefined) await view.reveal(first, { focus: true, select: false, expand: false });
  }

  /** During a build the server sends so many updates that the list would never settle. */
  function followIndex(): void {
    const revision = indexRevision(client);
    if (revision === undefined || revision === index) return;
    index = revision;
    soon();
  }

  soon();
  const listening = vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeVisibility(soon),
    vscode.window.onDidChangeTextEditorSelection(soon),
    vscode.window.onDidChangeActiveTextEditor(soon),
    client.onDidChange(followIndex),
    drift.onDidChange(() => changed.fire(undefined)),
  );
  return {
    show,
    dispose() {
      clearTimeout(timer);
      running?.cancel();
      listening.dispose();
    },
  };
}

function createSections(sources: readonly RelatedSource[], from: WirePlace | undefined, mentions: readonly WireMention[]): Node[] {
  const of = (id: Relation, label: string): Node[] => {
    const children = sources.filter(({ relation }) => relation === id).map((to): Node => ({ kind: 'source', from, to }));
    return children.length === 0 ? [] : [{ kind: 'section', id, label, children, total: children.length }];
  };
  const shown = mentions.slice(0, maxMentions).map((mention): Node => ({ kind: 'mention', mention, to: currentPlace(mention) }));
  const more: Node[] = mentions.length > maxMentions ? [{ kind: 'more', count: mentions.length - maxMentions }] : [];
  const gone: Node = {
    kind: 'section',
    id: 'gone',
    label: vscode.l10n.t('Mentions of removed names'),
    children: [...shown, ...more],
    total: mentions.length,
  };
  return [
    ...of('defines', vscode.l10n.t('Defines what is used here')),
    ...of('uses', vscode.l10n.t('Used by')),
    ...of('documents', vscode.l10n.t('Documents this')),
    ...of('shares', vscode.l10n.t('Shares names with')),
    ...(mentions.length > 0 ? [gone] : []),
  ];
}

function toItem(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case 'section': {
      const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Expanded);
      item.id = node.id;
      item.description = count(node.total);
      item.contextValue = 'section';
      return item;
    }
    case 'source':
      return sourceItem(node.to, node.from !== undefined);
    case 'mention':
      return mentionItem(node.mention, node.to);
    case 'more':
      return new vscode.TreeItem(vscode.l10n.t('{0} more', count(node.count)));
  }
}

function sourceItem(source: RelatedSource, hasEvidence: boolean): vscode.TreeItem {
  const { path, title, why, names, kind } = source;
  const lines = rangeText(source);
  const slash = path.lastIndexOf('/');
  const item = new vscode.TreeItem(`${path.slice(slash + 1)} ${lines}`);
  // Rows are narrow, so they show only the names; the tooltip has the full reason.
  item.description = [names.join(', '), slash < 0 ? '' : path.slice(0, slash)].filter((part) => part !== '').join(' · ');
  item.tooltip = [title, `${path} ${lines}`, why].filter((part) => part !== '').join('\n');
  item.iconPath = new vscode.ThemeIcon(kind === 'doc' ? 'book' : 'symbol-method');
  item.contextValue = hasEvidence ? 'place.shared' : 'place';
  item.command = openCommand(source);
  item.accessibilityInformation = { label: `${path}, ${lines}, ${why}` };
  return item;
}

/** The current place of the mention, even in an editor with unsaved changes. */
function currentPlace(mention: WireMention): RowPlace {
  const { uri, path, line, retired } = mention;
  const at = (mentionRange(mention)?.start.line ?? line - 1) + 1;
  return { uri, path, startLine: at, endLine: at, find: retired.name };
}

function mentionItem(mention: WireMention, place: RowPlace): vscode.TreeItem {
  const { path, line } = mention;
  const { name, newName } = mention.retired;
  const item = new vscode.TreeItem(newName === undefined ? name : `${name} → ${newName}`);
  item.description = `${path}:${line}`;
  item.tooltip = sentence(mention);
  item.iconPath = new vscode.ThemeIcon('info');
  item.contextValue = 'place';
  item.command = openCommand(place);
  item.accessibilityInformation = { label: `${sentence(mention)}, ${path}, ${line}` };
  return item;
}
