/**
 * A language model at any OpenAI-compatible endpoint, through the `openai` package.
 *
 * The package is loaded with this file, so whoever does without a model imports neither. Everything is passed explicitly: the
 * `OPENAI_*` variables of the environment change nothing.
 */

import { OpenAI } from 'openai';
import { type ChatEnd, type ChatMessage, estimateTokens, type LanguageModel, type TokenUsage } from '../core/answer/languageModel.ts';
import { createGuard, type Fetch, type FetchLimits, type Guard } from './guardedFetch.ts';
import { connectionError, ModelError, type ModelRequest, statusError, streamedError } from './modelError.ts';
import { noteRetryAfter, waitToRetry } from './retries.ts';

export interface OpenAIModelOptions {
  /** The base URL, `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  readonly endpoint: string;
  readonly model: string;
  /** Absent for endpoints that ask for none. */
  readonly apiKey?: string;
  /** Sent with every request; they win over ours. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Tokens of request and answer together; `defaultContextTokens` where absent. */
  readonly contextTokens?: number;
  /** What carries the requests; Node's own where absent. */
  readonly fetch?: Fetch;
  readonly limits?: Partial<FetchLimits>;
  /** Asks the endpoint to tell the tokens it counted; a few endpoints refuse what they do not know, so not by default. */
  readonly wantUsage?: boolean;
}

/** A model that an endpoint offers. */
export interface OfferedModel {
  readonly id: string;
  /** Where the endpoint tells it. */
  readonly contextTokens?: number;
}

/** Small enough for local models; some cut what is longer without a word. */
export const defaultContextTokens = 8192;

const defaultLimits: FetchLimits = { firstMs: 120_000, idleMs: 60_000, mostBytes: 16_000_000 };

/** The body of a chat request: exactly what is sent. */
export function chatRequest(model: string, messages: readonly ChatMessage[]) {
  return { model, messages: messages.map(({ role, content }) => ({ role, content })), stream: true as const };
}

/** A model at an endpoint. Throws `TypeError` where the endpoint is no http or https URL or holds a password. */
export function createOpenAIModel(options: OpenAIModelOptions): LanguageModel {
  const endpoint = endpointOf(options.endpoint);
  const request = { endpoint, model: options.model, apiKey: options.apiKey };
  return {
    name: options.model,
    contextTokens: options.contextTokens ?? defaultContextTokens,
    countTokens: async (text) => estimateTokens(text),
    async *chat(messages, signal) {
      for (let tried = 1; ; tried++) {
        signal?.throwIfAborted();
        const guard = guardOf(options, request, 'text/event-stream');
        let hasSpoken = false;
        try {
          const said = stream(clientOf(options, endpoint, guard), guard, request, bodyOf(options, messages), signal);
          for (;;) {
            const next = await said.next();
            if (next.done) return next.value;
            hasSpoken = true;
            yield next.value;
          }
        } catch (error) {
          const told = failureOf(error, guard, request, signal);
          // What was said cannot be taken back, so an answer that has begun is not asked for again.
          if (hasSpoken) throw told;
          await waitToRetry(told, tried, signal);
        }
      }
    },
  };
}

/** The models that an endpoint offers, by name. */
export async function listModels(options: Omit<OpenAIModelOptions, 'model'>, signal?: AbortSignal): Promise<readonly OfferedModel[]> {
  const endpoint = endpointOf(options.endpoint);
  const request = { endpoint, apiKey: options.apiKey };
  const guard = guardOf(options, request, 'application/json');
  try {
    const { data } = await clientOf(options, endpoint, guard).models.list({ signal });
    if (!Array.isArray(data)) throw new ModelError('malformed', `${endpoint} sent no list of models.`);
    const offered = data.filter(({ id }) => typeof id === 'string').map((model) => ({ id: model.id, ...contextOf(model) }));
    return offered.sort((a, b) => (a.id < b.id ? -1 : 1));
  } catch (error) {
    throw failureOf(error, guard, request, signal);
  }
}

/** OpenRouter, vLLM and LM Studio tell it by names of their own. */
function contextOf(model: object): { contextTokens?: number } {
  const known = model as Readonly<Record<string, unknown>>;
  const size = known.context_length ?? known.max_model_len ?? known.max_context_length;
  return typeof size === 'number' && size > 0 ? { contextTokens: size } : {};
}

function bodyOf({ model, wantUsage }: OpenAIModelOptions, messages: readonly ChatMessage[]) {
  return { ...chatRequest(model, messages), ...(wantUsage ? { stream_options: { include_usage: true } } : {}) };
}

async function* stream(
  client: OpenAI,
  guard: Guard,
  { endpoint }: ModelRequest,
  body: ReturnType<typeof bodyOf>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, ChatEnd> {
  const chunks = await client.chat.completions.create(body, { signal });
  let finish: string | undefined;
  let usage: TokenUsage | undefined;
  for await (const chunk of chunks) {
    const choice = chunk.choices?.[0];
    if (typeof choice?.finish_reason === 'string') finish = choice.finish_reason;
    if (chunk.usage) usage = { promptTokens: chunk.usage.prompt_tokens, answerTokens: chunk.usage.completion_tokens };
    const text = choice?.delta?.content;
    if (typeof text === 'string' && text !== '') yield text;
  }
  // The library ends quietly when the request was given up.
  signal?.throwIfAborted();
  if (guard.failure) throw guard.failure;
  if (finish === undefined && !guard.hasEnded)
    throw new ModelError('cut', `${endpoint} closed the connection before the answer was complete.`);
  return { isCut: finish === 'length', ...(usage ? { usage } : {}) };
}

/** Any error as one of ours; the signal's reason where it has fired. */
function failureOf(error: unknown, guard: Guard, request: ModelRequest, signal: AbortSignal | undefined): Error {
  if (signal?.aborted) return signal.reason;
  if (guard.failure) return guard.failure;
  if (error instanceof ModelError) return error;
  if (error instanceof SyntaxError)
    return new ModelError('malformed', `${request.endpoint} sent a part of the answer that is no JSON.`, error);
  if (error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIConnectionError)) {
    const code = `${error.code ?? ''} ${error.type ?? ''}`;
    const said = saidBy(error);
    if (error.status === undefined) return streamedError(said, code, request);
    const told = statusError(error.status, said, code, request);
    noteRetryAfter(told, error.headers?.get('retry-after'), Date.now());
    return told;
  }
  return connectionError(error, request, guard.hasBegun);
}

function saidBy({ error, message }: InstanceType<typeof OpenAI.APIError>): string {
  const said = (error as { message?: unknown } | undefined)?.message;
  if (typeof said === 'string') return said;
  return error === undefined ? '' : message;
}

function guardOf(options: Omit<OpenAIModelOptions, 'model'>, request: ModelRequest, contentType: string): Guard {
  return createGuard(options.fetch ?? fetch, { ...defaultLimits, ...options.limits }, request, contentType);
}

function clientOf(options: Omit<OpenAIModelOptions, 'model'>, endpoint: string, guard: Guard): OpenAI {
  const key = options.apiKey;
  return withoutVariables(
    () =>
      new OpenAI({
        baseURL: endpoint,
        // The library insists on a key; where there is none, the header is left out.
        apiKey: key || 'none',
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        defaultHeaders: { ...(key ? {} : { Authorization: null }), ...options.headers },
        maxRetries: 0,
        // The guard keeps the time.
        timeout: 2 ** 31 - 1,
        logLevel: 'off',
        fetch: guard.fetch,
      }),
  );
}

/** Runs `make` while no `OPENAI_*` variable is set: one of them (custom headers) no option of the library can overrule. */
function withoutVariables<T>(make: () => T): T {
  const kept = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith('OPENAI_'));
  for (const [name] of kept) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of kept) process.env[name] = value;
  }
}

function endpointOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`The endpoint ${JSON.stringify(endpoint)} is no http or https URL; it looks like http://localhost:11434/v1`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The endpoint holds a user name or password; keys have a place of their own');
  return url.href.replace(/\/+$/, '');
}
