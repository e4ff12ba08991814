/** Communities: the parts of the workspace, within them the passages that share names, and files. */

import * as vscode from 'vscode';
import type { StatusParams } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { closenessRequest } from '../../protocol/treeRows.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { messageOf } from '../client/strings.ts';
import { activeEditor } from '../editor/activeEditor.ts';
import { pickOrder, showFilterBox } from './communityChoices.ts';
import { toItem } from './communityItems.ts';
import { communityNode, type MoreNode, type Node, nodeText, type PartNode, partsBelow } from './communityNodes.ts';
import { arrange, type CommunityOrder, matchesFilter } from './communityOrder.ts';
import { CommunityRows } from './communityRows.ts';
import { partName } from './partNames.ts';
import { RowPages } from './rowPages.ts';
import { draggedAsFiles } from './rowPlace.ts';

/** How long the cursor must rest before the tree is sorted by proximity again, in milliseconds. */
const restMs = 400;
const orderKey = 'meshrag.communityOrder';
const viewId = 'meshrag.communities';

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
      'meshrag.filterCommunities': () => showFilterBox(tree.filter, (filter) => tree.setFilter(filter)),
      'meshrag.clearCommunityFilter': () => tree.setFilter(''),
      'meshrag.revealInCommunities': (part) => (typeof part === 'string' ? tree.revealPart(part) : tree.revealCursor()),
      'meshrag.copyCommunityAsList': (node) => tree.copyAsList(node as Node),
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
  readonly #rows: CommunityRows;
  readonly #pages = new RowPages();
  #drawnFrom: string | undefined;
  #filter = '';
  #hasFailed = false;
  #closeness: Readonly<Record<string, number>> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor({ client, memory, logError }: CommunityViewOptions) {
    this.#client = client;
    this.#memory = memory;
    this.#logError = logError;
    this.#rows = new CommunityRows(client);
    this.#view = vscode.window.createTreeView<Node>(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: draggedAsFiles,
    });
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
    if (node === undefined) return this.#root();
    const rows = await this.#rowsBelow(node);
    const shown = this.#pages.shownOf(node.id, rows.length);
    if (shown === rows.length) return rows;
    return [...rows.slice(0, shown), { kind: 'more', id: `${node.id}\n\nmore`, parent: node, left: rows.length - shown }];
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toItem(node);
  }

  /** Shows the next rows in place of `more`, and selects the first of them. */
  async showMore({ parent }: MoreNode): Promise<void> {
    if (parent === undefined) return;
    const rows = await this.#rowsBelow(parent);
    const first = rows[this.#pages.shownOf(parent.id, rows.length)];
    this.#pages.more(parent.id);
    this.#changed.fire(parent);
    if (first !== undefined) await this.#view.reveal(first, { select: true, focus: true, expand: false });
  }

  /** Retries, restarting a server that had stopped for good. */
  async tryAgain(): Promise<void> {
    if (this.#client.state === 'stopped') await this.#client.start();
    this.#refresh();
  }

  get filter(): string {
    return this.#filter;
  }

  setFilter(filter: string): void {
    this.#filter = filter;
    vscode.commands.executeCommand('setContext', 'meshrag.communitiesFiltered', filter !== '');
    this.#changed.fire(undefined);
  }

  async chooseOrder(): Promise<void> {
    const order = await pickOrder(this.#order);
    if (order === undefined) return;
    await this.#memory.update(orderKey, order);
    if (order === 'closeness') this.#closeness = (await this.#closenessNow()) ?? {};
    this.#changed.fire(undefined);
  }

  /** Shows a part by its id, unfolded. */
  async revealPart(id: string): Promise<void> {
    if (this.#filter !== '') this.setFilter('');
    const part = partsBelow(await this.#rows.root()).find((one) => one.id === id);
    if (part !== undefined) await this.#view.reveal(part, { select: true, focus: true, expand: true });
  }

  /** Unfolds the tree down to the passage at the cursor, or to its file. */
  async revealCursor(): Promise<void> {
    const editor = activeEditor();
    if (editor === undefined) {
      vscode.window.showInformationMessage(t('Put the cursor in a file to see its place among the communities.'));
      return;
    }
    const location = { location: { viewId } };
    const at = () => this.#rows.rowAt(editor.document.uri.toString(), editor.selection.active.line + 1);
    const target = await vscode.window.withProgress(location, at);
    if (target === undefined) {
      vscode.window.showInformationMessage(t('The file at the cursor belongs to no part: it is not indexed.'));
      return;
    }
    if (this.#filter !== '') this.setFilter('');
    let isMore = false;
    for (let node: Node = target; node.parent !== undefined; node = node.parent) {
      const { id } = node;
      const rows = await this.#rowsBelow(node.parent);
      isMore =
        this.#pages.reach(
          node.parent.id,
          rows.findIndex((one) => one.id === id),
        ) || isMore;
    }
    if (isMore) this.#changed.fire(undefined);
    await this.#view.reveal(target, { select: true, focus: false, expand: false });
  }

  async copyAsList(node: Node): Promise<void> {
    await vscode.env.clipboard.writeText(nodeText(node, await this.#rowsBelow(node)));
    vscode.window.setStatusBarMessage(t('Copied as a list'), 3000);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  get #order(): CommunityOrder {
    return this.#memory.get<CommunityOrder>(orderKey, 'size');
  }

  /** With a filter, only parts whose words match, or that have communities which do. */
  async #root(): Promise<Node[]> {
    const revision = indexRevision(this.#client);
    if (revision !== this.#drawnFrom) this.#rows.clear();
    this.#drawnFrom = revision;
    if (revision === undefined) {
      if (this.#client.state === 'stopped') this.#fail();
      return [];
    }
    const location = { location: { viewId } };
    try {
      const rows = await vscode.window.withProgress(location, async () => this.#filtered(await this.#rows.root()));
      this.#hasFailed = false;
      this.#view.message = this.#note(rows.length);
      setState(this.#client.status);
      return rows;
    } catch (error) {
      this.#logError(error);
      this.#fail(messageOf(error));
      return [];
    }
  }

  async #filtered(nodes: readonly Node[]): Promise<Node[]> {
    if (this.#filter === '') return [...nodes];
    const shown = await Promise.all(
      nodes.map(async (node): Promise<Node[]> => {
        if (node.kind === 'part') {
          const matches = (await this.#communitiesIn(node)).length > 0 || this.#isNamed(node);
          // Another row than the unfiltered one, so that it is unfolded by itself.
          return matches ? [{ ...node, id: `${node.id}\n\nfiltered`, isFiltered: true }] : [];
        }
        if (node.kind !== 'list' || node.icon !== 'root-folder') return [];
        const children = await this.#filtered(node.children);
        return children.length === 0 ? [] : [{ ...node, children }];
      }),
    );
    return shown.flat();
  }

  #isNamed({ part }: Extract<PartNode, { kind: 'part' }>): boolean {
    return matchesFilter([partName(part), part.says?.text, ...part.holds].join('\n'), this.#filter);
  }

  /** Those that the filter leaves; all of a part that it names. */
  async #communitiesIn(node: Extract<PartNode, { kind: 'part' }>): Promise<Node[]> {
    const own = node.isFiltered ? { ...node, id: node.part.id } : node;
    const communities = await this.#rows.communitiesOf(own);
    const all = (filter: string): Node[] =>
      arrange(communities, filter, this.#order, this.#closeness).map((community) => communityNode(community, node));
    const matching = all(this.#filter);
    return matching.length === 0 && this.#isNamed(node) ? all('') : matching;
  }

  async #rowsBelow(node: Node): Promise<Node[]> {
    if (node.kind !== 'part') return this.#rows.below(node);
    const location = { location: { viewId } };
    const communities = await vscode.window.withProgress(location, () => this.#communitiesIn(node));
    return node.isFiltered ? communities : [...communities, ...(await this.#rows.filesOf(node))];
  }

  #refresh(): void {
    this.#rows.clear();
    this.#changed.fire(undefined);
  }

  /** The view is empty and shows the failure; it retries on demand, or when the index changes. */
  #fail(reason?: string): void {
    this.#hasFailed = true;
    this.#view.message = reason;
    vscode.commands.executeCommand('setContext', viewId, 'failed');
  }

  /** Nothing is asked unless the view is visible. */
  #follow(): void {
    const isGone = this.#client.state === 'stopped' && !this.#hasFailed;
    if (this.#view.visible && (isGone || indexRevision(this.#client) !== this.#drawnFrom)) this.#refresh();
    const isWaiting = indexRevision(this.#client) === undefined && this.#client.state !== 'stopped';
    vscode.commands.executeCommand('setContext', 'meshrag.indexing', isWaiting);
  }

  #followCursor(): void {
    if (this.#order !== 'closeness' || !this.#view.visible) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const closeness = await this.#closenessNow();
      if (closeness === undefined || JSON.stringify(closeness) === JSON.stringify(this.#closeness)) return;
      this.#closeness = closeness;
      this.#changed.fire(undefined);
    }, restMs);
  }

  /** Undefined on failure, or without an editor: the order stays as it is. */
  async #closenessNow(): Promise<Readonly<Record<string, number>> | undefined> {
    const editor = activeEditor();
    if (editor === undefined) return undefined;
    const at = { uri: editor.document.uri.toString(), line: editor.selection.active.line };
    try {
      return (await this.#client.request(closenessRequest, at)).closeness;
    } catch (error) {
      this.#logError(error);
      return undefined;
    }
  }

  #note(shown: number): string | undefined {
    if (this.#filter === '' || shown > 0) return undefined;
    return t('No part or community has “{0}” in its title or among its names.', this.#filter);
  }
}

/** Selects the text of an empty view. */
function setState(status: StatusParams | undefined): void {
  const folders = status?.folders ?? [];
  const isCleared = folders.length > 0 && folders.every(({ state }) => state === 'disabled');
  vscode.commands.executeCommand('setContext', viewId, isCleared ? 'cleared' : 'indexed');
}
