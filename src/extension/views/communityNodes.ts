/** The nodes of the tree of communities: their children, appearance, and export as a list. */

import * as vscode from 'vscode';
import { type CommunityChunk, rangeText, reference, type WireCommunity } from '../../protocol/places.ts';
import { hasField } from '../../protocol/schema.ts';
import { communityQuestion } from '../editor/communityQuestion.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';
import { plainText } from '../editor/plainText.ts';

export interface CommunityNode {
  readonly kind: 'community';
  readonly community: WireCommunity;
}

export interface FileNode {
  readonly kind: 'file';
  readonly parent: CommunityNode;
  readonly path: string;
  readonly chunks: readonly CommunityChunk[];
}

export interface ChunkNode {
  readonly kind: 'chunk';
  readonly parent: FileNode;
  readonly chunk: CommunityChunk;
  /** Its number, from 1, among chunks of the file with the same title; undefined if it is the only one. */
  readonly part: number | undefined;
}

export interface EntityNode {
  readonly kind: 'entity';
  readonly parent: ChunkNode;
  readonly entity: string;
}

/** The row that shows more rows below `parent`, or below the root if absent. */
export interface MoreNode {
  readonly kind: 'more';
  readonly parent: PlaceNode | undefined;
  /** Number of hidden rows. */
  readonly left: number;
}

/** A node for something in the workspace. */
export type PlaceNode = CommunityNode | FileNode | ChunkNode | EntityNode;

export type Node = PlaceNode | MoreNode;

/** The files of a community, those that contain most of its shared entities first. */
export function fileNodes(parent: CommunityNode, all: readonly CommunityChunk[]): FileNode[] {
  const shared = (chunks: readonly CommunityChunk[]) => new Set(chunks.flatMap((chunk) => chunk.entities)).size;
  return [...Map.groupBy(all, ({ path }) => path)]
    .sort(([path, chunks], [otherPath, others]) => shared(others) - shared(chunks) || (path < otherPath ? -1 : 1))
    .map(([path, chunks]) => ({ kind: 'file', parent, path, chunks: chunks.sort((a, b) => a.startLine - b.startLine) }));
}

/** The children of a file (its chunks by line) or a chunk (its shared entities). */
export function childNodes(node: FileNode | ChunkNode | EntityNode): PlaceNode[] {
  switch (node.kind) {
    case 'file':
      return node.chunks.map((chunk, i): PlaceNode => ({ kind: 'chunk', parent: node, chunk, part: partOf(node.chunks, i) }));
    case 'chunk':
      return node.chunk.entities.map((entity): PlaceNode => ({ kind: 'entity', parent: node, entity }));
    default:
      return [];
  }
}

function partOf(chunks: readonly CommunityChunk[], position: number): number | undefined {
  const alike = (chunk: CommunityChunk): boolean => chunk.title === chunks[position]?.title;
  return chunks.filter(alike).length > 1 ? chunks.slice(0, position + 1).filter(alike).length : undefined;
}

/** The community id of a tree node; undefined for anything else. */
export function communityId(value: unknown): string | undefined {
  if (!hasField(value, 'kind')) return undefined;
  const node = value as PlaceNode;
  return node.kind === 'community' ? node.community.id : communityId(node.parent);
}

/** A question about a node; undefined for anything else. */
export function nodeQuestion(value: unknown): string | undefined {
  return communityId(value) === undefined ? undefined : questionAbout(value as PlaceNode);
}

function questionAbout(node: PlaceNode): string {
  switch (node.kind) {
    case 'community':
      return communityQuestion(node.community);
    case 'file':
      return vscode.l10n.t('What is {0} for?', node.path);
    case 'chunk':
      return vscode.l10n.t('What is “{0}” about?', node.chunk.title.split(' › ').at(-1) || node.chunk.path);
    case 'entity':
      return vscode.l10n.t('Where is {0} used?', node.entity);
  }
}

/** A node as a list in plain text; `chunks` are those of a community. */
export function nodeText(node: PlaceNode, chunks: readonly CommunityChunk[]): string {
  switch (node.kind) {
    case 'community':
      return [
        `${node.community.name} (${inFiles(node.community.size, node.community.files)})`,
        ...chunks.map(chunkLine),
        '',
        vscode.l10n.t('Shared names: {0}', node.community.entities.join(', ')),
      ].join('\n');
    case 'file':
      return node.chunks.map(chunkLine).join('\n');
    case 'chunk':
      return [chunkLine(node.chunk), ...node.chunk.entities.map((entity) => `  - ${entity}`)].join('\n');
    case 'entity':
      return node.entity;
  }
}

function chunkLine(chunk: CommunityChunk): string {
  return `- ${reference(chunk)}${chunk.title === '' ? '' : ` ${chunk.title}`}`;
}

export function toItem(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case 'community':
      return communityItem(node.community);
    case 'file':
      return fileItem(node);
    case 'chunk':
      return chunkItem(node);
    case 'entity':
      return entityItem(node);
    case 'more':
      return moreItem(node);
  }
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('{0} more', count(node.left)), vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'meshrag.moreCommunities', title: vscode.l10n.t('Show more'), arguments: [node] };
  return item;
}

function communityItem(community: WireCommunity): vscode.TreeItem {
  const item = new vscode.TreeItem(community.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = community.id;
  item.description = inFiles(community.size, community.files);
  item.contextValue = 'community';
  item.iconPath = new vscode.ThemeIcon('type-hierarchy');
  item.accessibilityInformation = { label: `${community.name}, ${item.description}` };
  return item;
}

function inFiles(chunks: number, files: number): string {
  if (chunks === 1) return vscode.l10n.t('1 passage');
  if (files === 1) return vscode.l10n.t('{0} passages in 1 file', count(chunks));
  return vscode.l10n.t('{0} passages in {1} files', count(chunks), count(files));
}

/** A community's shared entities and overlaps. */
export function communityTooltip(community: WireCommunity, overlaps: readonly string[]): vscode.MarkdownString {
  const shared = vscode.l10n.t('Shared names: {0}', community.entities.join(', '));
  return plainText(overlaps.length === 0 ? shared : `${shared}\n\n${vscode.l10n.t('Overlaps with: {0}', overlaps.join('; '))}`);
}

function fileItem({ path, chunks, parent }: FileNode): vscode.TreeItem {
  const uri = vscode.Uri.parse(chunks[0]!.uri);
  const item = new vscode.TreeItem(uri, vscode.TreeItemCollapsibleState.Collapsed);
  const slash = path.lastIndexOf('/');
  item.description = slash < 0 ? undefined : path.slice(0, slash);
  item.id = `${parent.community.id}\n${path}`;
  item.contextValue = 'file';
  item.iconPath = vscode.ThemeIcon.File;
  item.accessibilityInformation = { label: `${path}, ${inFiles(chunks.length, 1)}` };
  return item;
}

function chunkItem({ chunk, part, parent }: ChunkNode): vscode.TreeItem {
  const lines = rangeText(chunk);
  const state = chunk.entities.length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
  const title = chunk.title.split(' › ').at(-1);
  // The number comes first, as the end of a row is often cut off.
  const named = title && part !== undefined ? vscode.l10n.t('Part {0}: {1}', part, title) : title;
  const item = new vscode.TreeItem(named || vscode.l10n.t('Lines {0}', lines), state);
  const also = chunk.alsoIn.length > 0 ? vscode.l10n.t('also in: {0}', chunk.alsoIn[0]!) : '';
  item.description = [chunk.title ? lines : '', also].filter((part) => part !== '').join(' · ');
  item.id = [parent.parent.community.id, chunk.path, chunk.startLine, chunk.startColumn ?? 0].join('\n');
  item.contextValue = 'chunk';
  item.tooltip = [chunk.title, `${chunk.path} ${lines}`].filter((part) => part !== '').join('\n');
  item.command = openCommand(chunk);
  return item;
}

function entityItem({ entity, parent: { chunk } }: EntityNode): vscode.TreeItem {
  const item = new vscode.TreeItem(entity, vscode.TreeItemCollapsibleState.None);
  item.contextValue = 'entity';
  item.iconPath = new vscode.ThemeIcon('tag');
  item.command = openCommand({ ...chunk, find: entity });
  item.tooltip = vscode.l10n.t('Shared name: {0}', entity);
  return item;
}
