/**
 * The host side of the answer panel: one conversation and the webviews that show it. What is said goes from the conversation to the webviews
 * (`answerWebviews.ts`); what the user does there comes back as actions (`panelActions.ts`).
 */

import * as vscode from 'vscode';
import { errorMessage } from '../../../messages/messages.ts';
import { type PanelTurn, shownTurn } from '../../../protocol/panels/panelThread.ts';
import type { AskResult, WireTurn } from '../../../protocol/places.ts';
import { shorten } from '../../../protocol/text/markdown.ts';
import { t } from '../../../protocol/text/translate.ts';
import type { Examples } from '../../ask/examples.ts';
import type { ServerClient } from '../../client/client.ts';
import { localFolders } from '../../client/configuration.ts';
import { indexRevision } from '../../client/indexRevision.ts';
import { messageOf } from '../../client/strings.ts';
import { withToken } from '../../editor/cancellation.ts';
import type { QuestionHistory } from '../../editor/history.ts';
import type { Answerer } from '../../models/answerer.ts';
import type { AskPermission } from '../../models/requests/consent.ts';
import type { EvidencePanel } from '../evidencePanel.ts';
import { indexStatus } from '../indexStatus.ts';
import { createAnswerWebviews } from './answerWebviews.ts';
import { type ConsentCards, createConsentCards } from './consentCards.ts';
import { type AskedQuery, createConversation, type Question } from './conversation.ts';
import { createPages, type Pages } from './pages.ts';
import { copyAnswer, type PanelParts, perform } from './panelActions.ts';
import { pickThread } from './pickThread.ts';
import { saveThread } from './saveThread.ts';
import type { ThreadStore } from './threadStore.ts';
import { TurnPlaces } from './turnPlaces.ts';

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
  const webviews = createAnswerWebviews({
    extensionUri,
    title: () => pages.page?.title ?? titleOf(conversation.turns),
    receive: (message, webview) => void perform(message, webview, parts).catch(showError),
    onDidClose() {
      // An answer that is not visible anywhere is stopped.
      pages.leave();
      conversation.leave();
    },
  });
  const { post, reveal } = webviews;
  const conversation = createConversation({
    ...options,
    answer: (query, onEvent, signal) => {
      const askPermission = consent.inSight(query.askPermission);
      return withToken(signal, (token) => answerer.answer({ ...query, askPermission }, onEvent, token));
    },
    modelName: () => answerer.modelName,
    hasFolder: () => localFolders().length > 0,
    messageOf,
    post,
  });
  const consent = createConsentCards({ conversation, reveal, post });
  const pages = createPages(
    () => post({ type: 'page', page: pages.page }),
    () => reveal(false),
  );
  const places = new TurnPlaces(conversation, client, post);
  const parts: PanelParts = { client, conversation, webviews, places, pages, consent, evidence, chooseThread };

  function showError(error: unknown): void {
    log.error(errorMessage(error));
    vscode.window.showErrorMessage(messageOf(error));
  }

  const save = (turns: readonly PanelTurn[]): Promise<void> => saveThread(turns.map(shownTurn), webviews.column);

  async function chooseThread(): Promise<void> {
    const id = await pickThread(store, { forget: conversation.forget, save: ({ turns }) => void save(turns).catch(showError) });
    if (id === undefined) return;
    pages.leave();
    reveal();
    conversation.open(id);
  }

  function followIndex(): void {
    post({ type: 'status', status: indexStatus(client.status) });
    const revision = indexRevision(client);
    if (revision === undefined || revision === index) return;
    index = revision;
    // Not needed while nothing is visible.
    if (webviews.isOpen) void conversation.suggest(indexStatus(client.status).files === 0);
  }

  const following = [
    client.onDidChange(followIndex),
    answerer.onDidChangeModel(conversation.show),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      if (conversation.turns.length === 0) void conversation.begin(conversation.state.scope);
    }),
  ];

  return {
    async ask(question) {
      pages.leave();
      // Where no file is open the focus has nowhere to go back to.
      reveal(vscode.window.activeTextEditor !== undefined);
      // Without a folder there is nothing to ask, as the panel explains.
      if (conversation.state.view === 'noFolder') return undefined;
      return conversation.ask({ ...question, isNew: true });
    },
    earlierTurns: () => (webviews.isOpen ? conversation.earlierTurns() : []),
    async showEmpty() {
      pages.leave();
      // The user will type next.
      reveal(false);
      await conversation.begin();
    },
    pickThread: chooseThread,
    lastQuery: () => conversation.lastQuery(),
    lastQuestion: () => conversation.turns.at(-1)?.question,
    copyAnswer: () => copyAnswer(conversation.turns.at(-1)),
    saveThread: () => save(conversation.turns),
    focusAnswer: webviews.focus,
    askPermission: consent.inSight(conversation.askPermission),
    consent,
    pages,
    dispose() {
      for (const one of [...following, conversation, webviews]) one.dispose();
    },
  };
}

function titleOf(turns: readonly PanelTurn[]): string {
  const question = turns.at(-1)?.question;
  if (question === undefined) return t('Ask workspace');
  return shorten(question.replace(/\s+/g, ' '), 40);
}
