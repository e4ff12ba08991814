/** Embeddings from any OpenAI-compatible endpoint (`/embeddings`), in batches. */

import { type Embedder, normalize } from '../engine/retrieval/modelSources/embedder.ts';
import { message } from '../messages/messages.ts';
import { ModelError } from './modelError.ts';
import { checkedEndpoint, createClient, type EndpointOptions, guardOf, toModelError } from './openaiClient.ts';
import { waitToRetry } from './retries.ts';

/** The endpoint and its model. */
export interface OpenAIEmbedderOptions extends EndpointOptions {
  readonly model: string;
}

/** Limits of one request; endpoints accept more, but then fail late. */
const maxTexts = 64;
const maxCharacters = 200_000;
/** Vectors are sent as decimal numbers: 64 of 4096 numbers take some 6 MB. */
const maxVectorBytes = 16_000_000;

/** The body of a request: exactly what is sent. Some endpoints reject an empty text; a blank is equally meaningless. */
export function embeddingRequest(model: string, texts: readonly string[]) {
  return { model, input: texts.map((text) => (text === '' ? ' ' : text)), encoding_format: 'float' as const };
}

/** An embedder at an endpoint. Throws like `checkedEndpoint`. */
export function createOpenAIEmbedder(options: OpenAIEmbedderOptions): Embedder {
  return {
    name: `${checkedEndpoint(options.endpoint)} ${options.model}`,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts)) vectors.push(...(await ask(options, batch, signal)));
      return vectors;
    },
  };
}

function* batches(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === maxTexts || (batch.length > 0 && characters + text.length > maxCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

async function ask(options: OpenAIEmbedderOptions, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
  const endpoint = checkedEndpoint(options.endpoint);
  const request = { endpoint, model: options.model, apiKey: options.apiKey };
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    const guard = guardOf({ ...options, limits: { maxBytes: maxVectorBytes, ...options.limits } }, request, 'application/json');
    try {
      const body = embeddingRequest(options.model, texts);
      const { data } = await createClient(options, endpoint, guard).embeddings.create(body, { signal });
      return readVectors(data, texts.length, endpoint);
    } catch (error) {
      await waitToRetry(toModelError(error, guard, request, signal), tried, signal);
    }
  }
}

/** Restores the order of the texts. */
function readVectors(data: unknown, count: number, endpoint: string): Float32Array[] {
  const list = Array.isArray(data) ? data : [];
  const byIndex = new Map<unknown, Float32Array>();
  for (const item of list) {
    const { index, embedding } = item ?? {};
    if (!Array.isArray(embedding) || embedding.some((value) => !Number.isFinite(value))) continue;
    byIndex.set(index, normalize(Float32Array.from(embedding)));
  }
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? new Float32Array(0));
  const sizes = new Set(vectors.map(({ length }) => length));
  if (list.length !== count || sizes.size !== 1 || sizes.has(0))
    throw new ModelError('malformed', message('wrongVectors', endpoint, list.length, [...sizes].join(', '), count));
  return vectors;
}
