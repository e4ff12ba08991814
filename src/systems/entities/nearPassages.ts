/**
 * Passages by the cosine of their vector with that of a question, where the user has had passages embedded.
 *
 * Source: MS-RAG section 3.2.1 (an index of chunks, compared by embeddings), TopoRAG section 3.4 (chunks by the product of their vector with the
 * question's), HugRAG appendix B.2. The vectors are those that `mesh` compares (`embedPassages.ts`): no question has passages embedded.
 * Cost: one request to the embedder, one multiplication per passage and dimension and question.
 */

import { similarities } from '../../engine/retrieval/modelSources/passageVectors.ts';
import type { Evidence } from '../../engine/retrieval/ranking.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';

/** With fewer vectors than this share of the passages, a run was broken off: words then compare all of them. */
const minShare = 9 / 10;

/** How near passages are to a question: `Hits` by words, or the same by vectors. */
export interface NearPassages {
  /** Of the nearest. */
  readonly best: number;
  /** 0 or more. */
  scoreOf(chunk: number): number;
  /** Those of a score above 0 that are accepted, and all that equal the last of them. */
  top(limit: number, accept?: (chunk: number) => boolean): readonly number[];
}

/** That a passage is near a question by vectors. */
export function cosineEvidence(near: NearPassages, chunk: number): readonly Evidence[] {
  return [{ kind: 'cosine', label: 'cosine', keys: [near.scoreOf(chunk).toFixed(2)] }];
}

/** The passages nearest to a question by vectors, where there are an embedder and vectors; else by words. Throws `EmbedderError`. */
export async function nearPassages<Other extends NearPassages | undefined>(
  question: string,
  byWords: Other,
  { reader, sources: { embedder, vectors }, signal }: SearchContext,
): Promise<NearPassages | Other> {
  if (embedder === undefined || vectors === undefined) return byWords;
  const chunks = [...(await reader.liveChunks())];
  const found = await vectors.of(reader, chunks, signal);
  if (found.reduce((sum, vector) => sum + (vector === undefined ? 0 : 1), 0) < chunks.length * minShare) return byWords;
  const [asked] = await embedder.embed([maskSecrets(question).text], signal);
  if (asked === undefined) return byWords;
  const scores = new Float64Array(reader.chunkCount);
  for (const [i, similar] of similarities(asked, found).entries()) scores[chunks[i] as number] = Math.max(0, similar ?? 0);
  const scoreOf = (chunk: number): number => scores[chunk] as number;
  const near = chunks.filter((chunk) => scoreOf(chunk) > 0).sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
  return {
    best: near.length === 0 ? 0 : scoreOf(near[0] as number),
    scoreOf,
    top(limit, accept = () => true) {
      const accepted = near.filter(accept);
      const last = accepted[Math.min(limit, accepted.length) - 1];
      return last === undefined ? [] : accepted.filter((chunk) => scoreOf(chunk) >= scoreOf(last));
    },
  };
}
