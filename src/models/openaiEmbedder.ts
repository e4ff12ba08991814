/**
 * Embeddings from any OpenAI-compatible endpoint (`/embeddings`), in batches. Each text is requested once: vectors are cached by model and
 * hash of the text.
 */

import { createHash } from 'node:crypto';
import { type Embedder, normalize } from '../engine/index.ts';
import { message } from '../messages/messages.ts';
import { ModelError } from './modelError.ts';
import { clientOf, type EndpointOptions, endpointOf, failureOf, guardOf } from './openaiClient.ts';
import { waitToRetry } from './retries.ts';

/** Known vectors, of length 1; keys hold model and content. */
export interface EmbeddingCache {
  get(key: string): Float32Array | undefined;
  set(key: string, vector: Float32Array): void;
}

/** The endpoint, its model, and the cache. */
export interface OpenAIEmbedderOptions extends EndpointOptions {
  readonly model: string;
  readonly cache: EmbeddingCache;
}

/** Limits of one request; endpoints accept more, but then fail late. */
const maxTexts = 64;
const maxCharacters = 200_000;
/** Vectors are sent as decimal numbers: 64 of 4096 numbers take some 6 MB. */
const maxVectorBytes = 16_000_000;

/** An embedder at an endpoint. Throws `TypeError` for an invalid endpoint. */
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
    if (batch.length === maxTexts || (batch.length > 0 && characters + one[1].length > maxCharacters)) {
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
  // Some endpoints reject an empty text; a blank is equally meaningless.
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
