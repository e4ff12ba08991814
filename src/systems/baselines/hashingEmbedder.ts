/**
 * Vectors without a model: signed feature hashing of a text's terms, the parts of its identifiers and the character trigrams of its words.
 * Replaces the embedders of published systems if no endpoint is configured.
 *
 * Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning" (2009), section 2: each feature adds its weight, with a
 * sign of its own, to one dimension; by the sign, the expected dot product of two texts equals that of their unhashed features.
 * Deviation: a feature adds to two dimensions by two independent hashes, each with 1/sqrt 2 of its weight, which lowers the variance of the
 * dot product at the same size. A term weighs (1 + ln count) · idf, its trigrams together a fixed share of that, so that misspelt and
 * inflected words still match.
 *
 * Cost: linear in the text, `dimensions` floats a text. Deterministic on every machine; nothing is trained or sent.
 */

import { hash64 } from '../../engine/hash/hash.ts';
import { type Embedder, normalize } from '../../engine/retrieval/modelSources/embedder.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';

/** Size of the vectors, and weights of their features. */
export interface HashingOptions {
  /** Length of the vectors, a power of two. */
  readonly dimensions: number;
  /** Total weight of a term's trigrams relative to the term, 0 to 1. */
  readonly trigrams: number;
  /** Inverse document frequency of a term, positive; default 1. */
  readonly idf: (term: string) => number;
}

const defaultHashingOptions: HashingOptions = { dimensions: 1024, trigrams: 0.25, idf: () => 1 };

/** The built-in embedder. Throws `RangeError` unless `dimensions` is a power of two, at least 2. */
export function createHashingEmbedder(changes: Partial<HashingOptions> = {}): Embedder {
  const { dimensions, trigrams, idf } = { ...defaultHashingOptions, ...changes };
  if (dimensions < 2 || (dimensions & (dimensions - 1)) !== 0)
    throw new RangeError(`A hashing embedder has ${dimensions} dimensions; they must be a power of two`);
  return {
    name: `hashing-1/${dimensions}`,
    async embed(texts, signal) {
      return texts.map((text) => {
        signal?.throwIfAborted();
        return embedOne(text, dimensions, trigrams, idf);
      });
    },
  };
}

function embedOne(text: string, dimensions: number, trigrams: number, idf: (term: string) => number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [term, count] of countTerms(text)) {
    const weight = (1 + Math.log(count)) * idf(term);
    addFeature(vector, `t${term}`, weight);
    const grams = trigrams > 0 ? trigramsIn(term) : [];
    // Their weight is their share, however many there are: squares add up.
    const each = (weight * trigrams) / Math.sqrt(Math.max(1, grams.length));
    for (const gram of grams) addFeature(vector, `g${gram}`, each);
  }
  return normalize(vector);
}

function addFeature(vector: Float32Array, feature: string, weight: number): void {
  const { high, low } = hash64(feature);
  const mask = vector.length - 1;
  const half = weight * Math.SQRT1_2;
  const first = low & mask;
  const second = high & mask;
  vector[first] = (vector[first] as number) + (low >>> 31 === 1 ? half : -half);
  vector[second] = (vector[second] as number) + (high >>> 31 === 1 ? half : -half);
}

/** The trigrams of a word with boundary marks: `^ca`, `cat`, `at$`. None for words of one or two characters. */
function trigramsIn(word: string): readonly string[] {
  if (word.length < 3) return [];
  const marked = `^${word}$`;
  const grams: string[] = [];
  for (let i = 0; i + 3 <= marked.length; i++) grams.push(marked.slice(i, i + 3));
  return grams;
}
