/** Vectors of passages, made when they are asked for, as `eval` makes them. */

import { vectorsWhenAsked } from '../../src/cli/evaluation/modelSources.ts';
import type { TextSource } from '../../src/engine/index/textSource.ts';
import type { Embedder } from '../../src/engine/retrieval/modelSources/embedder.ts';
import type { PassageVector, PassageVectors } from '../../src/engine/retrieval/modelSources/passageVectors.ts';

export function passageVectorsOf(embedder: Embedder, texts: TextSource): PassageVectors {
  const kept = new Map<string, PassageVector | null>();
  return vectorsWhenAsked(embedder, { get: (key) => kept.get(key), keep: (key, value) => kept.set(key, value) }, texts);
}
