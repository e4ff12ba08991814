/**
 * `tfidf`: the classic vector space score, a baseline.
 *
 * Source: the similarity that Lucene used before BM25 (ClassicSimilarity): the sum over the question's terms of
 * weight · sqrt(tf) · idf² / sqrt(length), with idf = 1 + ln(N / (df + 1)). The length approximates the norm of the chunk's vector, which would
 * need all terms of all chunks. Cost: linear in the postings of the question's terms.
 */

import type { Ranked } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';

/** Ranks by tf-idf. */
export const tfidf: RetrievalSystem = {
  id: 'tfidf',
  options: {},
  async search(question, _, { reader, ...options }) {
    const hits = await scoreTerms(reader, await termsTo(reader, question));
    const scores = new Float64Array(reader.chunkCount);
    for (const { weight, postings } of hits.terms) {
      const rarity = 1 + Math.log(Math.max(1, reader.liveCount) / (postings.size + 1));
      for (let i = 0; i < postings.size; i++) {
        const chunk = postings.chunks[i] as number;
        const frequency = Math.sqrt(postings.values[i] as number);
        scores[chunk] =
          (scores[chunk] as number) + (weight * frequency * rarity * rarity) / Math.sqrt(Math.max(1, reader.lengths[chunk] as number));
      }
    }
    const chosen = await selectBest(
      reader,
      hits.top(Number.POSITIVE_INFINITY, options.accept),
      (chunk) => scores[chunk] as number,
      options.limit,
    );
    const results: Ranked[] = chosen.map((chunk) => {
      return { chunk, score: scores[chunk] as number, evidence: termEvidence(hits, chunk) };
    });
    return { results, unknownTerms: hits.unknownTerms };
  },
};
