/**
 * A model at an OpenAI-compatible endpoint, called through the extension host's own `fetch`, which applies VS Code's proxy and
 * certificates.
 */

import { azureHeaders } from '../../models/presets.ts';
import type { WireMessage } from '../../protocol/model.ts';
import { type ModelChoice, modelSettings } from './modelChoice.ts';
import { namesSecret, plainEndpoint, type Secrets } from './secrets.ts';
import type { UsableModel } from './usableModel.ts';

type EndpointChoice = Extract<ModelChoice, { kind: 'endpoint' }>;

/** Options of every request to an endpoint. Headers from the settings go only to the endpoint from the settings. */
export async function endpointOptions(endpoint: string, secrets: Secrets) {
  const settings = modelSettings();
  const own = isSameEndpoint(settings.endpoint, endpoint) ? settings.headers : [];
  const apiKey = await secrets.keyOf(endpoint);
  const headers = { ...azureHeaders(endpoint, apiKey), ...(await secrets.fill(own)) };
  return { endpoint, apiKey, headers, fetch: globalThis.fetch };
}

/** The model; loads the client. Throws if the endpoint is invalid or a header's secret is missing. */
export async function endpointModel(choice: EndpointChoice, secrets: Secrets): Promise<UsableModel> {
  const { createOpenAIModel, defaultContextTokens, chatRequest } = await import('../../models/openaiModel.ts');
  const { endpoint, model } = choice;
  const settings = modelSettings();
  const contextTokens = settings.contextTokens ?? choice.contextTokens ?? defaultContextTokens;
  const options = await endpointOptions(endpoint, secrets);
  const client = createOpenAIModel({ ...options, model, contextTokens });
  const url = `${plainEndpoint(endpoint)}/chat/completions`;
  const shown = isSameEndpoint(settings.endpoint, endpoint) ? settings.headers : [];
  const headers = [
    'content-type: application/json',
    'user-agent: meshrag',
    ...(options.apiKey ? ['authorization: Bearer (the stored key)'] : []),
    ...Object.keys(azureHeaders(endpoint, options.apiKey)).map((name) => `${name}: (the stored key)`),
    ...shown.map(([name, value]) => `${name}: ${namesSecret(value) ? '(a stored secret)' : value}`),
  ];
  return {
    info: { id: `endpoint ${endpoint} ${model}`, name: model, contextTokens, counts: false },
    recipient: plainEndpoint(endpoint),
    recipientName: new URL(endpoint).host,
    show: (messages: readonly WireMessage[]) => ({ to: `POST ${url}`, headers, body: chatRequest(model, messages) }),
    chat: (messages, signal) => client.chat(messages, signal),
  };
}

function isSameEndpoint(a: string, b: string): boolean {
  return plainEndpoint(a) === plainEndpoint(b);
}
