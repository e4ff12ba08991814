/** A cache of embeddings in a file: one line of key and vector each, appended as they arrive, so that a killed run loses nothing. */

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { EmbeddingCache } from './openaiEmbedder.ts';

/** Opens the cache file, creating it if necessary; a truncated line is skipped. */
export function openEmbeddingFile(file: string): EmbeddingCache {
  const known = new Map<string, Float32Array>();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) fs.truncateSync(file, Buffer.byteLength(whole));
  for (const line of whole.split('\n')) {
    const [key, encoded] = line.split('\t');
    if (key && encoded) known.set(key, decode(encoded));
  }
  return {
    get: (key) => known.get(key),
    set(key, vector) {
      known.set(key, vector);
      fs.appendFileSync(file, `${key}\t${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')}\n`, {
        mode: 0o600,
      });
    },
  };
}

function decode(encoded: string): Float32Array {
  const bytes = Buffer.from(encoded, 'base64');
  const vector = new Float32Array(bytes.length >> 2);
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
}
