/** The tree of communities: names that belong together, the files and chunks that share them, and the names themselves. */

import * as vscode from 'vscode';
import type { CommunityChunk, WireCommunity } from '../../protocol/places.ts';
import { communitiesRequest, communityRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client.ts';
import { count } from '../numbers.ts';

type Node =
  | { readonly kind: 'community'; readonly community: WireCommunity }
  | { readonly kind: 'file'; readonly path: string; readonly chunks: readonly CommunityChunk[] }
  | { readonly kind: 'chunk'; readonly chunk: CommunityChunk }
  | { readonly kind: 'entity'; readonly entity: string; readonly chunk: CommunityChunk };

export function createCommunityView(client: ServerClient): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  let drawnFrom: string | undefined;

  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node?.kind === 'community') return filesOf((await client.request(communityRequest, { id: node.community.id })).chunks);
      if (node) return childrenOf(node);
      drawnFrom = generationOf(client);
      if (drawnFrom === undefined) return [];
      const { communities } = await client.request(communitiesRequest, {});
      return communities.map((community): Node => ({ kind: 'community', community }));
    },
    getTreeItem: toItem,
  };
  const view = vscode.window.createTreeView('meshrag.communities', { treeDataProvider: provider, showCollapseAll: true });

  // Communities are found when they are looked at: nothing is computed for a view that is not seen.
  function follow(): void {
    if (view.visible && generationOf(client) !== drawnFrom) changed.fire(undefined);
    vscode.commands.executeCommand('setContext', 'meshrag.indexing', generationOf(client) === undefined);
  }
  const refresh = vscode.commands.registerCommand('meshrag.refreshCommunities', () => changed.fire(undefined));
  follow();
  return vscode.Disposable.from(view, changed, refresh, view.onDidChangeVisibility(follow), client.onDidChange(follow));
}

/** Changes whenever communities may have; undefined while an index is built or there is none. */
function generationOf({ status }: ServerClient): string | undefined {
  const folders = status?.folders ?? [];
  if (folders.length === 0 || folders.some((folder) => folder.state === 'indexing')) return undefined;
  return folders.map(({ uri, files, chunks, entities, bytes }) => [uri, files, chunks, entities, bytes].join(' ')).join('\n');
}

function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case 'file':
      return node.chunks.map((chunk): Node => ({ kind: 'chunk', chunk }));
    case 'chunk':
      return node.chunk.entities.map((entity): Node => ({ kind: 'entity', entity, chunk: node.chunk }));
    default:
      return [];
  }
}

/** The files of a community, those that hold most of what it shares first, and their chunks by line. */
function filesOf(all: readonly CommunityChunk[]): Node[] {
  const files = new Map<string, CommunityChunk[]>();
  for (const chunk of all) {
    const chunks = files.get(chunk.path);
    if (chunks) chunks.push(chunk);
    else files.set(chunk.path, [chunk]);
  }
  const shared = (chunks: readonly CommunityChunk[]) => new Set(chunks.flatMap((chunk) => chunk.entities)).size;
  return [...files]
    .sort(([path, chunks], [otherPath, others]) => shared(others) - shared(chunks) || (path < otherPath ? -1 : 1))
    .map(([path, chunks]) => ({ kind: 'file', path, chunks: chunks.sort((a, b) => a.startLine - b.startLine) }));
}

function toItem(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case 'community':
      return communityItem(node.community);
    case 'file':
      return fileItem(node.path, node.chunks);
    case 'chunk':
      return chunkItem(node.chunk);
    case 'entity':
      return entityItem(node.entity, node.chunk);
  }
}

function communityItem(community: WireCommunity): vscode.TreeItem {
  const item = new vscode.TreeItem(community.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = community.id;
  item.description = inFiles(community.size, community.files);
  item.iconPath = new vscode.ThemeIcon('type-hierarchy');
  item.tooltip = communityTooltip(community);
  item.accessibilityInformation = { label: `${community.name}, ${item.description}` };
  return item;
}

function inFiles(chunks: number, files: number): string {
  if (chunks === 1) return vscode.l10n.t('1 chunk');
  if (files === 1) return vscode.l10n.t('{0} chunks in 1 file', count(chunks));
  return vscode.l10n.t('{0} chunks in {1} files', count(chunks), count(files));
}

function communityTooltip(community: WireCommunity): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendText(vscode.l10n.t('Shared names: {0}', community.entities.join(', ')));
  if (community.overlaps.length > 0)
    text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Overlaps with: {0}', community.overlaps.join('; ')));
  return text;
}

function fileItem(path: string, chunks: readonly CommunityChunk[]): vscode.TreeItem {
  const uri = vscode.Uri.parse(chunks[0]!.uri);
  const item = new vscode.TreeItem(uri, vscode.TreeItemCollapsibleState.Collapsed);
  const slash = path.lastIndexOf('/');
  item.description = slash < 0 ? undefined : path.slice(0, slash);
  item.iconPath = vscode.ThemeIcon.File;
  item.accessibilityInformation = { label: `${path}, ${inFiles(chunks.length, 1)}` };
  return item;
}

function chunkItem(chunk: CommunityChunk): vscode.TreeItem {
  const lines = chunk.startLine === chunk.endLine ? `${chunk.startLine}` : `${chunk.startLine}–${chunk.endLine}`;
  const state = chunk.entities.length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
  const item = new vscode.TreeItem(chunk.title.split(' › ').at(-1) || vscode.l10n.t('Lines {0}', lines), state);
  const also = chunk.alsoIn.length > 0 ? vscode.l10n.t('also in: {0}', chunk.alsoIn[0]!) : '';
  item.description = [chunk.title ? lines : '', also].filter((part) => part !== '').join(' · ');
  item.tooltip = [chunk.title, `${chunk.path} ${lines}`].filter((part) => part !== '').join('\n');
  item.command = { command: 'meshrag.openPlace', title: vscode.l10n.t('Open'), arguments: [chunk] };
  item.contextValue = 'chunk';
  return item;
}

function entityItem(entity: string, chunk: CommunityChunk): vscode.TreeItem {
  const item = new vscode.TreeItem(entity, vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('tag');
  item.command = { command: 'meshrag.openPlace', title: vscode.l10n.t('Open'), arguments: [{ ...chunk, find: entity }] };
  item.tooltip = vscode.l10n.t('Shared name: {0}', entity);
  return item;
}
