/** What turns texts into vectors whose angle says how alike they are. Providers implement it; core never knows which one it talks to. */

export interface Embedder {
  /** Model and version: vectors under different names cannot be compared. */
  readonly name: string;
  /**
   * A vector of length 1 for each text, in their order (all zero for a text without anything in it); all have the same number of
   * dimensions. Stops soon after the signal fires, rejecting with its reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
}

/** The cosine of two vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Makes a vector's length 1, in place; one that is all zero stays. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
  return vector;
}
