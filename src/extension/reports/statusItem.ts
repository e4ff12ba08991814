/** The status bar item: a click asks, or shows the report if there is a problem. Its tooltip has the figures of the index, and what leads to more. */

import * as vscode from 'vscode';
import type { FolderStatus } from '../../protocol/places.ts';
import type { StatusParams } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { localFolders } from '../client/configuration.ts';
import { textIn } from '../client/strings.ts';
import { bytes, count, duration } from '../editor/numbers.ts';
import { plainText } from '../editor/plainText.ts';
import { gitChangeText } from './gitChangeText.ts';

export function createStatusItem(client: ServerClient): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('meshrag.status', vscode.StatusBarAlignment.Left, -10);
  item.name = 'MeshRAG';
  const draw = () => {
    if (localFolders().length === 0) {
      item.hide();
      return;
    }
    const { icon, progress = '', label } = summary(client);
    const isProblem = icon === 'warning';
    item.text = `$(${icon}) MeshRAG${progress}`;
    item.command = isProblem ? 'meshrag.showReport' : 'meshrag.ask';
    const action = isProblem ? t('Show report') : t('Ask workspace');
    item.accessibilityInformation = { label: `${label}, ${action}`, role: 'button' };
    item.tooltip = tooltip(client.status);
    item.show();
  };
  const subscriptions = [client.onDidChange(draw), vscode.workspace.onDidChangeWorkspaceFolders(draw)];
  draw();
  return vscode.Disposable.from(item, ...subscriptions);
}

/** What the item shows: an icon, the progress of a build, and all of it in words. */
function summary({ status, state }: ServerClient): { icon: string; progress?: string; label: string } {
  const folders = status?.folders ?? [];
  if (status === undefined) {
    if (state === 'starting') return { icon: 'sync~spin', label: t('MeshRAG: starting') };
    if (state === 'stopped') return { icon: 'warning', label: t('MeshRAG: the language server is not running') };
    return { icon: 'search', label: t('MeshRAG: not started') };
  }
  if (folders.every((folder) => folder.state === 'disabled')) return { icon: 'circle-slash', label: t('MeshRAG: not indexed') };
  if (folders.some((folder) => folder.state === 'problem')) return { icon: 'warning', label: t('MeshRAG: problem') };
  const building = folders.filter((folder) => folder.state === 'indexing' && folder.progress);
  if (status.paused) return { icon: 'debug-pause', label: t('MeshRAG: indexing is paused') };
  if (building.length > 0) {
    const done = count(building.reduce((all, folder) => all + (folder.progress?.filesDone ?? 0), 0));
    const total = count(building.reduce((all, folder) => all + (folder.progress?.filesTotal ?? 0), 0));
    return { icon: 'sync~spin', progress: ` ${done}/${total}`, label: t('MeshRAG: indexing, {0} of {1} files', done, total) };
  }
  const files = count(sum(folders, 'files'));
  if (folders.some(({ shared }) => shared === 'lost'))
    return { icon: 'warning', label: t('MeshRAG: the shared index cannot be used, {0} files indexed', files) };
  if (folders.some(({ shared }) => shared === 'used'))
    return { icon: 'database', label: t('MeshRAG: {0} files, with a shared index', files) };
  return { icon: 'search', label: t('MeshRAG: {0} files indexed', files) };
}

function sum(folders: readonly FolderStatus[], field: 'files' | 'chunks' | 'entities' | 'bytes' | 'indexBytes'): number {
  return folders.reduce((all, folder) => all + folder[field], 0);
}

function tooltip(status: StatusParams | undefined): vscode.MarkdownString | undefined {
  if (!status) return undefined;
  const { folders } = status;
  const text = new vscode.MarkdownString('', true);
  text.isTrusted = { enabledCommands: ['meshrag.showReport', 'meshrag.showLog', 'meshrag.rebuild', 'meshrag.resume'] };
  text.appendMarkdown('**MeshRAG**\n\n');
  for (const folder of folders) {
    if (!folder.messages) continue;
    const message = textIn(folder.messages);
    text.appendMarkdown(plainText(folders.length > 1 ? `${folder.name}: ${message}` : message).value);
    text.appendMarkdown('\n\n');
  }
  for (const { git, state } of folders) {
    if (git === undefined || state !== 'ready') continue;
    text.appendMarkdown(plainText(gitChangeText(git, count)).value);
    text.appendMarkdown('\n\n');
  }
  text.appendMarkdown(foldersTable(folders));
  const links = [`[${t('Show report')}](command:meshrag.showReport)`, `[${t('Show log')}](command:meshrag.showLog)`];
  if (status.paused) links.push(`[${t('Resume indexing')}](command:meshrag.resume)`);
  else if (!folders.every(({ isGone }) => isGone)) links.push(`[${t('Rebuild index')}](command:meshrag.rebuild)`);
  text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}

function foldersTable(folders: readonly FolderStatus[]): string {
  const isShared = folders.some(({ shared }) => shared === 'used');
  const rows: [string, string][] = [
    [t('Files'), count(sum(folders, 'files'))],
    [isShared ? t('Passages outside the shared index') : t('Passages'), count(sum(folders, 'chunks'))],
    [t('Text'), bytes(sum(folders, 'bytes'))],
    [t('Index'), bytes(sum(folders, 'indexBytes'))],
  ];
  const skipped = new Map<string, number>();
  for (const folder of folders) {
    for (const [reason, files] of Object.entries(folder.skipped)) skipped.set(reason, (skipped.get(reason) ?? 0) + files);
  }
  for (const [reason, files] of [...skipped].sort((a, b) => b[1] - a[1])) rows.push([t('Skipped: {0}', t(reason)), count(files)]);
  const last = folders
    .map((folder) => folder.lastUpdateAt)
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  if (last) {
    const tookMs = Math.max(...folders.map((folder) => folder.lastUpdateMs));
    rows.push([t('Last update'), `${new Date(last).toLocaleTimeString(vscode.env.language)} (${duration(tookMs)})`]);
  }
  return `| | |\n|:--|--:|\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`;
}
