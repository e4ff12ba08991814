/** The rows of the tree of what a change reaches: kinds by depth, then files, then lines. */

import * as vscode from 'vscode';
import type { WireImpact } from '../../protocol/symbol.ts';
import { shown } from '../../protocol/text/visible.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { count } from '../editor/numbers.ts';

export type ImpactNode =
  | { readonly kind: 'group'; readonly id: string; readonly rows: readonly WireImpact[] }
  | { readonly kind: 'file'; readonly id: string; readonly row: WireImpact }
  | {
      readonly kind: 'line';
      readonly id: string;
      readonly row: WireImpact;
      readonly line: number;
      readonly names: readonly string[];
      readonly text: string;
    };

/** Rows of one depth and kind, in their order. */
export function impactGroups(rows: readonly WireImpact[]): ImpactNode[] {
  const groups = Map.groupBy(rows, ({ depth, kind }) => `${depth} ${kind}`);
  return [...groups].map(([id, group]) => ({ kind: 'group', id, rows: group }));
}

export function impactFiles({ id, rows }: Extract<ImpactNode, { kind: 'group' }>): ImpactNode[] {
  return rows.map((row) => ({ kind: 'file', id: `${id}\n${row.uri}`, row }));
}

/** The lines of a file with their texts. */
export async function impactLines({ id, row }: Extract<ImpactNode, { kind: 'file' }>): Promise<ImpactNode[]> {
  const names = Map.groupBy(row.lines, ({ line }) => line);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(row.uri, true));
  return [...names].map(([line, own]) => {
    const text = line <= document.lineCount ? document.lineAt(line - 1).text.trim() : '';
    return { kind: 'line', id: `${id}\n${line}`, row, line, names: own.map(({ name }) => name), text: shown(text) };
  });
}

export function toImpactItem(node: ImpactNode): vscode.TreeItem {
  const item = createItem(node);
  item.id = node.id;
  const { label, description } = item;
  item.accessibilityInformation = { label: [label, description].filter((one) => typeof one === 'string' && one !== '').join(', ') };
  return item;
}

function createItem(node: ImpactNode): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  if (node.kind === 'group') {
    const [first] = node.rows as readonly [WireImpact];
    const item = new vscode.TreeItem(groupName(first), first.depth === 1 ? Expanded : Collapsed);
    item.description =
      first.depth > 1 ? vscode.l10n.t('{0}, {1} steps away', count(node.rows.length), first.depth) : count(node.rows.length);
    return item;
  }
  const { uri, path, lines, shared } = node.row;
  if (node.kind === 'file') {
    const item = new vscode.TreeItem(vscode.Uri.parse(uri, true), lines.length > 0 ? Collapsed : None);
    item.label = path.slice(path.lastIndexOf('/') + 1);
    item.description = lines.length > 0 ? [...new Set(lines.map(({ name }) => name))].join(', ') : shared.join(', ');
    item.tooltip = path;
    item.iconPath = vscode.ThemeIcon.File;
    const line = lines[0]?.line ?? 1;
    item.command = openCommand({ uri, path, startLine: line, endLine: line });
    return item;
  }
  const item = new vscode.TreeItem(`${node.line}: ${node.text}`, None);
  item.description = node.names.join(', ');
  item.tooltip = `${path}:${node.line}`;
  item.command = openCommand({ uri, path, startLine: node.line, endLine: node.line });
  return item;
}

function groupName({ kind, depth }: WireImpact): string {
  const { t } = vscode.l10n;
  if (depth === 0) return kind === 'tests' ? t('Tests that may be affected') : t('Related files');
  const names: Record<WireImpact['kind'], string> = {
    users: t('Used by'),
    subclasses: t('Subclasses'),
    catchers: t('Caught in'),
    importers: t('Imported by'),
    tests: t('Tests'),
    docs: t('Documents and comments'),
    related: t('Related files'),
  };
  return names[kind];
}
