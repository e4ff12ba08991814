/** The rows of the trees of a place and of a change: files and their lines by role, and passages that share names. */

import * as vscode from 'vscode';
import type { WireMention } from '../../protocol/drift.ts';
import type { ImpactResult, NameFactsResult, WireImpact } from '../../protocol/impact.ts';
import { pathParts, type RelatedSource, rangeText, type WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';
import { commitItem, quoteItem, type ReasonNode } from '../past/reasonRows.ts';
import { sentence } from '../reports/diagnostics.ts';
import type { RowPlace } from './rowPlace.ts';

/** A row that leads to a place; what `from` shares with it is evidence. */
interface Leading {
  readonly id: string;
  readonly from?: WirePlace | undefined;
  readonly to: RowPlace;
}

export type PlaceNode =
  | {
      readonly kind: 'section';
      readonly id: string;
      readonly label: string;
      readonly children: readonly PlaceNode[];
      readonly isFolded?: true;
    }
  /** What uses the users, which is found when it is unfolded. */
  | { readonly kind: 'reach'; readonly id: string }
  /** Why it is so, which is found when it is unfolded. */
  | { readonly kind: 'why'; readonly id: string }
  | ({ readonly kind: 'definition'; readonly name: string } & Leading)
  | ({ readonly kind: 'file'; readonly rows: readonly WireImpact[] } & Leading)
  | ({ readonly kind: 'line'; readonly text: string; readonly names: readonly string[] } & Leading)
  | ({ readonly kind: 'source'; readonly to: RelatedSource } & Leading)
  /** What a model that has read the passage says of the name. */
  | ({ readonly kind: 'facts'; readonly facts: WireNameFact } & Leading)
  /** A mention of a removed name; without a tick if there is no new name. */
  | ({ readonly kind: 'mention'; readonly mention: WireMention; readonly isTicked?: boolean } & Leading)
  | ReasonNode;

export type WireNameFact = NameFactsResult['facts'][number];

type FileNode = Extract<PlaceNode, { kind: 'file' }>;

/** A section of rows; none if there are no rows. */
export function section(id: string, label: string, children: readonly PlaceNode[], isFolded = false): PlaceNode[] {
  return children.length === 0 ? [] : [{ kind: 'section', id, label, children, ...(isFolded ? { isFolded } : {}) }];
}

/** What the names of a place are: where they are defined. */
export function definitions({ names }: Pick<ImpactResult, 'names'>): PlaceNode[] {
  return names.map(({ name, uri, path, line }, i) => {
    return { kind: 'definition', id: `defined\n${i}`, name, to: { uri, path, startLine: line, endLine: line, find: name } };
  });
}

/** Who uses a place itself, by role. */
export function usersByRole(rows: readonly WireImpact[], from?: WirePlace): PlaceNode[] {
  const own = (id: string, ...kinds: readonly WireImpact['kind'][]): PlaceNode[] =>
    fileRows(
      id,
      rows.filter(({ depth, kind }) => depth === 1 && kinds.includes(kind)),
      from,
    );
  return [
    ...section('users', t('Used by'), own('users', 'users', 'subclasses', 'catchers', 'importers')),
    ...section('tests', t('Tests'), own('tests', 'tests')),
    ...section('documents', t('Documents and comments'), own('documents', 'docs')),
  ];
}

/** What uses the users, level by level, and what is only related. */
export function reachRows(rows: readonly WireImpact[], from?: WirePlace): PlaceNode[] {
  const levels = Map.groupBy(
    rows.filter(({ depth }) => depth > 1),
    ({ depth }) => depth,
  );
  const related = (kind: WireImpact['kind']): PlaceNode[] =>
    fileRows(
      kind,
      rows.filter((row) => row.depth === 0 && row.kind === kind),
      from,
    );
  const all = [
    ...[...levels].flatMap(([depth, own]) => section(`level ${depth}`, t('{0} steps away', depth), fileRows(`${depth}`, own, from))),
    ...section('together', t('Changed together'), related('together'), true),
    ...section('relatedTests', t('Tests that may be affected'), related('tests'), true),
    ...section('relatedFiles', t('Related files'), related('related'), true),
  ];
  return all.length > 0 ? all : [{ kind: 'note', id: 'reach\nnone', text: t('Nothing further.') }];
}

/** One row for each file, whatever it does with the names. */
export function fileRows(id: string, rows: readonly WireImpact[], from?: WirePlace): FileNode[] {
  return [...Map.groupBy(rows, ({ uri }) => uri)].map(([uri, own]) => {
    const path = own[0]?.path ?? '';
    const line = Math.min(...own.flatMap(({ lines }) => lines.map((one) => one.line)), Number.MAX_SAFE_INTEGER);
    const at = line === Number.MAX_SAFE_INTEGER ? 1 : line;
    return { kind: 'file', id: `${id}\n${uri}`, rows: own, from, to: { uri, path, startLine: at, endLine: at } };
  });
}

/** The lines of a file with their texts. */
export async function linesBelow({ id, rows, from, to }: FileNode): Promise<PlaceNode[]> {
  const names = Map.groupBy(
    rows.flatMap(({ lines }) => lines),
    ({ line }) => line,
  );
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(to.uri, true));
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([line, own]) => {
      const text = line <= document.lineCount ? document.lineAt(line - 1).text.trim() : '';
      const place = { ...to, startLine: line, endLine: line };
      return { kind: 'line', id: `${id}\n${line}`, from, to: place, text: shown(text), names: [...new Set(own.map(({ name }) => name))] };
    });
}

/** Where a row leads: of a file all lines that it stands for, of a section those of its rows. */
export function placesBelow(node: PlaceNode): readonly RowPlace[] {
  if (node.kind === 'section') return node.children.flatMap(placesBelow);
  if (!('to' in node)) return [];
  const lines = node.kind === 'file' ? new Set(node.rows.flatMap((one) => one.lines.map(({ line }) => line))) : new Set<number>();
  if (lines.size === 0) return [node.to];
  return [...lines].sort((a, b) => a - b).map((line) => ({ ...node.to, startLine: line, endLine: line }));
}

/** Passages that share names with a place; `id` is unique among the sections. */
export function sourceNodes(id: string, sources: readonly RelatedSource[], from: WirePlace | undefined): PlaceNode[] {
  return sources.map((to, i) => ({ kind: 'source', id: `${id}\n${i}`, from, to }));
}

export function factNodes(all: readonly WireNameFact[]): PlaceNode[] {
  return all.map((facts, i) => ({ kind: 'facts', id: `facts\n${i}`, facts, to: facts }));
}

export function toPlaceItem(node: PlaceNode): vscode.TreeItem {
  const item = createItem(node);
  item.id = node.id;
  if ('to' in node) {
    item.contextValue = node.from === undefined ? 'place' : 'place.shared';
    item.command = openCommand(node.to);
    // Where it is dragged to, its lines are selected; without an icon of its own the row would get that of the file.
    if (item.iconPath !== undefined) item.resourceUri ??= vscode.Uri.parse(node.to.uri, true).with({ fragment: `L${node.to.startLine}` });
  }
  const { label, description } = item;
  item.accessibilityInformation ??= { label: [label, description].filter((one) => typeof one === 'string' && one !== '').join(', ') };
  return item;
}

function createItem(node: PlaceNode): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case 'section': {
      const item = new vscode.TreeItem(node.label, node.isFolded ? Collapsed : Expanded);
      item.description = count(node.children.length);
      item.contextValue = 'section';
      return item;
    }
    case 'reach':
      return new vscode.TreeItem(t('Reaches'), Collapsed);
    case 'why':
      return new vscode.TreeItem(t('Why'), Collapsed);
    case 'commit':
      return commitItem(node);
    case 'quote':
      return quoteItem(node);
    case 'definition':
      return row(node.name, `${node.to.path}:${node.to.startLine}`, 'symbol-method');
    case 'file':
      return fileItem(node, node.rows.some(({ lines }) => lines.length > 0) ? Collapsed : None);
    case 'line': {
      const item = row(`${node.to.startLine}: ${node.text}`, node.names.join(', '));
      item.tooltip = `${node.to.path}:${node.to.startLine}`;
      item.accessibilityInformation = { label: [t('line {0}', node.to.startLine), node.text, ...node.names].join(', ') };
      return item;
    }
    case 'source':
      return sourceItem(node.to);
    case 'facts':
      return factItem(node.facts);
    case 'mention':
      return mentionItem(node);
    case 'note':
      return row(node.text, '', 'info');
  }
}

function row(label: string, description: string, icon?: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.description = description;
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

function fileItem({ rows, to: { uri, path } }: FileNode, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(uri, true), state);
  const { folder, name } = pathParts(path);
  item.label = name;
  const names = [...new Set(rows.flatMap(({ lines, shared }) => [...lines.map(({ name }) => name), ...shared]))].join(', ');
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  // Who uses a name imports it, too.
  const counts = rows.flatMap(({ together }) => (together === undefined ? [] : [together]));
  const does = kinds
    .filter((kind) => kind !== 'importers' || kinds.length === 1)
    .map(kindWord)
    .filter((word) => word !== '')
    .concat(counts.map(({ common, asked }) => t('{0} of {1} commits', common, asked)));
  const newest = counts.map(({ newest: { subject, day } }) => `“${subject}”, ${day}`);
  // Rows are narrow: what the file does comes before where it is.
  item.description = [...does, folder].filter((part) => part !== '').join(' · ');
  item.tooltip = [path, ...does, ...newest, names].filter((part) => part !== '').join('\n');
  item.iconPath = vscode.ThemeIcon.File;
  return item;
}

/** How a file uses a name, if it does more than use it. */
function kindWord(kind: WireImpact['kind']): string {
  const words: Partial<Record<WireImpact['kind'], string>> = {
    subclasses: t('extends it'),
    catchers: t('catches it'),
    importers: t('imports it'),
  };
  return words[kind] ?? '';
}

function sourceItem(source: RelatedSource): vscode.TreeItem {
  const { path, title, why, names, kind } = source;
  const lines = rangeText(source);
  const { folder, name } = pathParts(path);
  // Rows are narrow, so they show only the names; the tooltip has the full reason.
  const description = [names.join(', '), folder].filter((part) => part !== '').join(' · ');
  const item = row(`${name} ${lines}`, description, kind === 'doc' ? 'book' : 'symbol-method');
  item.tooltip = [title, `${path} ${lines}`, why].filter((part) => part !== '').join('\n');
  item.accessibilityInformation = { label: `${path}, ${t('Lines {0}', lines)}, ${why}` };
  return item;
}

function factItem({ kind, text, path, startLine }: WireNameFact): vscode.TreeItem {
  const icons = { description: 'note', alias: 'symbol-string', statement: 'arrow-right' } as const;
  const item = row(kind === 'alias' ? t('also called {0}', text) : text, pathParts(path).name, icons[kind]);
  item.tooltip = `${text}\n${path}:${startLine}`;
  return item;
}

function mentionItem({ mention, isTicked }: Extract<PlaceNode, { kind: 'mention' }>): vscode.TreeItem {
  const { path, line } = mention;
  const { folder, name } = pathParts(path);
  const item = row(`${name}:${line}`, folder);
  item.tooltip = sentence(mention);
  item.accessibilityInformation = { label: `${sentence(mention)}, ${path}, ${t('line {0}', line)}` };
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  if (isTicked === undefined) item.iconPath = new vscode.ThemeIcon('info');
  else item.checkboxState = isTicked ? Checked : Unchecked;
  return item;
}
