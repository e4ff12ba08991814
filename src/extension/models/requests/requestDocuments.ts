/** Opens requests as read-only documents: one before it is sent, one that was sent, or all of them. */

import * as vscode from 'vscode';
import type { PossibleRequests } from '../../../protocol/answer.ts';
import { count } from '../../editor/numbers.ts';
import type { ShownRequest } from '../usableModel.ts';
import { logText, type RequestWords, requestsText, requestText } from './requestText.ts';
import type { RequestFacts, SentEntry, SentLog } from './sentLog.ts';

const scheme = 'meshrag-request';

export interface RequestDocuments extends vscode.Disposable {
  /** Shows what is about to be sent, in an editor column; returns a function that closes it. */
  preview(request: ShownRequest, facts: RequestFacts, column?: vscode.ViewColumn): Promise<() => Promise<void>>;
  /** Shows what a question would send, in order, and what may follow. */
  previewAll(requests: readonly (ShownRequest & RequestFacts)[], possible: readonly PossibleRequests[]): Promise<void>;
  /** Shows the request with that id, or the whole log without one, in its current state. */
  showSent(id?: string): Promise<void>;
  /** Empties open documents of a log that was cleared. */
  cleared(): void;
}

export function createRequestDocuments(sent: SentLog): RequestDocuments {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** The open documents by URI, and whether each comes from the log. */
  const texts = new Map<string, { text: string; readonly isLog: boolean }>();
  let opened = 0;

  /** Every document gets a new URI: VS Code is slow to redraw a known one. */
  async function open(title: string, text: string, isLog: boolean, viewColumn?: vscode.ViewColumn): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme, path: `/${title}.txt`, query: String(++opened) });
    texts.set(uri.toString(), { text, isLog });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, viewColumn });
    return uri;
  }

  function everything(entries: readonly SentEntry[]): string {
    if (entries.length === 0) return nothing();
    const title = vscode.l10n.t(
      '{0} requests were sent to models from this workspace, most recent first. Beyond 8 MB the oldest are dropped.',
      count(entries.length),
    );
    return logText(entries, title, requestWords);
  }

  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString())?.text ?? nothing(),
  });
  const forgetting = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === scheme) texts.delete(uri.toString());
  });
  return {
    async preview(request, facts, column) {
      const uri = await open(vscode.l10n.t('What would be sent'), requestText(request, requestWords(facts)), false, column);
      return () => closeTab(uri);
    },
    async previewAll(requests, possible) {
      const texts = requests.map((one) => requestText(one, requestWords(one)));
      const nothingFound = vscode.l10n.t('Nothing was found that could be sent.');
      const following = possible.length === 0 ? [] : [vscode.l10n.t('Depending on the replies, what follows is at most:')];
      const text = requestsText(texts.length === 0 ? [nothingFound] : texts, [...following, ...possible.map(possibleText)]);
      await open(vscode.l10n.t('What would be sent'), text, false);
    },
    async showSent(id) {
      const entries = await sent.list();
      if (id === undefined) {
        await open(vscode.l10n.t('What MeshRAG sent'), everything(entries), true);
        return;
      }
      const entry = entries.find((one) => one.id === id);
      const text = entry
        ? `${entry.at}\n${requestText(entry, requestWords(entry))}`
        : vscode.l10n.t('This request is no longer in the log.');
      await open(vscode.l10n.t('What was sent'), text, true);
    },
    cleared() {
      for (const [uri, shown] of texts) {
        if (!shown.isLog) continue;
        shown.text = nothing();
        changed.fire(vscode.Uri.parse(uri));
      }
    },
    dispose() {
      provider.dispose();
      forgetting.dispose();
      changed.dispose();
    },
  };
}

async function closeTab(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  await vscode.window.tabGroups.close(shown);
}

function nothing(): string {
  return vscode.l10n.t('Nothing was sent to a model from this workspace.');
}

function requestWords({ model, sources, earlier, masked, tokens }: RequestFacts): RequestWords {
  const facts = vscode.l10n.t(
    'Model {0} · {1} sources · earlier turns: {2} · about {3} tokens · masked secrets: {4}',
    model,
    count(sources),
    count(earlier),
    count(tokens),
    count(masked),
  );
  return { facts, body: vscode.l10n.t('The body as it is sent:') };
}

/** The bound of what may follow. */
function possibleText({ purpose, requests, tokens }: PossibleRequests): string {
  const bound = [count(requests), count(tokens)];
  if (purpose === 'embed')
    return vscode.l10n.t(
      '{0} requests, {1} tokens in all: the question and what a model has said of the passages, to be embedded',
      ...bound,
    );
  if (purpose === 'judge')
    return vscode.l10n.t('{0} requests of {1} tokens: the question and found passages, to choose among these', ...bound);
  return vscode.l10n.t('{0} requests of {1} tokens: the question, the thread and found passages, to be answered', ...bound);
}
