/** Reads the settings and folders of the window and determines the location of each folder's index. */

import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ConfigureParams, FolderConfig } from '../../protocol/server.ts';
import { findSharedPlace } from './sharedIndex.ts';

/** Settings under `meshrag.` that affect indexing, besides `fileRules`; passed to the server as the user wrote them. */
const indexSettings = ['secretNames', 'moreSecretNames'] as const;

/** Whether a change of settings concerns the server. */
export function concernsServer(event: vscode.ConfigurationChangeEvent): boolean {
  return ['meshrag', 'files.associations', 'files.encoding', 'files.exclude', 'search.exclude'].some((section) =>
    event.affectsConfiguration(section),
  );
}

/** The server's configuration: every local folder of this window. */
export function readConfiguration(context: vscode.ExtensionContext): ConfigureParams {
  const whole = vscode.workspace.getConfiguration('meshrag');
  return {
    folders: localFolders().map((folder) => folderConfig(folder, context)),
    hover: whole.get('hover', true),
    system: whole.get('system', 'mesh'),
    synonyms: asTexts(whole.get('synonyms')),
    systemOptions: whole.get('systems.options'),
  };
}

/** Folders whose files can be read by path. */
export function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
}

function folderConfig(folder: vscode.WorkspaceFolder, context: vscode.ExtensionContext): FolderConfig {
  const configuration = vscode.workspace.getConfiguration('meshrag', folder.uri);
  const rules: unknown = configuration.get('fileRules');
  const settings: Record<string, unknown> = typeof rules === 'object' ? { ...rules } : {};
  for (const name of indexSettings) settings[name] = configuration.get(name);
  const files = vscode.workspace.getConfiguration('files', folder.uri);
  settings.encoding = files.get('encoding');
  settings.associations = files.get('associations');
  settings.exclude = [...asTexts(configuration.get('exclude')), ...excludedGlobs('files', folder), ...excludedGlobs('search', folder)];
  return {
    uri: folder.uri.toString(),
    name: folder.name,
    enabled: configuration.get('enable', true),
    indexDirectory: vscode.Uri.joinPath(storageDirectory(context), indexName(folder.uri)).fsPath,
    folderList: vscode.Uri.joinPath(context.globalStorageUri, 'folders').fsPath,
    shared: findSharedPlace(folder, context),
    runGit: vscode.workspace.isTrusted,
    history: configuration.get('history', true),
    settings,
  };
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** Active globs of `files.exclude` or `search.exclude`; conditional ones (`when`) hide a file only next to another and do not count. */
function excludedGlobs(section: 'files' | 'search', folder: vscode.WorkspaceFolder): string[] {
  const globs = vscode.workspace.getConfiguration(section, folder.uri).get<Record<string, unknown>>('exclude', {});
  return Object.keys(globs).filter((glob) => globs[glob] === true);
}

/**
 * The workspace's own storage, or the global one if a window has none. VS Code gives a second window on a workspace a storage of its own,
 * with a numeric suffix; all windows share the index of the first one.
 */
export function storageDirectory(context: vscode.ExtensionContext): vscode.Uri {
  const own = context.storageUri;
  if (own === undefined) return context.globalStorageUri;
  return own.with({ path: own.path.replace(/([^/])-[1-9](\/[^/]+)$/, '$1$2') });
}

function indexName(folder: vscode.Uri): string {
  return `index-${createHash('sha256').update(folder.toString()).digest('hex').slice(0, 16)}.index`;
}
