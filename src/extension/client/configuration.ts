/** Reads the settings and folders of the window and says where each folder's index lies. */

import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ConfigureParams, FolderConfig } from '../../protocol/server.ts';

/** Settings under `meshrag.` that decide what is indexed; each goes to the server as the user wrote it. */
const indexSettings = [
  'maxFileBytes',
  'maxDataBytes',
  'include',
  'useIgnoreFiles',
  'maxMeanLineLength',
  'generatedNames',
  'dataExtensions',
  'largeDataExtensions',
  'proseExtensions',
  'dependencyDirectories',
  'secretNames',
  'moreSecretNames',
  'fileTimeBudgetMs',
] as const;

/** Whether a change of settings is one that the server must hear of. */
export function concernsServer(event: vscode.ConfigurationChangeEvent): boolean {
  return ['meshrag', 'files.exclude', 'search.exclude'].some((section) => event.affectsConfiguration(section));
}

/** What the server is told: every folder of this window that lies on this machine's disk. */
export function readConfiguration(context: vscode.ExtensionContext): ConfigureParams {
  const whole = vscode.workspace.getConfiguration('meshrag');
  return {
    folders: localFolders().map((folder) => folderConfig(folder, context)),
    hover: whole.get('hover', true),
    system: whole.get('system', 'mesh'),
    synonyms: asTexts(whole.get('synonyms')),
    memoryBudget: whole.get('memoryBudget', 1024),
  };
}

/** Folders whose files can be read by path. */
export function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
}

function folderConfig(folder: vscode.WorkspaceFolder, context: vscode.ExtensionContext): FolderConfig {
  const configuration = vscode.workspace.getConfiguration('meshrag', folder.uri);
  const settings: Record<string, unknown> = {};
  for (const name of indexSettings) settings[name] = configuration.get(name);
  settings.exclude = [...asTexts(configuration.get('exclude')), ...excludedGlobs('files', folder), ...excludedGlobs('search', folder)];
  return {
    uri: folder.uri.toString(),
    name: folder.name,
    enabled: configuration.get('enable', true),
    indexFile: vscode.Uri.joinPath(indexDirectory(context), indexName(folder.uri)).fsPath,
    folderList: vscode.Uri.joinPath(context.globalStorageUri, 'folders').fsPath,
    runGit: vscode.workspace.isTrusted,
    settings,
  };
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** Globs of `files.exclude` or `search.exclude` that are on; conditional ones (`when`) hide a file only beside another and do not count. */
function excludedGlobs(section: 'files' | 'search', folder: vscode.WorkspaceFolder): string[] {
  const globs = vscode.workspace.getConfiguration(section, folder.uri).get<Record<string, unknown>>('exclude', {});
  return Object.keys(globs).filter((glob) => globs[glob] === true);
}

/**
 * The workspace's own storage; the global one where a window has none. The second window on a workspace gets a storage of its own from VS
 * Code, named by a number at the end; all windows share the index of the first one.
 */
export function indexDirectory(context: vscode.ExtensionContext): vscode.Uri {
  const own = context.storageUri;
  if (own === undefined) return context.globalStorageUri;
  return own.with({ path: own.path.replace(/([^/])-[1-9](\/[^/]+)$/, '$1$2') });
}

function indexName(folder: vscode.Uri): string {
  return `index-${createHash('sha256').update(folder.toString()).digest('hex').slice(0, 16)}.sqlite`;
}
