/**
 * A language model at any OpenAI-compatible endpoint, through the `openai` package.
 *
 * The package is loaded with this file, so nothing is loaded unless a model is used. Every option is explicit: the `OPENAI_*` environment
 * variables have no effect.
 */

import type { OpenAI } from 'openai';
import {
  type ChatClient,
  type ChatEnd,
  type ChatMessage,
  estimateTokens,
  type TokenUsage,
} from '../engine/answer/written/languageModel.ts';
import type { Embedder } from '../engine/retrieval/modelSources/embedder.ts';
import { message } from '../messages/messages.ts';
import type { Guard } from './guardedFetch.ts';
import { createKeyMask } from './keyMask.ts';
import { ModelError, type ModelRequest, offProtocol } from './modelError.ts';
import { checkedEndpoint, createClient, type EndpointOptions, guardOf, toModelError } from './openaiClient.ts';
import { createOpenAIEmbedder, embeddingRequest, type OpenAIEmbedderOptions } from './openaiEmbedder.ts';
import { waitToRetry } from './retries.ts';

/** The endpoint and the options of its requests. */
export interface OpenAIModelOptions extends EndpointOptions {
  readonly model: string;
  /** Tokens of request and answer together; `defaultContextTokens` by default. */
  readonly contextTokens?: number;
  /** Requests token counts from the endpoint; off by default, since a few endpoints reject unknown options. */
  readonly wantUsage?: boolean;
  /** Maximum number of tokens of the answer; the endpoint's own limit by default. */
  readonly answerTokens?: number;
}

/** A model that an endpoint offers. */
export interface OfferedModel {
  readonly id: string;
  /** If the endpoint reports it. */
  readonly contextTokens?: number;
}

/** Small enough for local models, some of which truncate longer input silently. */
export const defaultContextTokens = 8192;

/** The body of a chat request: exactly what is sent. */
export function chatRequest(model: string, messages: readonly ChatMessage[]) {
  return { model, messages: messages.map(({ role, content }) => ({ role, content })), stream: true as const };
}

/** A model at an endpoint. Throws like `checkedEndpoint`. */
export function createOpenAIModel(options: OpenAIModelOptions): ChatClient {
  const endpoint = checkedEndpoint(options.endpoint);
  const request = { endpoint, model: options.model, apiKey: options.apiKey };
  return {
    name: options.model,
    contextTokens: options.contextTokens ?? defaultContextTokens,
    countTokens: async (text) => estimateTokens(text),
    async *chat(messages, signal) {
      for (let tried = 1; ; tried++) {
        signal?.throwIfAborted();
        const guard = guardOf(options, request, 'text/event-stream');
        const emitted = { any: false };
        try {
          // Delegated, so that the connection closes when the caller stops iterating.
          return yield* stream(createClient(options, endpoint, guard), guard, request, bodyOf(options, messages), emitted, signal);
        } catch (error) {
          const failure = toModelError(error, guard, request, signal);
          // Emitted text cannot be taken back, so a partial answer is not retried.
          if (emitted.any) throw failure;
          await waitToRetry(failure, tried, signal);
        }
      }
    },
  };
}

/** The models that an endpoint offers, by name. */
export async function listModels(options: EndpointOptions): Promise<readonly OfferedModel[]> {
  const endpoint = checkedEndpoint(options.endpoint);
  const request = { endpoint, apiKey: options.apiKey };
  const guard = guardOf(options, request, 'application/json');
  try {
    // Not by the library's own method, which treats a missing list as an empty one.
    const { data } = await createClient(options, endpoint, guard).get<{ readonly data?: unknown }>('/models');
    if (!Array.isArray(data)) throw new ModelError('malformed', message('noModelList', endpoint));
    const { mask } = createKeyMask(options.apiKey);
    const offered = data
      .filter((model) => typeof model?.id === 'string' && mask(model.id) === model.id)
      .map((model) => ({ id: model.id, ...contextSize(model) }));
    return offered.sort((a, b) => (a.id < b.id ? -1 : 1));
  } catch (error) {
    throw toModelError(error, guard, request, undefined);
  }
}

/** OpenRouter, vLLM and LM Studio report it under names of their own. */
function contextSize(model: object): { contextTokens?: number } {
  const known = model as Readonly<Record<string, unknown>>;
  const size = known.context_length ?? known.max_model_len ?? known.max_context_length;
  return typeof size === 'number' && size > 0 ? { contextTokens: size } : {};
}

function bodyOf({ model, wantUsage, answerTokens }: OpenAIModelOptions, messages: readonly ChatMessage[]) {
  return {
    ...chatRequest(model, messages),
    ...(wantUsage ? { stream_options: { include_usage: true } } : {}),
    ...(answerTokens === undefined ? {} : { max_tokens: answerTokens }),
  };
}

function tokenUsage({ usage }: OpenAI.ChatCompletionChunk): TokenUsage | undefined {
  const { prompt_tokens: promptTokens, completion_tokens: answerTokens } = usage ?? {};
  return typeof promptTokens === 'number' && typeof answerTokens === 'number' ? { promptTokens, answerTokens } : undefined;
}

async function* stream(
  client: OpenAI,
  guard: Guard,
  { endpoint, apiKey }: ModelRequest,
  body: ReturnType<typeof bodyOf>,
  emitted: { any: boolean },
  signal: AbortSignal | undefined,
): AsyncGenerator<string, ChatEnd> {
  const chunks = await client.chat.completions.create(body, { signal });
  const maskedStream = createKeyMask(apiKey).stream();
  let callsTools = false;
  let isBlank = true;
  let finish: string | undefined;
  let usage: TokenUsage | undefined;
  for await (const chunk of chunks) {
    if (typeof chunk !== 'object' || chunk === null) throw offProtocol(endpoint);
    const choice = chunk.choices?.[0];
    if (typeof choice?.finish_reason === 'string') finish = choice.finish_reason;
    usage = tokenUsage(chunk) ?? usage;
    callsTools ||= Boolean(choice?.delta?.tool_calls ?? choice?.delta?.function_call);
    const piece = choice?.delta?.content;
    if (typeof piece !== 'string') continue;
    isBlank &&= piece.trim() === '';
    const text = maskedStream.push(piece);
    if (text === '') continue;
    emitted.any = true;
    yield text;
  }
  // The library ends without an error when the request is aborted.
  signal?.throwIfAborted();
  if (guard.failure) throw guard.failure;
  if (finish === undefined && !guard.hasEnded) throw new ModelError('cut', message('connectionClosed', endpoint));
  if (isBlank && callsTools) throw new ModelError('empty', message('toolCallsAlone', endpoint));
  if (isBlank) throw new ModelError('empty', message('emptyAnswer', endpoint));
  const rest = maskedStream.end();
  if (rest !== '') yield rest;
  return { isCut: finish === 'length', ...(usage ? { usage } : {}) };
}

/** An embedder at an endpoint, with the body of its requests; here, so that a bundle of this file has the package once. */
export function embedderAt(options: OpenAIEmbedderOptions): Embedder & { bodyOf(texts: readonly string[]): object } {
  return { ...createOpenAIEmbedder(options), bodyOf: (texts) => embeddingRequest(options.model, texts) };
}
