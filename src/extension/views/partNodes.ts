/** The rows of the tree of parts. A row's words are those of the author, and its tooltip has them in full. */

import * as vscode from 'vscode';
import type {
  OutlineResult,
  WireCorner,
  WireEntryPoint,
  WireOverview,
  WirePart,
  WirePartFile,
  WireTopic,
} from '../../protocol/explorer.ts';
import type { CommunityChunk } from '../../protocol/places.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';
import { plainText } from '../editor/plainText.ts';
import { childNodes, fileNodes, type PlaceNode, toItem } from './communityNodes.ts';

export type PartNode =
  | {
      readonly kind: 'list';
      readonly id: string;
      readonly label: string;
      readonly icon: string;
      readonly says?: string | undefined;
      readonly children: readonly PartNode[];
    }
  | { readonly kind: 'entryPoint'; readonly id: string; readonly entry: WireEntryPoint }
  | { readonly kind: 'part'; readonly id: string; readonly part: WirePart }
  /** The topics of a part, which are found when it is unfolded. */
  | { readonly kind: 'topics'; readonly id: string; readonly part: string }
  /** A topic, or what is in it. */
  | PlaceRow
  | { readonly kind: 'note'; readonly id: string; readonly text: string }
  | { readonly kind: 'corner'; readonly id: string; readonly corner: WireCorner }
  | { readonly kind: 'file'; readonly id: string; readonly file: WirePartFile }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: OutlineResult['entries'][number] };

interface PlaceRow {
  readonly kind: 'place';
  readonly id: string;
  readonly node: PlaceNode;
  /** Of the topic. */
  readonly passages: readonly CommunityChunk[];
}

/** Entry points, parts, then files of other kinds. */
export function belowFolder({ uri, entryPoints, parts, corners }: WireOverview): PartNode[] {
  const entries = entryPoints.map((entry, i): PartNode => ({ kind: 'entryPoint', id: `${uri}\nentry\n${i}`, entry }));
  const apart = corners.map((corner): PartNode => ({ kind: 'corner', id: corner.id, corner }));
  const { t } = vscode.l10n;
  return [
    ...(entries.length > 0 ? [list(`${uri}\nentries`, t('Entry points'), 'play', entries)] : []),
    ...parts.map((part): PartNode => ({ kind: 'part', id: part.id, part })),
    ...(apart.length > 0 ? [list(`${uri}\napart`, t('Other'), 'archive', apart)] : []),
  ];
}

function list(id: string, label: string, icon: string, children: readonly PartNode[]): PartNode {
  return { kind: 'list', id, label, icon, children };
}

/** A topic as the community that it belongs to, with its language. */
export function topicNode(topic: WireTopic): PartNode {
  const { id, language, name, chunks: passages } = topic;
  const named =
    language === '' ? name : `${name} (${new Intl.DisplayNames(vscode.env.language, { type: 'language' }).of(language) ?? language})`;
  return { kind: 'place', id, passages, node: { kind: 'community', community: { ...topic, name: named } } };
}

/** The files of a topic, and their passages. */
export function placesBelow({ id, node, passages }: PlaceRow): PartNode[] {
  const places = node.kind === 'community' ? fileNodes(node, passages) : childNodes(node);
  return places.map((place, i): PartNode => ({ kind: 'place', id: `${id}\n${i}`, node: place, passages }));
}

/** The name of a corner. */
export function cornerName(corner: WireCorner['corner']): string {
  const { t } = vscode.l10n;
  const names: Record<WireCorner['corner'], string> = {
    tests: t('Tests and examples'),
    translations: t('Translations'),
    changeLogs: t('Change logs'),
    licences: t('Licenses'),
    vendored: t('Third-party code'),
    compiled: t('Compiled files'),
    settings: t('Settings of tools'),
  };
  return names[corner];
}

/** The name of a part; the part with a folder's own files has none. */
export function partName({ name }: Pick<WirePart, 'name'>): string {
  return name === '' ? vscode.l10n.t('Top level') : name;
}

export function inFiles(files: number): string {
  return files === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count(files));
}

export function toPartItem(node: PartNode): vscode.TreeItem {
  const item = createItem(node);
  item.id = node.id;
  // The menus of rows are those of their own view.
  if (node.kind === 'place') item.contextValue = `topic.${item.contextValue}`;
  return item;
}

function createItem(node: PartNode): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case 'list':
      return row(
        node.label,
        node.says ?? count(node.children.length),
        node.icon,
        node.icon === 'root-folder' ? Expanded : Collapsed,
        node.says,
      );
    case 'entryPoint': {
      const { name, place } = node.entry;
      return opening(row(name, place.path, 'debug-start', None, `${place.path}:${place.startLine}`), place);
    }
    case 'part': {
      const { says, holds, path, files } = node.part;
      const words = says?.text ?? holds.join(', ');
      const item = row(
        partName(node.part),
        words,
        'package',
        Collapsed,
        [words, path, inFiles(files)].filter((one) => one !== '').join('\n\n'),
      );
      item.contextValue = 'part';
      return item;
    }
    case 'topics':
      return row(vscode.l10n.t('Topics'), '', 'type-hierarchy', Collapsed);
    case 'place':
      return toItem(node.node);
    case 'note':
      return row(node.text, '', 'info', None);
    case 'corner':
      return row(cornerName(node.corner.corner), inFiles(node.corner.files), 'archive', Collapsed);
    case 'file': {
      const { place, says } = node.file;
      const item = opening(
        row(place.path.slice(place.path.lastIndexOf('/') + 1), says, undefined, Collapsed, `${place.path}\n\n${says}`),
        place,
      );
      item.resourceUri = vscode.Uri.parse(place.uri);
      item.iconPath = vscode.ThemeIcon.File;
      return item;
    }
    case 'entry': {
      const { name, says, place, depth } = node.entry;
      const words = [String(place.startLine), says].filter((one) => one !== '').join(' · ');
      return opening(row(`${'  '.repeat(depth)}${name}`, words, undefined, None, `${place.path}:${place.startLine}\n\n${says}`), place);
    }
  }
}

function row(
  label: string,
  description: string,
  icon: string | undefined,
  state: vscode.TreeItemCollapsibleState,
  tooltip = '',
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.description = description;
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon);
  if (tooltip !== '') item.tooltip = plainText(tooltip);
  item.accessibilityInformation = { label: [label.trim(), description].filter((one) => one !== '').join(', ') };
  return item;
}

function opening(item: vscode.TreeItem, place: Parameters<typeof openCommand>[0]): vscode.TreeItem {
  item.command = openCommand(place);
  return item;
}
