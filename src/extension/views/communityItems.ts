/** How the rows of the tree of communities look. A row's words are those of the author, and its tooltip has them in full. */

import * as vscode from 'vscode';
import { pathParts, rangeText } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';
import { plainText } from '../editor/plainText.ts';
import type {
  ChunkNode,
  CommunityNode,
  EntityNode,
  FileNode,
  ListNode,
  MoreNode,
  Node,
  OutlineNode,
  PartNode,
  SharingFileNode,
} from './communityNodes.ts';
import { cornerName, inFiles, partName, passagesIn } from './partNames.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function toItem(node: Node): vscode.TreeItem {
  const item = createItem(node);
  item.id = node.id;
  const { label, description } = item;
  item.accessibilityInformation ??= {
    label: [label, description]
      .filter((one) => typeof one === 'string' && one !== '')
      .join(', ')
      .trim(),
  };
  return item;
}

function createItem(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case 'list':
      return listItem(node);
    case 'part':
    case 'corner':
      return partItem(node);
    case 'community':
      return communityItem(node);
    case 'sharingFile':
      return sharingFileItem(node);
    case 'chunk':
      return chunkItem(node);
    case 'entity':
      return entityItem(node);
    case 'file':
      return fileItem(node);
    case 'entry':
      return entryItem(node);
    case 'more':
      return moreItem(node);
  }
}

function row(label: string, description: string, icon: string | undefined, state = None, tooltip = ''): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.description = description;
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon);
  if (tooltip !== '') item.tooltip = plainText(tooltip);
  return item;
}

function listItem({ label, says = '', icon, children }: ListNode): vscode.TreeItem {
  return row(label, says || count(children.length), icon, icon === 'root-folder' ? Expanded : Collapsed, says);
}

function partItem(node: PartNode): vscode.TreeItem {
  if (node.kind === 'corner') return row(cornerName(node.corner.corner), inFiles(node.corner.files), 'archive', Collapsed);
  const { says, holds, path, files } = node.part;
  const words = says?.text ?? holds.join(', ');
  const tooltip = [words, path, inFiles(files)].filter((one) => one !== '').join('\n\n');
  const item = row(partName(node.part), words, 'package', node.isFiltered ? Expanded : Collapsed, tooltip);
  item.contextValue = 'part';
  return item;
}

function communityItem({ community }: CommunityNode): vscode.TreeItem {
  const shared = t('Shared names: {0}', community.entities.join(', '));
  const item = row(community.name, passagesIn(community.size, community.files), 'type-hierarchy', Collapsed, shared);
  item.contextValue = 'community';
  return item;
}

function sharingFileItem({ path, chunks }: SharingFileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(chunks[0]?.uri ?? ''), Collapsed);
  item.description = pathParts(path).folder;
  item.contextValue = 'file';
  item.iconPath = vscode.ThemeIcon.File;
  item.accessibilityInformation = { label: `${path}, ${passagesIn(chunks.length, 1)}` };
  return item;
}

function chunkItem({ chunk, number }: ChunkNode): vscode.TreeItem {
  const lines = rangeText(chunk);
  const title = chunk.title.split(' › ').at(-1);
  // The number comes first, as the end of a row is often cut off.
  const named = title && number !== undefined ? t('Part {0}: {1}', number, title) : title;
  const state = chunk.entities.length > 0 ? Collapsed : None;
  const item = row(named || t('Lines {0}', lines), chunk.title ? lines : '', undefined, state);
  item.contextValue = 'chunk';
  item.tooltip = [chunk.title, `${chunk.path} ${lines}`].filter((one) => one !== '').join('\n');
  item.accessibilityInformation = { label: [...(named ? [named] : []), t('Lines {0}', lines)].join(', ') };
  item.command = openCommand(chunk);
  return item;
}

function entityItem({ entity, parent: { chunk } }: EntityNode): vscode.TreeItem {
  const label = t('Shared name: {0}', entity);
  const item = row(entity, '', 'tag', None, label);
  item.accessibilityInformation = { label };
  item.contextValue = 'entity';
  item.command = openCommand({ ...chunk, find: entity });
  return item;
}

function fileItem({ file: { says }, to }: FileNode): vscode.TreeItem {
  const item = row(pathParts(to.path).name, says, undefined, Collapsed, `${to.path}\n\n${says}`);
  item.resourceUri = vscode.Uri.parse(to.uri);
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = 'file';
  item.command = openCommand(to);
  return item;
}

function entryItem({ entry, to }: OutlineNode): vscode.TreeItem {
  const isEntryPoint = 'kind' in entry;
  const says = 'says' in entry ? entry.says : '';
  const words = isEntryPoint ? to.path : [String(to.startLine), says].filter((one) => one !== '').join(' · ');
  const label = `${'  '.repeat('depth' in entry ? entry.depth : 0)}${entry.name}`;
  const tooltip = [`${to.path}:${to.startLine}`, says].filter((one) => one !== '').join('\n\n');
  const item = row(label, words, isEntryPoint ? 'debug-start' : undefined, None, tooltip);
  if (!isEntryPoint) item.accessibilityInformation = { label: [entry.name, t('line {0}', to.startLine), says].filter(Boolean).join(', ') };
  item.command = openCommand(to);
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = row(t('{0} more', count(node.left)), '', 'ellipsis');
  item.command = { command: 'meshrag.moreCommunities', title: t('Show more'), arguments: [node] };
  return item;
}
