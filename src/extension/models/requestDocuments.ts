/** Opens requests as read-only texts: one before it is sent, one that was, or all that were. */

import * as vscode from 'vscode';
import { count } from '../numbers.ts';
import { logText, type RequestFacts, type RequestWords, requestText } from './requestText.ts';
import type { SentLog } from './sentLog.ts';
import type { ShownRequest } from './usableModel.ts';

const scheme = 'meshrag-request';

export interface RequestDocuments extends vscode.Disposable {
  /** What is about to be sent. */
  preview(request: ShownRequest, facts: RequestFacts): Promise<void>;
  /** What was sent under that name, or everything where no name is given. */
  showSent(id?: string): Promise<void>;
  /** Draws an open log anew. */
  refresh(): void;
}

export function createRequestDocuments(sent: SentLog): RequestDocuments {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const previews = new Map<string, string>();
  const everything = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('What MeshRAG sent')}.txt` });

  async function textOf(uri: vscode.Uri): Promise<string> {
    const preview = previews.get(uri.toString());
    if (preview !== undefined) return preview;
    const entries = await sent.list();
    if (uri.query === '') {
      const title =
        entries.length === 0
          ? vscode.l10n.t('Nothing was sent to a model from this workspace.')
          : vscode.l10n.t('{0} requests were sent to models from this workspace, the last first.', count(entries.length));
      return logText(entries, title, wordsOf);
    }
    const entry = entries.find(({ id }) => id === uri.query);
    return entry ? `${entry.at}\n${requestText(entry, wordsOf(entry))}` : vscode.l10n.t('This request is no longer in the log.');
  }

  async function open(uri: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: textOf,
  });
  const forgetting = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === scheme) previews.delete(uri.toString());
  });
  let opened = 0;
  return {
    async preview(request, facts) {
      const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('What would be sent')} ${++opened}.txt` });
      previews.set(uri.toString(), requestText(request, wordsOf(facts)));
      await open(uri);
    },
    async showSent(id) {
      const uri = id === undefined ? everything : everything.with({ path: `/${vscode.l10n.t('What was sent')}.txt`, query: id });
      changed.fire(uri);
      await open(uri);
    },
    refresh: () => changed.fire(everything),
    dispose() {
      provider.dispose();
      forgetting.dispose();
      changed.dispose();
    },
  };
}

function wordsOf({ model, sources, masked, tokens }: RequestFacts): RequestWords {
  const facts = vscode.l10n.t(
    'Model {0} · {1} sources · about {2} tokens · secrets masked: {3}',
    model,
    count(sources),
    count(tokens),
    count(masked),
  );
  return { facts, body: vscode.l10n.t('The body as it is sent:') };
}
