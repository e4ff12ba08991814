/**
 * `embedding`: ranks chunks by the cosine of their vector with that of the question, a baseline and the first step of published systems that
 * begin with embeddings. `mesh` does not use it: with the built-in embedder it adds nothing (measured in `bench/quality`).
 *
 * Vectors come from the given embedder, else from feature hashing (`engine/embed`) with the index's own idf. They are computed on first use and
 * live as long as the generation. The retriever needs the texts of chunks, which the index does not have. Cost: one multiplication per chunk
 * and dimension and question.
 */

import { dot, type Embedder } from '../../embed/embedder.ts';
import { createHashingEmbedder } from '../../embed/hashingEmbedder.ts';
import type { IndexReader } from '../../index/reader.ts';
import type { TextSource } from '../../index/textSource.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { Pause } from '../derivedCache.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { selectBest } from '../steps/select.ts';
import { questionTo } from '../steps/wordPostings.ts';
import { idf, releaseHits, scoreTerms, termEvidence } from './bm25.ts';

/** Options of the built-in embedder; others have their own size. */
export interface EmbeddingOptions {
  /** Dimensions of the built-in embedder, a power of two. */
  readonly dimensions: number;
}

interface Embedded {
  readonly embedder: Embedder;
  readonly chunks: Int32Array;
  readonly vectors: readonly Float32Array[];
}

/** Chunks embedded between two pauses. */
const slice = 256;

/** Ranks by cosine. */
export const embedding: RetrievalSystem<EmbeddingOptions, Embedded> = {
  id: 'embedding',
  needs: ['texts'],
  options: { dimensions: 1024 },
  async build({ reader, options, sources, pause }) {
    const chunks = await reader.liveChunks();
    const chunkTexts = await textsOf(reader, chunks, sources.texts as TextSource, pause);
    const embedder = sources.embedder ?? createHashingEmbedder({ ...options, idf: await rarities(reader, chunkTexts, pause) });
    const vectors: Float32Array[] = [];
    for (let from = 0; from < chunkTexts.length; from += slice) {
      await pause();
      vectors.push(...(await embedder.embed(chunkTexts.slice(from, from + slice))));
    }
    return { embedder, chunks, vectors };
  },
  async search(question, { embedder, chunks, vectors }, { reader, ...options }) {
    const [asked] = await embedder.embed([question], options.signal);
    const scores = new Float64Array(reader.chunkCount);
    chunks.forEach((chunk, i) => {
      scores[chunk] = asked === undefined ? 0 : dot(asked, vectors[i] as Float32Array);
    });
    const accepted = options.accept === undefined ? chunks : chunks.filter(options.accept);
    const liked = accepted.filter((chunk) => (scores[chunk] as number) > 0);
    const hits = await scoreTerms(reader, (await questionTo(reader, question)).terms);
    const results = (await selectBest(reader, liked, (chunk) => scores[chunk] as number, options.limit)).map((chunk) => {
      const evidence = termEvidence(hits, chunk);
      return { chunk, score: scores[chunk] as number, evidence: evidence === undefined ? [] : [evidence] };
    });
    releaseHits(hits);
    return { results, unknownTerms: hits.unknownTerms };
  },
};

/** Title and text of each chunk; only the title if the text is no longer available. */
async function textsOf(reader: IndexReader, chunks: Int32Array, texts: TextSource, pause: Pause): Promise<readonly string[]> {
  const chunkTexts: string[] = [];
  for (let from = 0; from < chunks.length; from += slice) {
    await pause();
    for (const info of await reader.chunkInfo([...chunks.subarray(from, from + slice)])) {
      chunkTexts.push(`${info.title}\n${(await texts.chunkText(info)) ?? ''}`);
    }
  }
  return chunkTexts;
}

async function rarities(reader: IndexReader, texts: readonly string[], pause: Pause): Promise<(term: string) => number> {
  const terms = new Set<string>();
  for (let i = 0; i < texts.length; i++) {
    if (i % slice === 0) await pause();
    for (const term of countTerms(texts[i] as string).keys()) terms.add(term);
  }
  const list = [...terms];
  const sizes = new Map<string, number>();
  for (let from = 0; from < list.length; from += 4096) {
    const part = list.slice(from, from + 4096);
    const postings = await reader.termPostings(part);
    part.forEach((term, i) => {
      sizes.set(term, postings[i]?.size ?? 0);
    });
  }
  return (term) => idf(sizes.get(term) ?? 0, reader.liveCount);
}
