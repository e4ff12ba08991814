/** Turns texts into vectors whose cosine is their similarity. Implemented by providers; the engine does not know which one it uses. */

export interface Embedder {
  /** Model and version: vectors of different names are not comparable. */
  readonly name: string;
  /**
   * A vector of length 1 for each text, in order (all zero for a text without content), all with the same number of dimensions. Stops soon
   * after the signal is aborted, rejecting with its reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
}

/** What an embedder does wrong; its cause is what it threw. */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError';
}

/** The embedder, whose faults are `EmbedderError`s: what it throws, too few vectors, and vectors of different numbers of dimensions. */
export function checkedEmbedder(embedder: Embedder): Embedder {
  let dimensions: number | undefined;
  return {
    name: embedder.name,
    async embed(texts, signal) {
      const vectors = await embedder.embed(texts, signal).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new EmbedderError(cause instanceof Error ? cause.message : String(cause), { cause });
      });
      dimensions ??= vectors[0]?.length;
      if (vectors.length !== texts.length) throw new EmbedderError(`${vectors.length} vectors for ${texts.length} texts`);
      const other = vectors.find(({ length }) => length !== dimensions);
      if (other !== undefined) throw new EmbedderError(`vectors of ${dimensions} and of ${other.length} numbers`);
      return vectors;
    },
  };
}

/** The inner product of two vectors: their cosine if both have length 1. */
export function dot(a: Float32Array | Float64Array, b: Float32Array | Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Scales a vector to length 1, in place; a zero vector is unchanged. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
  return vector;
}
