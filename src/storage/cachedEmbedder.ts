/** An embedder that is asked once for each text. */

import { createHash } from 'node:crypto';
import type { Embedder } from '../engine/retrieval/modelSources/embedder.ts';
import type { ModelRecords } from './modelReplies.ts';

/** Texts embedded, then kept. */
const batch = 64;

/** @param records by embedder and text. */
export function cachedEmbedder(embedder: Embedder, records: Pick<ModelRecords<Float32Array>, 'get' | 'keep'>): Embedder {
  const keyOf = (text: string): string => createHash('sha256').update(`${embedder.name}\0${text}`).digest('base64url');
  return {
    name: embedder.name,
    async embed(texts, signal) {
      const keys = texts.map(keyOf);
      const missing = new Map<string, string>();
      keys.forEach((key, i) => {
        if (!records.get(key)) missing.set(key, texts[i] as string);
      });
      const wanted = [...missing];
      for (let from = 0; from < wanted.length; from += batch) {
        const part = wanted.slice(from, from + batch);
        const vectors = await embedder.embed(
          part.map(([, text]) => text),
          signal,
        );
        part.forEach(([key], i) => {
          records.keep(key, vectors[i] as Float32Array);
        });
      }
      return keys.map((key) => records.get(key) as Float32Array);
    },
  };
}
