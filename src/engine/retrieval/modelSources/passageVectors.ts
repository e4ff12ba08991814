/**
 * Vectors of passages by the user's embedder, each small enough that those of 100,000 passages fit in memory: its first 256 numbers, eight bits each.
 *
 * Source: truncation is what embedders trained for it are made for (Kusupati et al. 2022, Matryoshka Representation Learning, section 3). A random
 * projection to 256 numbers has an error of about 1/16 in each cosine, whatever the embedder, which is the size of the differences among the first
 * results; measured, it is no better (bench/quality/vectors.md).
 */

import type { IndexReader } from '../../index/reader.ts';
import { EmbedderError, normalize } from './embedder.ts';

const maxDimensions = 256;

export interface PassageVector {
  /** Of the embedder's own vector: one of another number is of another model. */
  readonly dimensions: number;
  /** Of any length, at most 256 numbers. */
  readonly values: Int8Array;
}

/** The vectors of an index's passages: of some, all or none. */
export interface PassageVectors {
  /** Changes with what there is. */
  readonly version: string;
  /** In the order of the chunks; `undefined` where there is none. */
  of(reader: IndexReader, chunks: readonly number[], signal?: AbortSignal): Promise<readonly (PassageVector | undefined)[]>;
}

/** What is embedded of a passage: its title, unless the text begins with it, and the text, cut to `maxLength` UTF-16 units. */
export function embeddedText({ title, text }: { readonly title: string; readonly text: string }, maxLength = 4000): string {
  return (text.startsWith(title) ? text : `${title}\n${text}`).slice(0, maxLength);
}

export function toPassageVector(vector: Float32Array): PassageVector {
  const largest = vector.slice(0, maxDimensions).reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const values = Int8Array.from(vector.subarray(0, maxDimensions), (value) => Math.round((127 * value) / (largest || 1)));
  return { dimensions: vector.length, values };
}

/**
 * The cosine of each passage with the embedder's vector of a question, whose numbers are cut in the same way; `undefined` where there is no vector.
 * Throws `EmbedderError` if one has another number of dimensions.
 */
export function similarities(asked: Float32Array, vectors: readonly (PassageVector | undefined)[]): readonly (number | undefined)[] {
  const question = normalize(asked.slice(0, maxDimensions));
  return vectors.map((vector) => {
    if (vector === undefined) return undefined;
    const { dimensions, values } = vector;
    if (asked.length !== dimensions) throw new EmbedderError(`vectors of ${dimensions} and of ${asked.length} numbers`);
    let [product, square] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      product += (question[i] as number) * value;
      square += value * value;
    }
    return square === 0 ? 0 : product / Math.sqrt(square);
  });
}
