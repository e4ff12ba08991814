/** What is known of a name, as a read-only document whose places are links; made again each time it is opened. */

import * as vscode from 'vscode';
import { check } from '../../protocol/schema.ts';
import { maxNameLength, symbolRequest } from '../../protocol/symbol.ts';
import { linkedName } from '../../protocol/text/nameLink.ts';
import type { ServerClient } from '../client/client.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import { namePage, type PageLink } from './namePageText.ts';

const scheme = 'meshrag-name';

export interface NamePages extends vscode.Disposable {
  /** The page of a name: of a link's argument, or of the name at the cursor; asks for one where there is none. */
  show(argument: unknown): Promise<void>;
}

export function createNamePages(client: ServerClient): NamePages {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const links = new Map<string, readonly PageLink[]>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri, token) {
      const answer = await client.request(symbolRequest, { name: uri.query }, token);
      const page = namePage(answer, translate);
      links.set(uri.toString(), page.links);
      return page.text;
    },
  });
  const linking = vscode.languages.registerDocumentLinkProvider(
    { scheme },
    { provideDocumentLinks: ({ uri }) => (links.get(uri.toString()) ?? []).map(toDocumentLink) },
  );
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => links.delete(uri.toString()));
  return {
    async show(argument) {
      const name = argument === undefined ? (nameAtCursor() ?? (await askForName())) : check(linkedName, argument, 'name').name;
      if (name === undefined || name.trim() === '') return;
      // A slash would be read as a folder.
      const uri = vscode.Uri.from({ scheme, path: `/${name.replace(/[/\\]/g, ' ').slice(0, 60)}.md`, query: name });
      changed.fire(uri);
      const location = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for who defines and uses “{0}”', name) };
      const document = await vscode.window.withProgress(location, async () => vscode.workspace.openTextDocument(uri));
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose() {
      provider.dispose();
      linking.dispose();
      closing.dispose();
      changed.dispose();
    },
  };
}

/** The selection, or the word at the cursor. */
function nameAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active) : selection;
  const text = range === undefined ? '' : document.getText(range).trim();
  return text === '' || text.includes('\n') || text.length > maxNameLength ? undefined : text;
}

function askForName(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('What is known of this name?'),
    prompt: vscode.l10n.t('A name in code or documents'),
  });
}

function toDocumentLink({ line, from, to, ...place }: PageLink): vscode.DocumentLink {
  const { command, arguments: given } = openCommand(place);
  const target = vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify(given))}`);
  const link = new vscode.DocumentLink(new vscode.Range(line, from, line, to), target);
  link.tooltip = vscode.l10n.t('Open {0}', `${place.path}:${place.startLine}`);
  return link;
}

/** The sentences of the page, listed literally so that they can be extracted for translation. */
function translate(sentence: string, ...values: (string | number)[]): string {
  return vscode.l10n.t(sentence, ...values);
}
