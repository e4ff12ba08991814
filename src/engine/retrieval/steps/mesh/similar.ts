/**
 * How much nearer each of the first results is to the question than the others, by vectors of passages.
 *
 * Cosines of an embedder have a range of their own, so that they are standardised among these results, and count the less the less the embedder sees
 * what was found first as near the question. A small weight of that is added to scores; ranks are never fused, which lets the nearest by vectors push
 * the definition of a name from its place (bench/quality/vectors.md).
 * Cost: one request to the embedder for each question, and 256 multiplications for each result.
 */

import { maskSecrets } from '../../../text/secrets/secrets.ts';
import { similarities } from '../../modelSources/passageVectors.ts';
import type { Ranked } from '../../ranking.ts';
import type { SearchContext } from '../../retrievalSystem.ts';

/** Results that are ordered by vectors, too. */
export const maxSimilar = 100;
/** Results that an embedder of use sees as nearer than the others. */
const maxAgreeing = 10;
/** A selection may belong to the question. UTF-16 units. */
const maxAsked = 2000;

/**
 * In standard deviations, by position in `chunks`, best first; 0 for those without a vector. `undefined` without vectors or an embedder. Throws
 * `EmbedderError`.
 */
export async function similarTo(
  question: string,
  chunks: readonly number[],
  { reader, sources: { embedder, vectors }, signal }: Pick<SearchContext, 'reader' | 'sources' | 'signal'>,
): Promise<readonly number[] | undefined> {
  const found = (embedder && (await vectors?.of(reader, chunks.slice(0, maxSimilar), signal))) ?? [];
  if (embedder === undefined || found.every((vector) => vector === undefined)) return undefined;
  const [asked] = await embedder.embed([maskSecrets(question.slice(0, maxAsked)).text], signal);
  if (asked === undefined) return undefined;
  const cosines = similarities(asked, found);
  const known = cosines.filter((cosine) => cosine !== undefined);
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / known.length);
  const similar = cosines.map((cosine) => (cosine === undefined || deviation === 0 ? 0 : (cosine - mean) / deviation));
  // Random vectors see them a third of a deviation nearer or farther, a small encoder about one nearer.
  const agreement = similar.slice(0, maxAgreeing).reduce((sum, value) => sum + value, 0) / Math.min(maxAgreeing, similar.length);
  return similar.map((value) => value * Math.min(1, Math.max(0, agreement)) ** 2);
}

/**
 * The first results ordered by score and weighted similarity, ties by rank; those behind them keep their places. One that is ahead of a result that had
 * ranked above it says so.
 */
export function orderBySimilarity(results: readonly Ranked[], similar: readonly number[], weight: number): readonly Ranked[] {
  const scores = results.map(({ score }, at) => score + weight * (similar[at] ?? 0));
  const order = similar.map((_, at) => at).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const first = order.map((from, to): Ranked => {
    const one = results[from] as Ranked;
    const evidence =
      to < from ? [...one.evidence, { kind: 'vector', label: 'near the question', keys: ['by the embedder'] }] : one.evidence;
    return { ...one, score: scores[from] as number, evidence };
  });
  const min = first.at(-1)?.score ?? 0;
  return [...first, ...results.slice(similar.length).map((one) => ({ ...one, score: Math.min(one.score, min) }))];
}
