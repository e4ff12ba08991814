/** The tree of communities: groups of names, the files and chunks that share them, and the names themselves. */

import * as vscode from 'vscode';
import { message } from '../../messages/messages.ts';
import { closenessRequest } from '../../protocol/explorer.ts';
import type { CommunityChunk, CommunityResult, WireCommunity } from '../../protocol/places.ts';
import { communitiesRequest, communityRequest, type StatusParams } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { messageOf, textIn } from '../client/strings.ts';
import { activeEditor } from '../editor/activeEditor.ts';
import { count } from '../editor/numbers.ts';
import {
  type ChunkNode,
  type CommunityNode,
  childNodes,
  communityTooltip,
  fileNodes,
  type MoreNode,
  type Node,
  nodeText,
  type PlaceNode,
  toItem,
} from './communityNodes.ts';
import { arrange, type CommunityOrder } from './communityOrder.ts';
import { RowPages } from './rowPages.ts';

/** How long the cursor must rest before the tree is sorted by proximity again, in milliseconds. */
const restMs = 400;
const orderKey = 'meshrag.communityOrder';

export interface CommunityViewOptions {
  readonly client: ServerClient;
  readonly memory: vscode.Memento;
  /** Called with errors. */
  readonly logError: (error: unknown) => void;
}

export interface CommunityView extends vscode.Disposable {
  /** By identifier. Menus of the tree pass the node on which they were opened. */
  readonly commands: Readonly<Record<string, (node?: unknown) => unknown>>;
}

export function createCommunityView(options: CommunityViewOptions): CommunityView {
  const tree = new CommunityTree(options);
  return {
    commands: {
      'meshrag.refreshCommunities': () => tree.tryAgain(),
      'meshrag.orderCommunities': () => tree.chooseOrder(),
      'meshrag.filterCommunities': () => tree.chooseFilter(),
      'meshrag.clearCommunityFilter': () => tree.setFilter(''),
      'meshrag.revealInCommunities': () => tree.revealCursor(),
      'meshrag.copyCommunityAsList': (node) => tree.copyAsList(node as PlaceNode),
      'meshrag.moreCommunities': (node) => tree.showMore(node as MoreNode),
    },
    dispose: () => tree.dispose(),
  };
}

class CommunityTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #client: ServerClient;
  readonly #memory: vscode.Memento;
  readonly #logError: (error: unknown) => void;
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #listening: vscode.Disposable;
  #drawnFrom: string | undefined;
  #communities: readonly WireCommunity[] = [];
  #isOfCommit = false;
  /** Nodes are cached so that one can be revealed. */
  #nodes = new Map<string, CommunityNode>();
  #details = new Map<string, Promise<CommunityResult>>();
  readonly #pages = new RowPages();
  #filter = '';
  #hasFailed = false;
  #closeness: Readonly<Record<string, number>> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor({ client, memory, logError }: CommunityViewOptions) {
    this.#client = client;
    this.#memory = memory;
    this.#logError = logError;
    this.#view = vscode.window.createTreeView('meshrag.communities', { treeDataProvider: this, showCollapseAll: true });
    const follow = (): void => this.#follow();
    this.#listening = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#view.onDidChangeVisibility(follow),
      client.onDidChange(follow),
      vscode.window.onDidChangeActiveTextEditor(() => this.#followCursor()),
      vscode.window.onDidChangeTextEditorSelection(() => this.#followCursor()),
    );
    follow();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === 'more') return [];
    if (node === undefined) await this.#load();
    const rows = await this.#rowsBelow(node);
    if (node === undefined && this.#drawnFrom !== undefined && !this.#hasFailed) this.#showCounts(rows.length);
    const shown = this.#pages.shownOf(levelOf(node), rows.length);
    return shown === rows.length ? rows : [...rows.slice(0, shown), { kind: 'more', parent: node, left: rows.length - shown }];
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'community' ? undefined : node.parent;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toItem(node);
  }

  /** The tooltip of a community lists its overlaps, which are computed on demand. */
  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    if (node.kind === 'community') item.tooltip = communityTooltip(node.community, (await this.#detailOf(node)).overlaps);
    return item;
  }

  /** Shows the next rows in place of `more`, and selects the first of them. */
  async showMore({ parent }: MoreNode): Promise<void> {
    const rows = await this.#rowsBelow(parent);
    const first = rows[this.#pages.shownOf(levelOf(parent), rows.length)];
    this.#pages.more(levelOf(parent));
    this.#changed.fire(parent);
    if (first !== undefined) await this.#view.reveal(first, { select: true, focus: true, expand: false });
  }

  /** Retries, restarting a server that had stopped for good. */
  async tryAgain(): Promise<void> {
    if (this.#client.state === 'stopped') await this.#client.start();
    this.refresh();
  }

  refresh(): void {
    this.#nodes = new Map();
    this.#details = new Map();
    this.#changed.fire(undefined);
  }

  setFilter(filter: string): void {
    this.#filter = filter;
    vscode.commands.executeCommand('setContext', 'meshrag.communitiesFiltered', filter !== '');
    this.#changed.fire(undefined);
  }

  /** An input box that filters the tree while typing; Escape restores the previous filter. */
  chooseFilter(): void {
    const before = this.#filter;
    const box = vscode.window.createInputBox();
    box.title = vscode.l10n.t('Filter communities');
    box.placeholder = vscode.l10n.t('A part of a name');
    box.value = before;
    let isAccepted = false;
    box.onDidChangeValue((value) => this.setFilter(value));
    box.onDidAccept(() => {
      isAccepted = true;
      box.hide();
    });
    box.onDidHide(() => {
      if (!isAccepted) this.setFilter(before);
      box.dispose();
    });
    box.show();
  }

  async chooseOrder(): Promise<void> {
    const labels: Record<CommunityOrder, string> = {
      size: vscode.l10n.t('Largest first'),
      name: vscode.l10n.t('By name'),
      closeness: vscode.l10n.t('Closest to the active editor first'),
    };
    const items = Object.entries(labels).map(([order, label]) => ({
      label,
      order: order as CommunityOrder,
      ...(order === this.#order ? { description: vscode.l10n.t('now') } : {}),
    }));
    const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Order communities') });
    if (!picked) return;
    await this.#memory.update(orderKey, picked.order);
    this.#changed.fire(undefined);
  }

  /** Unfolds the tree down to the chunk at the cursor. */
  async revealCursor(): Promise<void> {
    const editor = activeEditor();
    if (editor === undefined) {
      vscode.window.showInformationMessage(vscode.l10n.t('Put the cursor into a file to see its place among the communities.'));
      return;
    }
    const [id] = (await this.#atCursor())?.here ?? [];
    if (id === undefined) {
      vscode.window.showInformationMessage(
        vscode.l10n.t('The place of the cursor is in no community: it is not indexed, or shares no rare names with others.'),
      );
      return;
    }
    if (this.#filter !== '') this.setFilter('');
    if (this.#communities.length === 0) await this.#load();
    const all = await this.#rowsBelow(undefined);
    const community = this.#communities.find((one) => one.id === id);
    if (community === undefined) return;
    const line = editor.selection.active.line + 1;
    const uri = editor.document.uri.toString();
    const node = this.#nodeOf(community);
    const files = fileNodes(node, await this.#chunksOf(node));
    const chunks = files.flatMap((file) => childNodes(file) as ChunkNode[]);
    const holds = ({ chunk }: ChunkNode): boolean => chunk.uri === uri && chunk.startLine <= line && line <= chunk.endLine;
    const target = chunks.find(holds);
    if (target === undefined) return;
    const reached = [
      this.#pages.reach(levelOf(undefined), all.indexOf(node)),
      this.#pages.reach(levelOf(node), files.indexOf(target.parent)),
      this.#pages.reach(
        levelOf(target.parent),
        childNodes(target.parent).findIndex((one) => one.kind === 'chunk' && holds(one)),
      ),
    ];
    if (reached.includes(true)) this.#changed.fire(undefined);
    await this.#view.reveal(target, { select: true, focus: false, expand: false });
  }

  async copyAsList(node: PlaceNode): Promise<void> {
    await vscode.env.clipboard.writeText(nodeText(node, node.kind === 'community' ? await this.#chunksOf(node) : []));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied as a list'), 3000);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  get #order(): CommunityOrder {
    return this.#memory.get<CommunityOrder>(orderKey, 'size');
  }

  async #rowsBelow(node: PlaceNode | undefined): Promise<PlaceNode[]> {
    if (node?.kind === 'community') return fileNodes(node, await this.#chunksOf(node));
    if (node) return childNodes(node);
    const shown = arrange(this.#communities, { order: this.#order, filter: this.#filter, closeness: this.#closeness });
    return shown.map((community) => this.#nodeOf(community));
  }

  async #load(): Promise<void> {
    const revision = indexRevision(this.#client);
    const isNew = revision !== this.#drawnFrom;
    this.#drawnFrom = revision;
    if (revision === undefined) {
      this.#communities = [];
      if (this.#client.state === 'stopped') this.#fail();
      return;
    }
    try {
      this.#communities = await (isNew || this.#hasFailed ? this.#find() : this.#request());
      this.#hasFailed = false;
    } catch (error) {
      this.#logError(error);
      this.#fail(messageOf(error));
      return;
    }
    if (this.#order === 'closeness') this.#closeness = (await this.#closenessNow()) ?? {};
  }

  /** The view is empty and shows the failure; it retries on demand, or when the index changes. */
  #fail(reason?: string): void {
    this.#communities = [];
    this.#hasFailed = true;
    this.#view.description = undefined;
    this.#view.message = reason;
    setState('failed');
  }

  /** Communities of a new index are computed, while the view shows its progress bar. */
  async #find(): Promise<readonly WireCommunity[]> {
    if (this.#communities.length === 0) setState('finding');
    const found = await vscode.window.withProgress({ location: { viewId: 'meshrag.communities' } }, () => this.#request());
    setState(found.length > 0 ? 'found' : emptyState(this.#client.status));
    return found;
  }

  async #request(): Promise<readonly WireCommunity[]> {
    const { communities, isOfCommit } = await this.#client.request(communitiesRequest, {});
    this.#isOfCommit = isOfCommit;
    return communities;
  }

  /** Communities are computed only while the view is visible. */
  #follow(): void {
    const isGone = this.#client.state === 'stopped' && !this.#hasFailed;
    if (this.#view.visible && (isGone || indexRevision(this.#client) !== this.#drawnFrom)) this.refresh();
    const isWaiting = indexRevision(this.#client) === undefined && this.#client.state !== 'stopped';
    vscode.commands.executeCommand('setContext', 'meshrag.indexing', isWaiting);
  }

  #followCursor(): void {
    if (this.#order !== 'closeness' || !this.#view.visible) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const closeness = await this.#closenessNow();
      if (closeness !== undefined && JSON.stringify(closeness) !== JSON.stringify(this.#closeness)) this.#changed.fire(undefined);
    }, restMs);
  }

  /** Undefined on failure: the order stays as it is. */
  async #closenessNow(): Promise<Readonly<Record<string, number>> | undefined> {
    try {
      return (await this.#atCursor())?.closeness;
    } catch (error) {
      this.#logError(error);
      return undefined;
    }
  }

  /** Undefined if no editor has the focus. */
  async #atCursor() {
    const editor = activeEditor();
    if (editor === undefined) return undefined;
    const { document, selection } = editor;
    return this.#client.request(closenessRequest, { uri: document.uri.toString(), line: selection.active.line });
  }

  async #chunksOf(node: CommunityNode): Promise<readonly CommunityChunk[]> {
    return (await this.#detailOf(node)).chunks;
  }

  #detailOf({ community: { id } }: CommunityNode): Promise<CommunityResult> {
    const detail = this.#details.get(id) ?? this.#client.request(communityRequest, { id });
    this.#details.set(id, detail);
    // A failed request is repeated on demand.
    detail.catch(() => this.#details.delete(id));
    return detail;
  }

  #nodeOf(community: WireCommunity): CommunityNode {
    const known = this.#nodes.get(community.id);
    if (known?.community === community) return known;
    const node: CommunityNode = { kind: 'community', community };
    this.#nodes.set(community.id, node);
    return node;
  }

  #showCounts(shown: number): void {
    const all = this.#communities.length;
    this.#view.description = this.#filter === '' ? count(all) : vscode.l10n.t('{0} of {1}', count(shown), count(all));
    const note = this.#isOfCommit ? textIn([message('sharedCommunities')]) : undefined;
    this.#view.message =
      this.#filter !== '' && shown === 0 ? vscode.l10n.t('No community has “{0}” in its name or among its names.', this.#filter) : note;
  }
}

/** Identifies the level below a node. */
function levelOf(node: PlaceNode | undefined): string {
  return (node && toItem(node).id) ?? '';
}

/** The reason why there are no communities. */
function emptyState(status: StatusParams | undefined): 'none' | 'noFiles' | 'cleared' {
  const folders = status?.folders ?? [];
  if (folders.some(({ files }) => files > 0)) return 'none';
  return folders.length > 0 && folders.every(({ state }) => state === 'disabled') ? 'cleared' : 'noFiles';
}

/** Selects the text of an empty view. */
function setState(state: 'finding' | 'found' | 'none' | 'noFiles' | 'cleared' | 'failed'): void {
  vscode.commands.executeCommand('setContext', 'meshrag.communities', state);
}
