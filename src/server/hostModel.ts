/**
 * A language model on the editor's side of the wire: the server composes the prompt, the extension host sends it and streams the answer.
 */

import { randomUUID } from 'node:crypto';
import { CancellationTokenSource, type Connection } from 'vscode-languageserver/node';
import {
  type ChatEnd,
  type ChatMessage,
  ContextOverflow,
  estimateTokens,
  type LanguageModel,
  LookRefused,
  type RequestFacts,
} from '../engine/answer/written/languageModel.ts';
import { MessageError, textOf } from '../messages/messages.ts';
import {
  type ModelChatParams,
  type ModelInfo,
  modelChatRequest,
  modelChatResult,
  modelCountRequest,
  modelTextNotification,
  modelTextParams,
} from '../protocol/model.ts';
import { check } from '../protocol/schema.ts';

/** Nothing was sent: the user did not agree, is offline, or has not trusted the workspace. The message gives the reason. */
export class Withheld extends MessageError {
  override readonly name = 'Withheld';
}

export interface HostModel extends LanguageModel {
  /** Log entry of the last chat. */
  readonly sent: string | undefined;
}

/** Routes the editor's messages to the waiting chats. */
export interface HostModels {
  /**
   * @param leftOut turns of the thread that are left out of its requests.
   * @param onSent called with the log entry of each chat when it is sent.
   */
  model(info: ModelInfo, leftOut?: number, onSent?: (id: string) => void): HostModel;
}

export function createHostModels(connection: Connection): HostModels {
  const listeners = new Map<string, (text: string, sent: string | undefined) => void>();
  connection.onNotification(modelTextNotification, (raw: unknown) => {
    const { chat, text, sent } = check(modelTextParams, raw);
    listeners.get(chat)?.(text, sent);
  });

  async function* chat(
    info: ModelInfo,
    about: RequestFacts & Pick<ModelChatParams, 'leftOut'>,
    messages: readonly ChatMessage[],
    signal: AbortSignal | undefined,
    onSent: (id: string) => void,
  ): AsyncGenerator<string, ChatEnd | undefined> {
    signal?.throwIfAborted();
    const name = randomUUID();
    const buffered: string[] = [];
    let wake = (): void => undefined;
    let end: unknown;
    let failure: unknown;
    listeners.set(name, (text, sent) => {
      if (sent !== undefined) onSent(sent);
      buffered.push(text);
      wake();
    });
    const cancelling = new CancellationTokenSource();
    const stop = (): void => {
      cancelling.cancel();
      failure ??= signal?.reason;
      wake();
    };
    signal?.addEventListener('abort', stop, { once: true });
    const params: ModelChatParams = { chat: name, model: info.id, messages, ...about };
    const asked = connection.sendRequest<unknown>(modelChatRequest, params, cancelling.token).then(
      (result) => {
        end = result;
        wake();
      },
      (error) => {
        failure ??= error;
        wake();
      },
    );
    try {
      while (failure === undefined) {
        const next = buffered.splice(0).join('');
        if (next !== '') yield next;
        else if (end !== undefined) return checkEnd(end, about.purpose, onSent);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      throw failure;
    } finally {
      signal?.removeEventListener('abort', stop);
      listeners.delete(name);
      // The consumer stopped before the end.
      if (end === undefined && failure === undefined) cancelling.cancel();
      asked.finally(() => cancelling.dispose());
    }
  }

  return {
    model(info, leftOut = 0, onSent = () => undefined) {
      let sent: string | undefined;
      const model: HostModel = {
        name: info.name,
        contextTokens: info.contextTokens,
        get sent() {
          return sent;
        },
        chat: (messages, signal, facts) =>
          chat(info, { ...facts, leftOut }, messages, signal, (id) => {
            sent = id;
            onSent(id);
          }),
        async countTokens(text) {
          if (!info.counts) return estimateTokens(text);
          const counted = await connection.sendRequest<unknown>(modelCountRequest, { model: info.id, text });
          return typeof counted === 'number' && counted >= 0 ? counted : estimateTokens(text);
        },
      };
      return model;
    },
  };
}

function checkEnd(raw: unknown, purpose: RequestFacts['purpose'], onSent: (id: string) => void): ChatEnd {
  const { end, messages = [], sent } = check(modelChatResult, raw);
  if (sent !== undefined) onSent(sent);
  if (end === 'overflow') throw new ContextOverflow(textOf(messages), messages);
  if (end === 'withheld') throw purpose === 'look' ? new LookRefused(textOf(messages)) : new Withheld(messages);
  if (end === 'failed') throw new MessageError(messages);
  return { isCut: end === 'length' };
}
