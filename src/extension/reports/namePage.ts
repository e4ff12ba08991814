/**
 * The page of a name: a read-only document whose places are links, regenerated each time it is opened. It shows at once what the index
 * knows, and then what the editor's language support and the chosen model add.
 */

import * as vscode from 'vscode';
import { check } from '../../protocol/schema.ts';
import { type SymbolResult, symbolRequest } from '../../protocol/symbol.ts';
import { linkedName } from '../../protocol/text/nameLink.ts';
import type { ServerClient } from '../client/client.ts';
import { translate } from '../client/strings.ts';
import { nameAtCursor } from '../editor/activeEditor.ts';
import { openCommand } from '../editor/linkedPlaces.ts';
import type { Answerer } from '../models/answerer.ts';
import { confirmUses } from './confirmedUses.ts';
import { type Cursor, findElsewhere, meantFirst, referencesTo } from './languageReferences.ts';
import { type KnownName, namePage, type PageLink } from './namePageText.ts';

const scheme = 'meshrag-name';
/** Maximum number of sources for a model. */
const maxSources = 8;

export interface NamePages extends vscode.Disposable {
  /** The page of a name: of a link's argument, or of the name at the cursor; asks for one where there is none. */
  show(argument: unknown): Promise<void>;
}

export function createNamePages(
  client: ServerClient,
  answerer: Pick<Answerer, 'modelName' | 'answer'>,
  logError: (error: unknown) => void,
): NamePages {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** By the page's URI. */
  const known = new Map<string, KnownName>();
  const links = new Map<string, readonly PageLink[]>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri, token) {
      const answer = known.get(uri.toString()) ?? (await client.request(symbolRequest, { name: uri.query }, token));
      known.set(uri.toString(), answer);
      const page = namePage(answer, translate);
      links.set(uri.toString(), page.links);
      return page.text;
    },
  });
  const linking = vscode.languages.registerDocumentLinkProvider(
    { scheme },
    { provideDocumentLinks: ({ uri }) => (links.get(uri.toString()) ?? []).map(toDocumentLink) },
  );
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    known.delete(uri.toString());
    links.delete(uri.toString());
  });

  /** Shows more of a name, unless its page was closed or opened again. */
  function add(uri: vscode.Uri, of: KnownName, more: Partial<KnownName>): void {
    const now = known.get(uri.toString());
    if (now === undefined || now.definitions !== of.definitions) return;
    known.set(uri.toString(), { ...now, ...more });
    changed.fire(uri);
  }

  async function confirm(uri: vscode.Uri, answer: SymbolResult): Promise<void> {
    const references = await referencesTo(answer);
    add(uri, answer, { uses: confirmUses(answer, references, await findElsewhere(answer, references)) });
  }

  /** Has the chosen model describe the name, if the user has agreed to send it excerpts. */
  async function describe(uri: vscode.Uri, answer: SymbolResult): Promise<void> {
    if (answerer.modelName === undefined) return;
    const question = vscode.l10n.t('What is `{0}`, and what is it used for? Answer in two sentences.', answer.name);
    const written = await answerer.answer({ question, limit: maxSources, askPermission: async () => false });
    if (written.model !== null) add(uri, answer, { written });
  }

  return {
    async show(argument) {
      const cursor = argument === undefined ? cursorNow() : undefined;
      const name = argument === undefined ? (nameAtCursor() ?? (await askForName())) : check(linkedName, argument, 'name').name;
      if (name === undefined || name.trim() === '') return;
      // A slash would be read as a folder.
      const uri = vscode.Uri.from({ scheme, path: `/${name.replace(/[/\\]/g, ' ').slice(0, 60)}.md`, query: name });
      const location = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for who defines and uses “{0}”', name) };
      const answer = await vscode.window.withProgress(location, async () => {
        const found = await client.request(symbolRequest, { name });
        return { ...found, definitions: await meantFirst(found.definitions, cursor) };
      });
      known.set(uri.toString(), answer);
      changed.fire(uri);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
      if (answer.definitions.length + answer.uses.length === 0) return;
      for (const more of [confirm(uri, answer), describe(uri, answer)]) more.catch(logError);
    },
    dispose() {
      provider.dispose();
      linking.dispose();
      closing.dispose();
      changed.dispose();
    },
  };
}

function cursorNow(): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri, position: editor.selection.active };
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
