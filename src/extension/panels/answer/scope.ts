/** The scope of answers: chosen from a list, and sent to the server as places and as field operators of the question. */

import * as vscode from 'vscode';
import type { PanelScope, ScopePlace } from '../../../protocol/panels/panelThread.ts';
import { wholeWorkspace } from '../../../protocol/panels/panelThread.ts';
import { t } from '../../../protocol/text/translate.ts';
import { shown } from '../../../protocol/text/visible.ts';
import { localFolders } from '../../client/configuration.ts';
import { separator } from '../../editor/listItems.ts';

/** The place of a file or folder as shown on the chip. */
export function scopePlace(uri: vscode.Uri, isFolder: boolean): ScopePlace {
  return { label: shown(vscode.workspace.asRelativePath(uri)), uri: uri.toString(), isFolder };
}

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope?: PanelScope;
  readonly choose?: 'file' | 'folder';
}

/** The chosen scope; undefined if none was chosen. */
export async function pickScope(current: PanelScope): Promise<PanelScope | undefined> {
  const picked = await vscode.window.showQuickPick(itemsFor(current), {
    title: t('Answer from'),
    placeHolder: t('Limit answers to files, folders or a kind'),
    matchOnDescription: true,
  });
  return picked?.choose ? browse(picked.choose, current) : picked?.scope;
}

function itemsFor(current: PanelScope): ScopeItem[] {
  const items: ScopeItem[] = [{ label: t('Whole workspace'), iconPath: new vscode.ThemeIcon('root-folder'), scope: wholeWorkspace }];
  const only = t('only');
  items.push({
    label: t('Docs'),
    description: only,
    iconPath: new vscode.ThemeIcon('book'),
    scope: { ...current, kind: 'doc' },
  });
  items.push({
    label: t('Code'),
    description: only,
    iconPath: new vscode.ThemeIcon('code'),
    scope: { ...current, kind: 'code' },
  });
  const places = openPlaces();
  const open = openFiles()[0];
  if (open !== undefined) {
    const near = scopePlace(open, false);
    items.push({
      label: t('Near {0}', near.label),
      description: t('first, with what is related to it'),
      iconPath: new vscode.ThemeIcon('references'),
      scope: { ...current, near },
    });
  }
  for (const language of new Set(places.filter(({ isFolder }) => !isFolder).map(({ uri }) => endingOf(uri)))) {
    if (language === '') continue;
    const scope = { ...current, language };
    items.push({ label: `.${shown(language)}`, description: t('files'), iconPath: new vscode.ThemeIcon('file-code'), scope });
  }
  if (places.length > 0) items.push(separator(t('Places')));
  for (const place of places) {
    const added = [...current.places.filter(({ uri }) => uri !== place.uri), place];
    items.push({
      label: place.label,
      iconPath: new vscode.ThemeIcon(place.isFolder ? 'folder' : 'file'),
      scope: { ...current, places: added },
    });
  }
  items.push({ label: t('Choose a file…'), iconPath: new vscode.ThemeIcon('go-to-file'), choose: 'file' });
  items.push({ label: t('Choose a folder…'), iconPath: new vscode.ThemeIcon('folder-opened'), choose: 'folder' });
  return items;
}

/** Visible files and their folders, without duplicates; the workspace folders if there are several. */
function openPlaces(): ScopePlace[] {
  const folders = localFolders();
  const roots = new Set(folders.map(({ uri }) => uri.toString()));
  const places: ScopePlace[] =
    folders.length > 1 ? folders.map(({ name, uri }) => ({ label: name, uri: uri.toString(), isFolder: true })) : [];
  for (const uri of openFiles()) {
    places.push(scopePlace(uri, false));
    const folder = vscode.Uri.joinPath(uri, '..');
    if (!roots.has(folder.toString())) places.push(scopePlace(folder, true));
  }
  return places.filter((place, i) => places.findIndex(({ uri }) => uri === place.uri) === i);
}

function openFiles(): vscode.Uri[] {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  const uris = editors.flatMap((editor) => editor?.document.uri ?? []);
  return uris.filter((uri) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

function endingOf(uri: string): string {
  return /\.([\p{L}\p{N}]{1,12})$/u.exec(vscode.Uri.parse(uri).path)?.[1]?.toLowerCase() ?? '';
}

async function browse(what: 'file' | 'folder', current: PanelScope): Promise<PanelScope | undefined> {
  const isFolder = what === 'folder';
  const [uri] =
    (await vscode.window.showOpenDialog({
      defaultUri: localFolders()[0]?.uri,
      canSelectFiles: !isFolder,
      canSelectFolders: isFolder,
      openLabel: t('Answer from this'),
    })) ?? [];
  if (uri === undefined) return undefined;
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) throw new Error(t('{0} is not in a folder of this workspace.', uri.fsPath));
  return { ...current, places: [...current.places, scopePlace(uri, isFolder)] };
}

/** The scope without one of its parts; of the places, without the one at `index`. */
export function without(scope: PanelScope, part: 'place' | 'near' | 'kind' | 'language', index: number): PanelScope {
  if (part === 'place') return { ...scope, places: scope.places.filter((_, i) => i !== index) };
  return { ...scope, [part]: undefined };
}
