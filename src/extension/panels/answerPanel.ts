/** The answer panel's host side: holds the state, asks the server, opens what is clicked. There is one panel per window. */

import * as vscode from 'vscode';
import type { AnswerEvent } from '../../protocol/answer.ts';
import {
  type FromPanel,
  type PanelCommand,
  type PanelScope,
  type PanelState,
  readFromPanel,
  readPanelState,
  type ToPanel,
} from '../../protocol/panel.ts';
import type { AskResult, WirePlace } from '../../protocol/places.ts';
import { examplesRequest, type StatusParams } from '../../protocol/server.ts';
import type { ServerClient } from '../client.ts';
import { localFolders } from '../configuration.ts';
import type { QuestionHistory } from '../history.ts';
import type { Answerer } from '../models/answerer.ts';
import { excerptOf, openPlace } from '../openPlace.ts';
import { panelWords } from '../strings.ts';
import { pickScope } from './scope.ts';
import { panelRoots, webviewHtml } from './webviewHtml.ts';

export const answerPanelType = 'meshrag.answer';

/** Lines of a source that are shown when it is unfolded; a click shows the rest in its file. */
const excerptLines = 12;

export interface Question {
  readonly question: string;
  /** The selection, taken into account when ranking. */
  readonly context?: string;
  readonly scope?: PanelScope;
}

export interface AnswerPanels extends vscode.Disposable {
  /** Shows the panel, asks, and returns the answer; undefined where asking failed or was stopped, which the panel then says. */
  ask(question: Question): Promise<AskResult | undefined>;
  /** Shows the panel with its invitation to ask. */
  showEmpty(): Promise<void>;
  /** Copies the answer on show with its sources. */
  copyAnswer(): Promise<void>;
}

export interface AnswerPanelsOptions {
  readonly extensionUri: vscode.Uri;
  readonly client: ServerClient;
  readonly answerer: Answerer;
  readonly history: QuestionHistory;
  readonly log: vscode.LogOutputChannel;
}

export function createAnswerPanels({ extensionUri, client, answerer, history, log }: AnswerPanelsOptions): AnswerPanels {
  let panel: vscode.WebviewPanel | undefined;
  let state: PanelState = { view: 'empty', question: '' };
  let running: vscode.CancellationTokenSource | undefined;

  function post(message: ToPanel): void {
    panel?.webview.postMessage(message);
  }

  function show(next: PanelState): void {
    state = next;
    if (panel) panel.title = titleOf(state);
    post({ type: 'show', state, words: panelWords() });
  }

  function postStatus(): void {
    const folders = client.status?.folders ?? [];
    const building = folders.filter((folder) => folder.state === 'indexing' && folder.progress);
    const indexing =
      building.length === 0
        ? undefined
        : {
            filesDone: building.reduce((sum, folder) => sum + (folder.progress?.filesDone ?? 0), 0),
            filesTotal: building.reduce((sum, folder) => sum + (folder.progress?.filesTotal ?? 0), 0),
          };
    post({
      type: 'status',
      status: { files: folders.reduce((sum, folder) => sum + folder.files, 0), indexing, problem: problemOf(client.status) },
    });
  }

  function reveal(): void {
    if (panel) {
      panel.reveal(undefined, true);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, localResourceRoots: panelRoots(extensionUri), enableFindWidget: true };
    adopt(vscode.window.createWebviewPanel(answerPanelType, titleOf(state), column, options));
  }

  function adopt(adopted: vscode.WebviewPanel): void {
    panel = adopted;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    panel.webview.onDidReceiveMessage((raw) => receive(raw).catch((error) => say(error)));
    panel.onDidDispose(() => {
      if (panel !== adopted) return;
      panel = undefined;
      running?.cancel();
    });
    panel.webview.html = webviewHtml(panel.webview, extensionUri, 'answer', titleOf(state));
  }

  function say(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    vscode.window.showErrorMessage(message);
  }

  async function receive(raw: unknown): Promise<void> {
    const message: FromPanel = readFromPanel(raw);
    switch (message.type) {
      case 'ready':
        show(state);
        postStatus();
        return;
      case 'ask':
        await ask({ question: message.question, scope: state.scope });
        return;
      case 'open':
        await open(state.result?.[message.list][message.index]);
        return;
      case 'openStep':
        await open(state.result?.sources[message.source]?.way[message.step]?.place);
        return;
      case 'excerpt':
        await showExcerpt(message.source);
        return;
      case 'run':
        await run(message.command);
    }
  }

  async function open(place: WirePlace | undefined): Promise<void> {
    if (place) await openPlace(place, { column: columnBeside(panel?.viewColumn) });
  }

  async function showExcerpt(source: number): Promise<void> {
    const place = state.result?.sources[source];
    if (place) post({ type: 'excerpt', source, text: await excerptOf(place, excerptLines) });
  }

  async function run(command: PanelCommand): Promise<void> {
    switch (command) {
      case 'searchText':
        await vscode.commands.executeCommand('workbench.action.findInFiles', { query: state.question });
        return;
      case 'pickScope':
        await changeScope();
        return;
      case 'new':
        await showEmpty();
        return;
      case 'stop':
        running?.cancel();
        return;
      case 'retry':
        await ask(state);
        return;
      case 'copy':
        await copyAnswer();
        return;
      case 'chooseModel':
        await vscode.commands.executeCommand('meshrag.chooseModel');
        return;
      case 'showSent':
        await vscode.commands.executeCommand('meshrag.showSent', { id: state.result?.written?.sent });
        return;
      case 'openFolder':
        await vscode.commands.executeCommand('vscode.openFolder');
        return;
      case 'showLog':
      case 'showReport':
      case 'rebuild':
        await vscode.commands.executeCommand(`meshrag.${command}`);
    }
  }

  async function changeScope(): Promise<void> {
    const picked = await pickScope(state.scope);
    if (picked === undefined) return;
    const scope = picked === 'all' ? undefined : picked;
    if (state.view === 'answer') await ask({ question: state.question, context: state.context, scope });
    else show({ ...state, scope });
  }

  async function ask({ question, context, scope }: Question): Promise<AskResult | undefined> {
    const text = question.trim();
    if (text === '') {
      await showEmpty();
      return undefined;
    }
    running?.cancel();
    const source = new vscode.CancellationTokenSource();
    running = source;
    reveal();
    if (localFolders().length === 0) {
      show({ view: 'noFolder', question: text });
      return undefined;
    }
    history.add(text);
    show({ view: 'asking', question: text, context, scope });
    try {
      const wish = { question: text, context, scope: scope?.uris };
      const tell = (event: AnswerEvent) => running === source && post({ type: 'event', event });
      const result = await answerer.answer(wish, tell, source.token);
      // The count of sources and the time are worth a line; the question is not: the log may be pasted into an issue.
      log.info(`Answered with ${result.citations.length} citations from ${result.sources.length} sources in ${Math.round(result.ms)} ms`);
      if (running === source) show({ view: 'answer', question: text, context, scope, result });
      return result;
    } catch (error) {
      if (running !== source) return undefined;
      if (source.token.isCancellationRequested) await showEmpty();
      else show({ view: 'error', question: text, context, scope, error: error instanceof Error ? error.message : String(error) });
      return undefined;
    } finally {
      if (running === source) running = undefined;
      source.dispose();
    }
  }

  async function showEmpty(): Promise<void> {
    running?.cancel();
    running = undefined;
    reveal();
    if (localFolders().length === 0) {
      show({ view: 'noFolder', question: '' });
      return;
    }
    const empty: PanelState = { view: 'empty', question: '', scope: state.scope, history: history.list().slice(0, 5) };
    show(empty);
    const examples = await client.request(examplesRequest, {}).catch(() => undefined);
    if (examples && state === empty) show({ ...empty, examples: examples.questions });
  }

  async function copyAnswer(): Promise<void> {
    const { result } = state;
    if (!result) return;
    const sources = result.citations.map((citation) => `[${citation.n}] ${citation.path}:${citation.startLine}-${citation.endLine}`);
    await vscode.env.clipboard.writeText([result.question, '', result.answer, '', ...sources].join('\n'));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Answer copied'), 3000);
  }

  const serializer = vscode.window.registerWebviewPanelSerializer(answerPanelType, {
    async deserializeWebviewPanel(restored, kept) {
      try {
        state = readPanelState(kept);
      } catch {
        state = { view: 'empty', question: '' };
      }
      // A question that was being asked when the window was closed has no answer to come.
      const unanswered = state.view === 'asking' ? state : undefined;
      restored.webview.options = { enableScripts: true, localResourceRoots: panelRoots(extensionUri) };
      adopt(restored);
      if (unanswered) await ask(unanswered);
    },
  });
  const following = client.onDidChange(postStatus);

  return {
    ask,
    showEmpty,
    copyAnswer,
    dispose() {
      serializer.dispose();
      following.dispose();
      panel?.dispose();
    },
  };
}

function titleOf(state: PanelState): string {
  const { question } = state;
  if (question === '') return vscode.l10n.t('Ask workspace');
  const line = question.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** A column that does not cover the panel: where text is open already, else the other side. */
function columnBeside(panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const other = vscode.window.tabGroups.all.map((group) => group.viewColumn).filter((column) => column !== panelColumn);
  const active = vscode.window.activeTextEditor?.viewColumn;
  if (active !== undefined && other.includes(active)) return active;
  return other[0] ?? vscode.ViewColumn.Beside;
}

/** One sentence where the state of the index keeps questions from finding what they should. */
function problemOf(status: StatusParams | undefined): string | undefined {
  if (!status) return undefined;
  const { folders } = status;
  if (folders.length === 0) return vscode.l10n.t('Indexing is switched off for this workspace by the setting meshrag.enable.');
  const problem = folders.find((folder) => folder.state === 'problem');
  if (problem) return problem.message ?? vscode.l10n.t('There is a problem with the index.');
  if (folders.every((folder) => folder.state === 'disabled')) return vscode.l10n.t('The index was cleared. Rebuild it to ask questions.');
  return undefined;
}
