/** A model offered by VS Code, from any extension. */

import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages.ts';
import type { WireMessage } from '../../protocol/model.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ChatEnd, UsableModel } from './usableModel.ts';

/** Time limits until the answer begins and between two parts of it, in milliseconds. */
const firstMs = 120_000;
const idleMs = 60_000;
/** Reserved for the answer in addition to the input, the only limit that VS Code reports. Tokens. */
const answerTokens = 1500;

export function editorModel(model: vscode.LanguageModelChat): UsableModel {
  const name = model.name || model.family || model.id;
  return {
    info: {
      id: `editor ${model.vendor} ${model.id}`,
      name,
      contextTokens: Math.max(model.maxInputTokens, 500) + answerTokens,
      counts: true,
    },
    recipient: `editor:${model.vendor}`,
    recipientName: t('VS Code’s provider {0}', model.vendor),
    show: (messages) => ({
      to: `vscode.lm ${model.vendor} ${model.id}`,
      headers: [],
      body: { messages: sentAs(messages).map(({ role, content }) => ({ role, content })) },
    }),
    chat: (messages, signal) => chat(model, name, messages, signal),
    countTokens: async (text) => model.countTokens(text),
  };
}

/** VS Code's API has no system messages: the rules are prepended to the first user message. */
function sentAs(messages: readonly WireMessage[]): { role: 'user' | 'assistant'; content: string }[] {
  return messages.map(({ role, content }) => ({ role: role === 'assistant' ? 'assistant' : 'user', content }));
}

async function* chat(
  model: vscode.LanguageModelChat,
  name: string,
  messages: readonly WireMessage[],
  signal: AbortSignal,
): AsyncGenerator<string, ChatEnd | undefined> {
  const stop = new vscode.CancellationTokenSource();
  const cancel = () => stop.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const sent = sentAs(messages).map(({ role, content }) =>
      role === 'user' ? vscode.LanguageModelChatMessage.User(content) : vscode.LanguageModelChatMessage.Assistant(content),
    );
    const justification = t('MeshRAG uses it to answer your question from the sources found.');
    const response = await inTime(model.sendRequest(sent, { justification }, stop.token), firstMs, name, signal);
    const parts = response.text[Symbol.asyncIterator]();
    for (let limit = firstMs; ; limit = idleMs) {
      const next = await inTime(parts.next(), limit, name, signal);
      if (next.done) break;
      if (next.value !== '') yield next.value;
    }
    signal.throwIfAborted();
    // VS Code does not report why an answer ended.
    return undefined;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw await readableError(error, name);
  } finally {
    signal.removeEventListener('abort', cancel);
    // Cancels a provider that would continue after we stop reading.
    stop.cancel();
    stop.dispose();
  }
}

/** The result of the promise, unless the time limit or the signal comes first. */
async function inTime<T>(promise: Thenable<T>, ms: number, name: string, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => undefined;
  const end = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    timer = setTimeout(() => reject(new Error(t('{0} has not responded for {1} s.', name, Math.round(ms / 1000)))), ms);
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function readableError(error: unknown, name: string): Promise<Error> {
  const message = errorMessage(error);
  const { overflowError, isOverflowMessage: isOverflowText } = await import('../../models/modelError.ts');
  if (isOverflowText(message)) return overflowError(name, message);
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  if (code === vscode.LanguageModelError.NoPermissions.name)
    return new Error(t('VS Code does not let MeshRAG use {0}: you did not agree. {1}', name, message));
  if (code === vscode.LanguageModelError.Blocked.name)
    return new Error(t('{0} accepts no requests for now: a quota may be used up, or the answer was filtered. {1}', name, message));
  if (code === vscode.LanguageModelError.NotFound.name)
    return new Error(t('VS Code no longer offers {0}. Choose another model. {1}', name, message));
  return new Error(t('{0} failed: {1}', name, message));
}
