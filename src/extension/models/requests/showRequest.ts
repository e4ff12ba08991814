/** Shows exactly what would be sent for a question, and what may follow, without sending anything. */

import * as vscode from 'vscode';
import { previewRequest } from '../../../protocol/answer.ts';
import type { WireTurn } from '../../../protocol/places.ts';
import { wireTurn } from '../../../protocol/places.ts';
import { check, hasField, list, object, optional, text } from '../../../protocol/schema.ts';
import { t } from '../../../protocol/text/translate.ts';
import type { ServerClient } from '../../client/client.ts';
import type { Page } from '../../panels/answer/page.ts';
import { type Answerer, allowedBy } from '../answerer.ts';
import type { Chats } from '../chats.ts';
import { shownEmbedding } from '../embeddings.ts';
import type { ModelChoices } from '../modelChoice.ts';
import type { Consent } from './consent.ts';
import type { RequestPages } from './requestPages.ts';

export interface ShowRequestContext {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly answerer: Answerer;
  readonly chats: Chats;
  readonly requests: RequestPages;
  readonly consent: Pick<Consent, 'sizeOf'>;
  /** The thread that a typed question would continue. */
  readonly turns: () => readonly WireTurn[];
}

/** `argument` may be `{ question, turns }`; otherwise the question is asked for, and continues the thread. */
export async function showRequest(
  { client, choices, answerer, chats, requests: shownRequests, consent, turns: threadTurns }: ShowRequestContext,
  argument: unknown,
): Promise<Page | undefined> {
  const model = await answerer.open(choices.current);
  if (!model) {
    offerChoice();
    return undefined;
  }
  const given = questionIn(argument);
  const question = given?.question ?? (await vscode.window.showInputBox({ title: t('What would be sent for this question?') }));
  if (!question?.trim()) return undefined;
  // The server may have the model count tokens; no other request is allowed.
  const { info, withdraw } = chats.offer(model, async () => false);
  try {
    const turns = given === undefined ? threadTurns() : given.turns;
    // As a question is asked.
    const params = { question, turns, ...allowedBy(consent.sizeOf(model.recipient)), limit: 20, model: info };
    const { requests, possible, embedder = '' } = await client.request(previewRequest, params);
    const shown = requests.map(({ purpose: _, ...one }) => {
      if (!('texts' in one)) return { ...one, model: info.name, ...model.show(one.messages) };
      const [endpoint = '', name = ''] = embedder.split(' ');
      return { ...one, model: name, ...shownEmbedding(endpoint, { model: name, input: one.texts }) };
    });
    return await shownRequests.preview(shown, possible);
  } finally {
    withdraw();
  }
}

/** Sending nothing is not an error, so it is stated neutrally. */
export function offerChoice(): void {
  const choose = t('Choose model');
  const message = t('No model is chosen: answers are quoted, and nothing is sent.');
  vscode.window.showInformationMessage(message, choose).then((choice) => {
    if (choice === choose) vscode.commands.executeCommand('meshrag.chooseModel');
  });
}

function questionIn(argument: unknown): { readonly question: string; readonly turns?: readonly WireTurn[] } | undefined {
  if (!hasField(argument, 'question')) return undefined;
  return check(object({ question: text(), turns: optional(list(wireTurn)) }), argument);
}
