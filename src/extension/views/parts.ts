/** The tree of parts: how the workspace is made, from entry points and parts to files and what they define. */

import * as vscode from 'vscode';
import { outlineRequest, overviewRequest, partRequest, topicsRequest, type WireOverview } from '../../protocol/explorer.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { belowFolder, type PartNode, placesBelow, toPartItem, topicNode } from './partNodes.ts';

export function createPartsView(client: ServerClient, logError: (error: unknown) => void): vscode.Disposable {
  return new PartsTree(client, logError);
}

class PartsTree implements vscode.TreeDataProvider<PartNode>, vscode.Disposable {
  readonly #client: ServerClient;
  readonly #logError: (error: unknown) => void;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<PartNode>;
  readonly #listening: vscode.Disposable;
  #drawnFrom: string | undefined;

  constructor(client: ServerClient, logError: (error: unknown) => void) {
    this.#client = client;
    this.#logError = logError;
    this.#view = vscode.window.createTreeView('meshrag.parts', { treeDataProvider: this, showCollapseAll: true });
    const follow = (): void => {
      if (this.#view.visible && indexRevision(client) !== this.#drawnFrom) this.#changed.fire(undefined);
    };
    this.#listening = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#view.onDidChangeVisibility(follow),
      client.onDidChange(follow),
    );
  }

  async getChildren(node?: PartNode): Promise<PartNode[]> {
    try {
      return await this.#childrenOf(node);
    } catch (error) {
      this.#logError(error);
      return [];
    }
  }

  getTreeItem(node: PartNode): vscode.TreeItem {
    return toPartItem(node);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #childrenOf(node: PartNode | undefined): Promise<PartNode[]> {
    if (node === undefined) return this.#firstLevel();
    switch (node.kind) {
      case 'list':
        return [...node.children];
      case 'part':
      case 'corner': {
        const { files } = await this.#client.request(partRequest, { id: node.id });
        const rows = files.map((file): PartNode => ({ kind: 'file', id: `${node.id}\n${file.place.path}`, file }));
        return node.kind === 'part' && files.length > 1 ? [{ kind: 'topics', id: `${node.id}\n\ntopics`, part: node.id }, ...rows] : rows;
      }
      case 'topics':
        return this.#topics(node.part);
      case 'place':
        return placesBelow(node);
      case 'file': {
        const { entries } = await this.#client.request(outlineRequest, { uri: node.file.place.uri });
        return entries.map((entry, i): PartNode => ({ kind: 'entry', id: `${node.id}\n${i}`, entry }));
      }
      default:
        return [];
    }
  }

  async #topics(part: string): Promise<PartNode[]> {
    const { topics } = await this.#client.request(topicsRequest, { id: part });
    if (topics.length === 0)
      return [{ kind: 'note', id: `${part}\n\nnote`, text: vscode.l10n.t('No two files of this part share rare names.') }];
    return topics.map(topicNode);
  }

  async #firstLevel(): Promise<PartNode[]> {
    const revision = indexRevision(this.#client);
    this.#drawnFrom = revision;
    if (revision === undefined) return [];
    const folders = await vscode.window.withProgress({ location: { viewId: 'meshrag.parts' } }, () => this.#overviews());
    const described = folders.filter(({ parts }) => parts.length > 0);
    const [only] = described;
    if (only === undefined) return [];
    if (described.length === 1) return belowFolder(only);
    return described.map(
      (one): PartNode => ({
        kind: 'list',
        id: one.uri,
        label: one.name,
        icon: 'root-folder',
        says: one.says?.text,
        children: belowFolder(one),
      }),
    );
  }

  async #overviews(): Promise<readonly WireOverview[]> {
    return (await this.#client.request(overviewRequest, {})).folders;
  }
}
