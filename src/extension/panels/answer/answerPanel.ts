/**
 * The host side of the answer panel: one conversation, shown by a panel beside the editor, by the view in the side bar, or by both. It
 * forwards state to the webviews and performs the user's actions.
 */

import * as vscode from 'vscode';
import { errorMessage } from '../../../messages/messages.ts';
import type { WireExplanation } from '../../../protocol/panels/explanation.ts';
import { type FromPanel, fromPanel, type PanelCommand, type PanelItem, type ToPanel } from '../../../protocol/panels/panel.ts';
import { type PanelTurn, shownTurn } from '../../../protocol/panels/panelThread.ts';
import type { AskResult, Source, WirePlace, WireTurn } from '../../../protocol/places.ts';
import { check } from '../../../protocol/schema.ts';
import { excerptRequest, searchRequest } from '../../../protocol/server.ts';
import { omissionIn } from '../../../protocol/text/blockLines.ts';
import { shorten } from '../../../protocol/text/markdown.ts';
import { stateTexts } from '../../../protocol/text/stateTexts.ts';
import { linkTargetRequest } from '../../../protocol/treeRows.ts';
import type { Examples } from '../../ask/examples.ts';
import type { ServerClient } from '../../client/client.ts';
import { localFolders } from '../../client/configuration.ts';
import { indexRevision } from '../../client/indexRevision.ts';
import { messageOf, panelWords } from '../../client/strings.ts';
import { withToken } from '../../editor/cancellation.ts';
import type { QuestionHistory } from '../../editor/history.ts';
import { openPlace } from '../../editor/openPlace.ts';
import { searchText } from '../../editor/searchText.ts';
import type { Answerer } from '../../models/answerer.ts';
import type { AskPermission } from '../../models/requests/consent.ts';
import { manageTrustCommand } from '../../models/requests/trust.ts';
import { answerColors } from '../colorRequests.ts';
import { columnBeside } from '../editorColumn.ts';
import type { EvidencePanel } from '../evidencePanel.ts';
import { indexStatus } from '../indexStatus.ts';
import { SinglePanel } from '../singlePanel.ts';
import { webviewHtml, webviewOptions } from '../webviewHtml.ts';
import { answerMarkdown, type CopyWords } from './answerMarkdown.ts';
import { type ConsentCards, createConsentCards } from './consentCards.ts';
import { type AskedQuery, createConversation, type Question } from './conversation.ts';
import type { PageTarget } from './page.ts';
import { createPages, type Pages } from './pages.ts';
import { pickThread } from './pickThread.ts';
import { saveThread } from './saveThread.ts';
import { pickScope, without } from './scope.ts';
import type { ThreadStore } from './threadStore.ts';

const answerPanelType = 'meshrag.answer';
const answerViewType = 'meshrag.answerView';

/** Number of lines shown of a source when it is unfolded, and of a citation on hover; a click opens the rest in its file. */
const excerptLines = { sources: 14, citations: 8, blocks: 8, explained: 8 } as const;

export interface AnswerPanels extends vscode.Disposable {
  /** Shows the panel, asks in a new thread, and returns the answer; undefined if asking failed or was stopped, as the panel then shows. */
  ask(question: Question): Promise<AskResult | undefined>;
  /** Starts a thread and shows the empty panel. */
  showEmpty(): Promise<void>;
  /** Lets the user choose one of the threads of this workspace. */
  pickThread(): Promise<void>;
  /** The turns of the thread on display, as they go with the next question. */
  earlierTurns(): readonly WireTurn[];
  /** The last question on display, as it was searched for. */
  lastQuery(): AskedQuery | undefined;
  /** The last question on display, as it was typed. */
  lastQuestion(): string | undefined;
  /** Copies the last answer on display with its sources. */
  copyAnswer(): Promise<void>;
  /** Saves the thread on display as a document. */
  saveThread(): Promise<void>;
  /** Shows the panel and moves the focus to the last answer. */
  focusAnswer(): void;
  /** Shows the panel with the request of a question that was asked elsewhere. */
  readonly askPermission: AskPermission;
  readonly consent: ConsentCards;
  readonly pages: Pages;
}

export interface AnswerPanelsOptions {
  readonly extensionUri: vscode.Uri;
  readonly client: ServerClient;
  readonly answerer: Answerer;
  readonly examples: Examples;
  readonly history: QuestionHistory;
  readonly store: ThreadStore;
  readonly evidence: EvidencePanel;
  readonly log: vscode.LogOutputChannel;
}

export function createAnswerPanels(options: AnswerPanelsOptions): AnswerPanels {
  const { extensionUri, client, answerer, store, evidence, log } = options;
  let index: string | undefined;
  let view: vscode.WebviewView | undefined;
  /** The answer gets the focus once a panel is ready. */
  let wantsFocus = false;
  /** What retrievers found on their way, by turn. */
  const explained = new Map<number, WireExplanation>();
  const conversation = createConversation({
    ...options,
    answer: (query, onEvent, signal) => {
      const askPermission = consent.inSight(query.askPermission);
      return withToken(signal, (token) => answerer.answer({ ...query, askPermission }, onEvent, token));
    },
    modelName: () => answerer.modelName,
    hasFolder: () => localFolders().length > 0,
    messageOf,
    words: panelWords,
    post,
  });

  const consent = createConsentCards({ conversation, reveal, post });
  const pages = createPages(
    () => post({ type: 'page', page: pages.page }),
    () => reveal(false),
  );

  function post(message: ToPanel): void {
    const { open: panel } = single;
    if ((message.type === 'show' || message.type === 'page') && panel) panel.title = title();
    panel?.webview.postMessage(message);
    view?.webview.postMessage(message);
  }

  function title(): string {
    return pages.page?.title ?? titleOf(conversation.turns);
  }

  /** The view in the side bar if it is visible, otherwise the panel beside the editor. */
  function reveal(preserveFocus = true): void {
    if (view?.visible) view.show(preserveFocus);
    else single.reveal(vscode.ViewColumn.Beside, preserveFocus);
  }

  // The thread is kept in the workspace's storage, not in the panel.
  const single = new SinglePanel(extensionUri, {
    type: answerPanelType,
    title,
    options: { enableFindWidget: true },
    fill: ({ webview }) => connect(webview, 'editor'),
    onDidClose: stopUnseen,
  });

  /** Stops an answer that is not visible anywhere. */
  function stopUnseen(): void {
    if (single.open || view) return;
    pages.leave();
    conversation.leave();
  }

  function connect(webview: vscode.Webview, place: 'editor' | 'side'): void {
    webview.onDidReceiveMessage((raw) => receive(raw, webview).catch(logError));
    webview.html = webviewHtml(extensionUri, 'answer', title(), place);
  }

  function followIndex(): void {
    const revision = indexRevision(client);
    if (revision === undefined || revision === index) return;
    index = revision;
    // Not needed while the panel is not visible.
    if (single.open !== undefined || view !== undefined) void conversation.suggest(indexStatus(client.status).files === 0);
  }

  function logError(error: unknown): void {
    log.error(errorMessage(error));
    vscode.window.showErrorMessage(messageOf(error));
  }

  async function receive(raw: unknown, webview: vscode.Webview): Promise<void> {
    const message: FromPanel = check(fromPanel, raw);
    switch (message.type) {
      case 'ready':
        webview.postMessage({ type: 'show', state: conversation.state, words: panelWords() } satisfies ToPanel);
        webview.postMessage({ type: 'status', status: indexStatus(client.status) } satisfies ToPanel);
        webview.postMessage({ type: 'page', page: pages.page } satisfies ToPanel);
        if (wantsFocus) webview.postMessage({ type: 'focus' } satisfies ToPanel);
        wantsFocus = false;
        if (conversation.state.view === 'empty' && conversation.state.examples.length === 0)
          await conversation.begin(conversation.state.scope);
        return conversation.resume();
      case 'pageLink':
        return follow(pages.target(message.link));
      case 'ask':
        pages.leave();
        return void (await conversation.ask({ question: message.question, turn: message.turn }));
      case 'retry':
        return conversation.retry(message.turn, message.quote);
      case 'dropTerm':
        return conversation.dropTerm(message.turn, message.term);
      case 'read':
        return conversation.read(message.turn);
      case 'showOffered':
        return conversation.showOffered(message.turn);
      case 'open':
        return open(atLine(targetOf(message), message.line));
      case 'openLink':
        return openLink(message.turn, message.block, message.target);
      case 'openStep':
        return open(sourceOf(message.turn, message.source)?.steps[message.step]?.place);
      case 'excerpt':
        return postExcerpt(message);
      case 'explain':
        return explain(message.turn);
      case 'evidence':
        return showEvidence(message.turn, message.source);
      case 'permit':
        return consent.decide(message.card, message.send);
      case 'permitQuestions':
        return consent.decide(message.card, 'questions');
      case 'showRequest':
        consent.show(message.card);
        return;
      case 'copy':
        return copy(conversation.turn(message.turn));
      case 'copyCode':
        return copied(message.text, vscode.l10n.t('Code copied'));
      case 'colors':
        return answerColors(client, webview, message);
      case 'sent':
        return vscode.commands.executeCommand('meshrag.showSent', { id: sentIn(message.turn, message.look) });
      case 'searchText':
        return searchText(conversation.turn(message.turn)?.question ?? '');
      case 'thread':
        return conversation.open(message.id);
      case 'dropScope':
        return conversation.setScope(without(conversation.state.scope, message.part, message.index));
      case 'run':
        return run(message.command);
    }
  }

  function atLine(place: WirePlace | undefined, line: number | undefined): WirePlace | undefined {
    return place && line !== undefined ? { ...place, startLine: line, endLine: line } : place;
  }

  /** The log entry of a request. */
  function sentIn(turn: number, look: number | undefined): string | undefined {
    const { result, looks } = conversation.turn(turn) ?? {};
    const { written } = result ?? {};
    return look === undefined ? written?.sent : (written?.looks ?? looks)?.[look]?.sent;
  }

  function sourceOf(turn: number, index: number): Source | undefined {
    const { result, sources } = conversation.turn(turn) ?? {};
    return (result?.sources ?? sources)?.[index];
  }

  function placeOf({ turn, list, index }: PanelItem): WirePlace | undefined {
    if (list === 'explained') return explained.get(turn)?.places[index];
    return list === 'sources' ? sourceOf(turn, index) : conversation.turn(turn)?.result?.[list][index];
  }

  /** The place to open: for a cited source its quoted lines, the first ones if there are several. */
  function targetOf(item: PanelItem): WirePlace | undefined {
    const { result, citations } = conversation.turn(item.turn) ?? {};
    const cited = item.list === 'sources' ? (result?.citations ?? citations)?.find(({ n }) => n === item.index + 1) : undefined;
    return cited ?? placeOf(item);
  }

  async function follow(target: PageTarget | undefined): Promise<void> {
    if (typeof target === 'function') await target();
    else await open(target);
  }

  async function open(place: WirePlace | undefined): Promise<void> {
    if (place) await openPlace(place, { column: columnBeside(single.open?.viewColumn) });
  }

  /** A link that leads to nothing in the workspace opens the lines that hold it. */
  async function openLink(turn: number, block: number, target: string): Promise<void> {
    const from = placeOf({ turn, list: 'blocks', index: block });
    if (from) await open((await client.request(linkTargetRequest, { uri: from.uri, target })).place ?? from);
  }

  async function postExcerpt({ turn, list, index }: PanelItem): Promise<void> {
    const item = { turn, list, index };
    const place = placeOf(item);
    if (!place) return;
    const { question = '' } = conversation.turn(turn) ?? {};
    const names = namesOf(list === 'sources' ? (place as Source) : sourceAround(turn, place));
    const params = { place, question, names, maxLines: excerptLines[list] };
    try {
      post({ type: 'excerpt', item, excerpt: await client.request(excerptRequest, params) });
    } catch (error) {
      post({ type: 'excerpt', item, problem: messageOf(error) });
    }
  }

  function sourceAround(turn: number, place: WirePlace): Source | undefined {
    const { result, sources } = conversation.turn(turn) ?? {};
    return (result?.sources ?? sources ?? []).find(
      ({ uri, startLine, endLine }) => uri === place.uri && startLine <= place.startLine && place.endLine <= endLine,
    );
  }

  /** Of the turn as it is: its places may be opened until it is asked for again. */
  async function explain(turn: number): Promise<void> {
    const query = conversation.query(turn);
    if (query === undefined) return;
    const system = conversation.turn(turn)?.result?.system;
    try {
      const { explanation } = await client.request(searchRequest, { ...query, system, isExplained: true });
      if (explanation) explained.set(turn, explanation);
      post({ type: 'explained', turn, explanation });
    } catch (error) {
      post({ type: 'explained', turn, problem: messageOf(error) });
    }
  }

  async function showEvidence(turn: number, index: number): Promise<void> {
    const source = sourceOf(turn, index);
    const { question } = conversation.turn(turn) ?? {};
    if (!source || question === undefined) return;
    const from = source.steps.find((step) => step.place)?.place;
    const quoted = conversation.turn(turn)?.result?.blocks.find(({ n }) => n === index + 1);
    await evidence.show({ from, question, to: source, quoted }, columnBeside(single.open?.viewColumn));
  }

  async function run(command: PanelCommand): Promise<void> {
    switch (command) {
      case 'pickScope': {
        const picked = await pickScope(conversation.state.scope);
        if (picked) conversation.setScope(picked);
        return;
      }
      case 'pickModel':
        await vscode.commands.executeCommand('meshrag.chooseModel');
        return;
      case 'new':
        pages.leave();
        await conversation.begin();
        return;
      case 'leavePage':
        pages.leave();
        return;
      case 'threads':
        await chooseThread();
        return;
      case 'stop':
        conversation.stop();
        return;
      case 'openFolder':
        await vscode.commands.executeCommand('vscode.openFolder');
        return;
      case 'manageTrust':
        await vscode.commands.executeCommand(manageTrustCommand);
        return;
      case 'showLog':
      case 'showReport':
      case 'rebuild':
        await vscode.commands.executeCommand(`meshrag.${command}`);
    }
  }

  async function copy(turn: PanelTurn | undefined): Promise<void> {
    if (turn) await copied(answerMarkdown(turn, copyWords(turn)), vscode.l10n.t('Answer copied'));
  }

  const save = (turns: readonly PanelTurn[]): Promise<void> =>
    saveThread(turns.map(shownTurn), copyWords, columnBeside(single.open?.viewColumn));

  async function copied(text: string, notice: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(notice, 3000);
  }

  async function chooseThread(): Promise<void> {
    const id = await pickThread(store, { forget: conversation.forget, save: ({ turns }) => void save(turns).catch(logError) });
    if (id === undefined) return;
    pages.leave();
    reveal();
    conversation.open(id);
  }

  const provider = vscode.window.registerWebviewViewProvider(answerViewType, {
    resolveWebviewView(resolved) {
      view = resolved;
      resolved.webview.options = webviewOptions;
      resolved.onDidDispose(() => {
        if (view !== resolved) return;
        view = undefined;
        stopUnseen();
      });
      connect(resolved.webview, 'side');
    },
  });
  const following = [
    client.onDidChange(() => {
      post({ type: 'status', status: indexStatus(client.status) });
      followIndex();
    }),
    answerer.onDidChangeModel(conversation.show),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      if (conversation.turns.length === 0) void conversation.begin(conversation.state.scope);
    }),
  ];

  return {
    async ask(question) {
      pages.leave();
      reveal();
      // Without a folder there is nothing to ask, as the panel explains.
      if (conversation.state.view === 'noFolder') return undefined;
      return conversation.ask({ ...question, isNew: true });
    },
    earlierTurns: () => (single.open === undefined && view === undefined ? [] : conversation.earlierTurns()),
    async showEmpty() {
      pages.leave();
      // The user will type next.
      reveal(false);
      await conversation.begin();
    },
    pickThread: chooseThread,
    lastQuery: () => conversation.lastQuery(),
    lastQuestion: () => conversation.turns.at(-1)?.question,
    copyAnswer: () => copy(conversation.turns.at(-1)),
    saveThread: () => save(conversation.turns),
    focusAnswer() {
      // A hidden webview is recreated when it is shown.
      wantsFocus = !single.open?.visible && !view?.visible;
      reveal(false);
      if (!wantsFocus) post({ type: 'focus' });
    },
    askPermission: consent.inSight(conversation.askPermission),
    consent,
    pages,
    dispose() {
      for (const one of [provider, ...following, conversation, single]) one.dispose();
    },
  };
}

function copyWords({ result }: PanelTurn): CopyWords {
  const words = panelWords();
  return { omissionText: omissionIn(words), states: result ? stateTexts(words, result) : [] };
}

function titleOf(turns: readonly PanelTurn[]): string {
  const question = turns.at(-1)?.question;
  if (question === undefined) return vscode.l10n.t('Ask workspace');
  return shorten(question.replace(/\s+/g, ' '), 40);
}

/** The names on a path of links other than words of the question, which are highlighted anyway. */
function namesOf(source: Source | undefined): string[] {
  const groups = (source?.steps ?? []).flatMap((step) => step.names ?? []);
  return groups.filter(({ kind }) => kind !== 'term').flatMap(({ list }) => list);
}
