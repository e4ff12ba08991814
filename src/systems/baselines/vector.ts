/**
 * `vector`: ranks chunks by the cosine of their vector with that of the question, a baseline and the first step of published systems that
 * begin with embeddings. `mesh` does not use it: with the built-in embedder it adds nothing (measured in `bench/quality`).
 *
 * Vectors come from the given embedder, else from feature hashing (`engine/embed`) with the index's own idf. Those of an embedder are data of
 * each document, those that are weighted by the whole index data of a generation. The retriever needs the texts of chunks, which the index does
 * not have. Cost: one multiplication per chunk and dimension and question.
 */

import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { idf, scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type ChunkVectors, cosines, decodeVectors, readPassageVectors, readTexts } from './chunkVectors.ts';
import { createHashingEmbedder } from './hashingEmbedder.ts';

/** Of the built-in embedder, a power of two; others have their own. */
const dimensions = 1024;

/** Chunks embedded between two yields. */
const slice = 256;

/** Vectors of the built-in embedder, for whose weights the whole index is counted. */
function hashedVectors(): GenerationBuilder<ChunkVectors> {
  return {
    id: 'hashed-vectors',
    variant: createHashingEmbedder({ dimensions }).name,
    async build({ reader, texts, yieldThread }) {
      const chunks = [...(await reader.liveChunks())];
      const infos: ChunkInfo[] = [];
      for (let from = 0; from < chunks.length; from += slice) infos.push(...(await reader.chunkInfo(chunks.slice(from, from + slice))));
      const chunkTexts = await readTexts(infos, texts, yieldThread);
      return { chunks, vectors: await embedAll(chunkTexts, await hashingEmbedder(reader, chunkTexts, yieldThread), yieldThread) };
    },
    encode({ chunks, vectors }, { positions }) {
      const inOrder: Float32Array[] = [];
      chunks.forEach((chunk, i) => {
        inOrder[positions[chunk] as number] = vectors[i] as Float32Array;
      });
      return new ColumnWriter().vectors(inOrder).toBytes();
    },
    decode: async (bytes, { chunks }) => ({ chunks: [...chunks], vectors: decodeVectors(bytes, chunks.length) }),
  };
}

/** Ranks by cosine. */
export const vector: RetrievalSystem<object, ChunkVectors | undefined> = {
  id: 'vector',
  needs: ['texts'],
  options: {},
  builder: (_, { embedder }) => (embedder === undefined ? hashedVectors() : undefined),
  async search(question, hashed, { derived, ...context }) {
    const {
      reader,
      sources: { embedder, texts },
    } = context;
    const all = hashed ?? (await readPassageVectors(embedder as Embedder, derived, { ...context, texts }));
    const by = embedder ?? (await hashingEmbedder(reader, [question]));
    const [asked] = await by.embed([question], context.signal);
    const scores = cosines(all, asked, reader.chunkCount);
    const accepted = context.accept === undefined ? all.chunks : all.chunks.filter(context.accept);
    const liked = accepted.filter((chunk) => (scores[chunk] as number) > 0);
    const hits = await scoreTerms(reader, await termsTo(reader, question));
    const results = (await selectBest(reader, liked, (chunk) => scores[chunk] as number, context.limit)).map((chunk) => {
      return { chunk, score: scores[chunk] as number, evidence: termEvidence(hits, chunk) };
    });
    return { results, unknownTerms: hits.unknownTerms };
  },
};

async function embedAll(texts: readonly string[], embedder: Embedder, yieldThread: Yield): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += slice) {
    await yieldThread();
    vectors.push(...(await embedder.embed(texts.slice(from, from + slice))));
  }
  return vectors;
}

/** The built-in embedder for some texts: a term weighs by its rarity in the index. */
async function hashingEmbedder(
  reader: IndexReader,
  texts: readonly string[],
  yieldThread: Yield = async () => undefined,
): Promise<Embedder> {
  const terms = new Set<string>();
  for (let i = 0; i < texts.length; i++) {
    if (i % slice === 0) await yieldThread();
    for (const term of countTerms(texts[i] as string).keys()) terms.add(term);
  }
  const list = [...terms];
  const sizes = new Map<string, number>();
  for (let from = 0; from < list.length; from += 4096) {
    const part = list.slice(from, from + 4096);
    const counts = await reader.termCounts(part);
    part.forEach((term, i) => {
      sizes.set(term, counts[i] as number);
    });
  }
  return createHashingEmbedder({ dimensions, idf: (term) => idf(sizes.get(term) ?? 0, reader.liveCount) });
}
