/** Sends what the server composed to its model: the only place in the extension from which workspace content leaves this machine. */

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { message, messagesOf } from '../../messages/messages.ts';
import {
  type ModelChatParams,
  type ModelChatResult,
  type ModelInfo,
  modelChatParams,
  modelChatRequest,
  modelCountParams,
  modelCountRequest,
  modelTextNotification,
} from '../../protocol/model.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { modelSettings } from './modelChoice.ts';
import type { AskPermission, Consent } from './requests/consent.ts';
import { whyWithheld } from './requests/gate.ts';
import type { SentLog } from './requests/sentLog.ts';
import type { UsableModel } from './usableModel.ts';

export interface ChatsOptions {
  readonly client: ServerClient;
  readonly consent: Consent;
  readonly sent: SentLog;
  readonly log: vscode.LogOutputChannel;
}

export interface Chats {
  /** Lets the server use the model for one question, until `withdraw` is called; `ask` asks for permission if needed. */
  offer(model: UsableModel, ask: AskPermission): { readonly info: ModelInfo; withdraw(): void };
}

export function createChats({ client, consent, sent, log }: ChatsOptions): Chats {
  /** The models of running questions, by the id that the server uses. */
  const offered = new Map<string, { readonly model: UsableModel; readonly ask: AskPermission }>();

  function findOffer(id: string) {
    const found = offered.get(id);
    if (!found) throw new Error(t('The model of this question is no longer available.'));
    return found;
  }

  client.onRequest(modelChatRequest, async (raw, token) => chat(check(modelChatParams, raw), token));
  client.onRequest(modelCountRequest, async (raw) => {
    const { model, text } = check(modelCountParams, raw);
    const counted = await findOffer(model).model.countTokens?.(text);
    if (counted === undefined) throw new Error(`${model} does not count tokens`);
    return counted;
  });

  async function chat(params: ModelChatParams, token: vscode.CancellationToken): Promise<ModelChatResult> {
    const { model, ask } = findOffer(params.model);
    const { messages, purpose, sources, earlier, leftOut, masked, tokens } = params;
    const withheld = whyWithheld();
    if (withheld !== undefined) return refused(withheld);
    const request = model.show(messages);
    const facts = { model: model.info.name, sources, earlier, leftOut, masked, tokens };
    const size = purpose === 'restate' ? ('questions' as const) : ('excerpts' as const);
    // Once for each recipient, or before each request with what the model has looked for.
    const isEach = purpose === 'look' && modelSettings().asksBeforeLook;
    if (!(await consent.request(model, request, facts, { size, offersQuestions: purpose !== 'enrich' && !isEach, isEach, ask, token })))
      return refused(t('Nothing was sent to {0}: you did not agree.', model.recipientName));
    // The switch may have been turned on while the user was asked.
    const meanwhile = whyWithheld();
    if (meanwhile !== undefined) return refused(meanwhile);
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const id = await sent.add({ ...request, ...facts });
    log.info(`Sent ${sources} sources, about ${tokens} tokens, ${masked} secrets masked, to ${model.recipientName}`);
    await client.notify(modelTextNotification, { chat: params.chat, text: '', sent: id });
    return { ...(await stream(model, params, token)), sent: id };
  }

  async function stream(model: UsableModel, { chat: name, messages }: ModelChatParams, token: vscode.CancellationToken) {
    const stop = new AbortController();
    const abort = () => stop.abort(new vscode.CancellationError());
    if (token.isCancellationRequested) abort();
    const cancelling = token.onCancellationRequested(abort);
    try {
      const chunks = model.chat(messages, stop.signal);
      for (;;) {
        const next = await chunks.next();
        if (next.done) return { end: next.value?.isCut ? ('length' as const) : ('done' as const) };
        // Awaited, so that the pieces arrive in order and before the response to the request.
        await client.notify(modelTextNotification, { chat: name, text: next.value });
      }
    } catch (error) {
      const { isOverflow } = await import('../../models/modelError.ts');
      if (isOverflow(error)) return { end: 'overflow' as const, messages: messagesOf(error) };
      if (token.isCancellationRequested) throw error;
      return { end: 'failed' as const, messages: messagesOf(error) };
    } finally {
      cancelling.dispose();
    }
  }

  return {
    offer(model, ask) {
      const info = { ...model.info, id: randomUUID() };
      offered.set(info.id, { model, ask });
      return { info, withdraw: () => void offered.delete(info.id) };
    },
  };
}

/** Nothing is sent; the reason is in the user's language. */
function refused(why: string): ModelChatResult {
  return { end: 'withheld', messages: [message('verbatim', why)] };
}
