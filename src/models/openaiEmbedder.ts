/**
 * Embeddings of any OpenAI-compatible endpoint (`/embeddings`), many texts a request, each text asked for once: what is known of a text
 * under a model is kept by the hash of the text.
 */

import { createHash } from 'node:crypto';
import { type Embedder, normalize } from '../engine/embed/embedder.ts';
import { ModelError } from './modelError.ts';
import { clientOf, type EndpointOptions, endpointOf, failureOf, guardOf } from './openaiClient.ts';
import { waitToRetry } from './retries.ts';

/** What is known already. Keys hold model and content; vectors have length 1. */
export interface EmbeddingCache {
  get(key: string): Float32Array | undefined;
  set(key: string, vector: Float32Array): void;
}

/** How an endpoint is reached, what it is asked for, and what is known already. */
export interface OpenAIEmbedderOptions extends EndpointOptions {
  readonly model: string;
  readonly cache: EmbeddingCache;
}

/** Most texts and most characters of one request; endpoints allow more, and fail later. */
const mostTexts = 64;
const mostCharacters = 200_000;
/** Vectors are written as decimal numbers: 64 of 4096 numbers take some 6 MB. */
const maxVectorBytes = 16_000_000;

/** An embedder at an endpoint. Throws `TypeError` where the endpoint is none. */
export function createOpenAIEmbedder(options: OpenAIEmbedderOptions): Embedder {
  const { model, cache } = options;
  const name = `${endpointOf(options.endpoint)} ${model}`;
  const keyOf = (text: string): string => `${name} ${createHash('sha256').update(text).digest('hex')}`;
  return {
    name,
    async embed(texts, signal) {
      const keys = texts.map(keyOf);
      const missing = new Map<string, string>();
      keys.forEach((key, i) => {
        if (cache.get(key) === undefined) missing.set(key, texts[i] as string);
      });
      for (const batch of batches([...missing])) {
        const vectors = await ask(
          options,
          batch.map(([, text]) => text),
          signal,
        );
        batch.forEach(([key], i) => {
          cache.set(key, vectors[i] as Float32Array);
        });
      }
      return keys.map((key) => cache.get(key) as Float32Array);
    },
  };
}

function* batches(all: readonly (readonly [string, string])[]): Generator<readonly (readonly [string, string])[]> {
  let batch: (readonly [string, string])[] = [];
  let characters = 0;
  for (const one of all) {
    if (batch.length === mostTexts || (batch.length > 0 && characters + one[1].length > mostCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(one);
    characters += one[1].length;
  }
  if (batch.length > 0) yield batch;
}

async function ask(options: OpenAIEmbedderOptions, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
  const endpoint = endpointOf(options.endpoint);
  const request = { endpoint, model: options.model, apiKey: options.apiKey };
  // An empty text is refused by some endpoints; a blank means as little.
  const input = texts.map((text) => (text === '' ? ' ' : text));
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    const guard = guardOf({ ...options, limits: { maxBytes: maxVectorBytes, ...options.limits } }, request, 'application/json');
    try {
      const body = { model: options.model, input, encoding_format: 'float' as const };
      const { data } = await clientOf(options, endpoint, guard).embeddings.create(body, { signal });
      return readVectors(data, texts.length, endpoint);
    } catch (error) {
      await waitToRetry(failureOf(error, guard, request, signal), tried, signal);
    }
  }
}

/** In the order of the texts, whatever order they came in. */
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
    throw new ModelError('malformed', `${endpoint} sent ${list.length} vectors of ${[...sizes].join(', ')} numbers for ${count} texts.`);
  return vectors;
}
