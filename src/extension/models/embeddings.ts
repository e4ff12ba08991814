/**
 * Embeds texts for the server by the embedder of the settings, under the conditions of `chats.ts`: not offline, in a trusted workspace,
 * with consent for the endpoint, and logged. It never asks for consent: without it there is no embedder.
 */

import * as vscode from 'vscode';
import { message, messagesOf } from '../../messages/messages.ts';
import { type EmbedParams, type EmbedResult, embedderRequest, embedParams, embedRequest } from '../../protocol/model.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { endpointOptions } from './endpointModel.ts';
import { type ModelChoices, modelSettings } from './modelChoice.ts';
import type { Consent } from './requests/consent.ts';
import { whyWithheld } from './requests/gate.ts';
import type { SentLog } from './requests/sentLog.ts';
import { plainEndpoint, type Secrets } from './secrets.ts';
import type { ShownRequest } from './usableModel.ts';

export interface EmbeddingsOptions {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly secrets: Secrets;
  readonly consent: Pick<Consent, 'isGiven'>;
  readonly sent: SentLog;
}

/** Answers the server's requests for vectors. */
export function answerEmbeddings({ client, choices, secrets, consent, sent }: EmbeddingsOptions): void {
  /** The embedder that may be used now. */
  function current(): { readonly name: string; readonly endpoint: string; readonly model: string } | undefined {
    const choice = choices.current;
    const { embedder: model } = modelSettings();
    if (choice.kind !== 'endpoint' || model === '' || whyWithheld() !== undefined) return undefined;
    const endpoint = plainEndpoint(choice.endpoint);
    return consent.isGiven(endpoint) ? { name: `${endpoint} ${model}`, endpoint, model } : undefined;
  }

  client.onRequest(embedderRequest, async () => {
    const name = current()?.name;
    return name === undefined ? {} : { name };
  });
  client.onRequest(embedRequest, async (raw, token) => embed(check(embedParams, raw), token));

  async function embed({ name, texts, tokens }: EmbedParams, token: vscode.CancellationToken): Promise<EmbedResult> {
    const found = current();
    if (found?.name !== name) {
      const why = whyWithheld() ?? t('Nothing was sent to {0}: it is no longer the embedder of this workspace.', name);
      return { end: 'withheld', vectors: [], messages: [message('verbatim', why)] };
    }
    const { endpoint, model } = found;
    const stop = new AbortController();
    const cancelling = token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
    try {
      const { embedderAt } = await import('../../models/openaiModel.ts');
      const embedder = embedderAt({ ...(await endpointOptions(endpoint, secrets)), model });
      const facts = { model, sources: texts.length, earlier: 0, leftOut: 0, masked: 0, tokens };
      await sent.add({ ...shownEmbedding(endpoint, embedder.bodyOf(texts)), ...facts });
      const vectors = await embedder.embed(texts, stop.signal);
      return {
        end: 'done',
        vectors: vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')),
      };
    } catch (error) {
      if (token.isCancellationRequested) throw error;
      const { isOverflow } = await import('../../models/modelError.ts');
      const failure = error instanceof Error && 'failure' in error ? error.failure : undefined;
      const isRefused = failure === 'refused' || failure === 'malformed' || failure === 'tooMuch';
      return { end: isOverflow(error) ? 'overflow' : isRefused ? 'refused' : 'failed', vectors: [], messages: messagesOf(error) };
    } finally {
      cancelling.dispose();
    }
  }
}

/** A request to an embedder, for display. */
export function shownEmbedding(endpoint: string, body: object): ShownRequest {
  return { to: `POST ${endpoint}/embeddings`, headers: ['content-type: application/json'], body };
}
