/**
 * Vectors of short texts (descriptions, statements, questions), as the embedder gave them; those of passages, which are many, are in a
 * `VectorFile`. One line of key and vector each, appended as they arrive, so that a killed run loses nothing and each text is embedded once. A key is a
 * hash of the embedder's name and the text. All vectors are in memory, four bytes a dimension.
 */

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Embedder } from '../engine/retrieval/modelSources/embedder.ts';
import { fileSize } from './fileFigures.ts';

/** Known vectors, of length 1. */
export interface EmbeddingCache {
  get(key: string): Float32Array | undefined;
  set(key: string, vector: Float32Array): unknown;
}

export class EmbeddingFile implements EmbeddingCache {
  readonly #file: string;
  #known: Map<string, Float32Array> | undefined;

  /** Opens nothing yet. */
  constructor(file: string) {
    this.#file = file;
  }

  get(key: string): Float32Array | undefined {
    return this.#vectors().get(key);
  }

  /** Throws the system's error where the file cannot be written. */
  set(key: string, vector: Float32Array): void {
    this.#vectors().set(key, vector);
    const encoded = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
    fs.appendFileSync(this.#file, `${key}\t${encoded}\n`, { mode: 0o600 });
  }

  sizeBytes(): number {
    return fileSize(this.#file);
  }

  remove(): void {
    fs.rmSync(this.#file, { force: true });
    this.#known = undefined;
  }

  /** The file's vectors; a truncated line is dropped. Read as bytes, since a string cannot hold more than half a gigabyte. */
  #vectors(): Map<string, Float32Array> {
    if (this.#known !== undefined) return this.#known;
    const known = new Map<string, Float32Array>();
    fs.mkdirSync(path.dirname(this.#file), { recursive: true });
    const bytes = fs.existsSync(this.#file) ? fs.readFileSync(this.#file) : Buffer.alloc(0);
    const end = bytes.lastIndexOf(10) + 1;
    if (end < bytes.length) fs.truncateSync(this.#file, end);
    for (let at = 0; at < end; ) {
      const next = bytes.indexOf(10, at) + 1;
      const [key, encoded] = bytes.toString('latin1', at, next - 1).split('\t');
      if (key && encoded) known.set(key, decode(encoded));
      at = next;
    }
    this.#known = known;
    return known;
  }
}

/** The embedder, asked once for each text. */
export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache): Embedder {
  const keyOf = (text: string): string => createHash('sha256').update(`${embedder.name}\0${text}`).digest('base64url');
  return {
    name: embedder.name,
    async embed(texts, signal) {
      const keys = texts.map(keyOf);
      const missing = new Map<string, string>();
      keys.forEach((key, i) => {
        if (cache.get(key) === undefined) missing.set(key, texts[i] as string);
      });
      const wanted = [...missing];
      for (let from = 0; from < wanted.length; from += batch) {
        const part = wanted.slice(from, from + batch);
        const vectors = await embedder.embed(
          part.map(([, text]) => text),
          signal,
        );
        part.forEach(([key], i) => {
          cache.set(key, vectors[i] as Float32Array);
        });
      }
      return keys.map((key) => cache.get(key) as Float32Array);
    },
  };
}

/** Texts embedded, then kept. */
const batch = 64;

function decode(encoded: string): Float32Array {
  const bytes = Buffer.from(encoded, 'base64');
  const vector = new Float32Array(bytes.length >> 2);
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
}
