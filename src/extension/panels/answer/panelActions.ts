/** What the user does in the answer panel: each message of a webview is one action on the thread, its places, or the editor. */

import * as vscode from 'vscode';
import { fromPanel, type PanelCommand, type ToPanel } from '../../../protocol/panels/panel.ts';
import type { PanelTurn } from '../../../protocol/panels/panelThread.ts';
import { check } from '../../../protocol/schema.ts';
import { t } from '../../../protocol/text/translate.ts';
import type { ServerClient } from '../../client/client.ts';
import { openPlace } from '../../editor/openPlace.ts';
import { searchText } from '../../editor/searchText.ts';
import { manageTrustCommand } from '../../models/requests/trust.ts';
import { answerColors } from '../colorRequests.ts';
import type { EvidencePanel } from '../evidencePanel.ts';
import { indexStatus } from '../indexStatus.ts';
import { answerMarkdown } from './answerMarkdown.ts';
import type { AnswerWebviews } from './answerWebviews.ts';
import type { ConsentCards } from './consentCards.ts';
import type { Conversation } from './conversation.ts';
import type { PageTarget } from './page.ts';
import type { Pages } from './pages.ts';
import { pickScope, without } from './scope.ts';
import type { TurnPlaces } from './turnPlaces.ts';

export interface PanelParts {
  readonly client: ServerClient;
  readonly conversation: Conversation;
  readonly webviews: AnswerWebviews;
  readonly places: TurnPlaces;
  readonly pages: Pages;
  readonly consent: ConsentCards;
  /** Lets the user choose one of the threads of this workspace. */
  chooseThread(): Promise<void>;
  readonly evidence: EvidencePanel;
}

/** Commands of the editor that a button runs. */
const editorCommands: Partial<Record<PanelCommand, string>> = {
  pickModel: 'meshrag.chooseModel',
  openFolder: 'vscode.openFolder',
  manageTrust: manageTrustCommand,
  showLog: 'meshrag.showLog',
  showReport: 'meshrag.showReport',
  rebuild: 'meshrag.rebuild',
};

/** Performs what a webview's message asks for. Throws for a message that is none. */
export async function perform(raw: unknown, webview: vscode.Webview, parts: PanelParts): Promise<unknown> {
  const { client, conversation, webviews, places, pages, consent } = parts;
  const open = async (place: PageTarget | undefined): Promise<void> => {
    if (typeof place === 'function') await place();
    else if (place) await openPlace(place, { column: webviews.column });
  };
  const message = check(fromPanel, raw);
  switch (message.type) {
    case 'ready':
      for (const first of [
        { type: 'show', state: conversation.state },
        { type: 'status', status: indexStatus(client.status) },
        { type: 'page', page: pages.page },
      ] satisfies ToPanel[])
        webview.postMessage(first);
      webviews.ready(webview);
      if (conversation.state.view === 'empty' && conversation.state.examples.length === 0)
        await conversation.begin(conversation.state.scope);
      return conversation.resume();
    case 'pageLink':
      return open(pages.target(message.link));
    case 'ask':
      pages.leave();
      return conversation.ask({ question: message.question, turn: message.turn });
    case 'retry':
      return conversation.retry(message.turn, message.quote);
    case 'dropTerm':
      return conversation.dropTerm(message.turn, message.term);
    case 'read':
      return conversation.read(message.turn);
    case 'showOffered':
      return conversation.showOffered(message.turn);
    case 'open':
      return open(places.target(message, message.line));
    case 'openLink':
      return open(await places.linkTarget(message.turn, message.block, message.target));
    case 'openStep':
      return open(places.sources(message.turn)[message.source]?.steps[message.step]?.place);
    case 'excerpt':
      return places.postExcerpt(message);
    case 'explain':
      return places.explain(message.turn);
    case 'evidence':
      return showEvidence(message.turn, message.source, parts);
    case 'permit':
      return consent.decide(message.card, message.send);
    case 'permitQuestions':
      return consent.decide(message.card, 'questions');
    case 'showRequest':
      return consent.show(message.card);
    case 'copy':
      return copyAnswer(conversation.turn(message.turn));
    case 'copyCode':
      return copied(message.text, t('Code copied'));
    case 'colors':
      return answerColors(client, webview, message);
    case 'sent':
      return vscode.commands.executeCommand('meshrag.showSent', { id: places.sent(message.turn, message.look) });
    case 'searchText':
      return searchText(conversation.turn(message.turn)?.question ?? '');
    case 'thread':
      return conversation.open(message.id);
    case 'dropScope':
      return conversation.setScope(without(conversation.state.scope, message.part, message.index));
    case 'run':
      return run(message.command, parts);
  }
}

async function run(command: PanelCommand, { conversation, pages, chooseThread }: PanelParts): Promise<unknown> {
  const ofEditor = editorCommands[command];
  if (ofEditor !== undefined) return vscode.commands.executeCommand(ofEditor);
  switch (command) {
    case 'pickScope': {
      const picked = await pickScope(conversation.state.scope);
      return picked && conversation.setScope(picked);
    }
    case 'new':
      pages.leave();
      return conversation.begin();
    case 'leavePage':
      return pages.leave();
    case 'threads':
      return chooseThread();
    case 'stop':
      conversation.stop();
  }
  return undefined;
}

async function showEvidence(turn: number, index: number, { conversation, places, webviews, evidence }: PanelParts): Promise<void> {
  const source = places.sources(turn)[index];
  const { question, result } = conversation.turn(turn) ?? {};
  if (!source || question === undefined) return;
  const from = source.steps.find((step) => step.place)?.place;
  const quoted = result?.blocks.find(({ n }) => n === index + 1);
  await evidence.show({ from, question, to: source, quoted }, webviews.column);
}

/** Copies an answer with its sources. */
export async function copyAnswer(turn: PanelTurn | undefined): Promise<void> {
  if (turn) await copied(answerMarkdown(turn), t('Answer copied'));
}

async function copied(text: string, notice: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(notice, 3000);
}
