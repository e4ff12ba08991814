/** Shows exactly what the chosen model would be sent for a question, without sending it. */

import * as vscode from 'vscode';
import { previewRequest } from '../../../protocol/answer.ts';
import { check, hasField, object, text } from '../../../protocol/schema.ts';
import type { ServerClient } from '../../client/client.ts';
import type { Answerer } from '../answerer.ts';
import type { Chats } from '../chats.ts';
import type { ModelChoices } from '../modelChoice.ts';
import type { RequestDocuments } from './requestDocuments.ts';

export interface ShowRequestContext {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly answerer: Answerer;
  readonly chats: Chats;
  readonly documents: RequestDocuments;
}

/** `argument` may be `{ question }`; otherwise it is asked for. */
export async function showRequest({ client, choices, answerer, chats, documents }: ShowRequestContext, argument: unknown): Promise<void> {
  const model = await answerer.open(choices.current);
  if (!model) {
    offerChoice();
    return;
  }
  const question =
    questionIn(argument) ?? (await vscode.window.showInputBox({ title: vscode.l10n.t('What would be sent for this question?') }));
  if (!question?.trim()) return;
  // The server may have the model count tokens; no other request is allowed.
  const { info, withdraw } = chats.offer(model, async () => false);
  try {
    const { messages, ...counts } = await client.request(previewRequest, { question, limit: 20, model: info });
    await documents.preview(model.show(messages), { model: info.name, ...counts });
  } finally {
    withdraw();
  }
}

/** Sending nothing is not an error, so it is stated neutrally. */
export function offerChoice(): void {
  const choose = vscode.l10n.t('Choose model');
  const message = vscode.l10n.t('No model is chosen: answers are quoted, and nothing is sent.');
  vscode.window.showInformationMessage(message, choose).then((choice) => {
    if (choice === choose) vscode.commands.executeCommand('meshrag.chooseModel');
  });
}

function questionIn(argument: unknown): string | undefined {
  if (!hasField(argument, 'question')) return undefined;
  return check(object({ question: text() }), argument).question;
}
