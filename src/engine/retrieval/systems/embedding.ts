/**
 * `embedding`: chunks by the cosine of their vector with that of the question, a baseline and the first step of published systems that
 * begin with embeddings. `mesh` does not use it: with the built-in embedder it adds nothing (measured in `bench/quality`).
 *
 * Vectors come from the embedder that is given, else from hashing (`core/embed`) with the index's own idf. They are computed when the
 * retriever is first asked and live as long as that generation. Texts are needed, which the index does not hold: whoever has none
 * cannot use this retriever. Cost: one multiplication per chunk and dimension and question.
 */

import { dot, type Embedder } from '../../embed/embedder.ts';
import { createHashingEmbedder } from '../../embed/hashingEmbedder.ts';
import type { IndexReader } from '../../index/reader.ts';
import type { TextSource } from '../../index/textSource.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { oncePerReader, type Pause } from '../derivedCache.ts';
import type { Retriever } from '../ranking.ts';
import { selectBest } from '../steps/select.ts';
import { questionTo } from '../steps/wordPostings.ts';
import { idf, releaseHits, scoreTerms, termEvidence } from './bm25.ts';

/** Of the built-in embedder; another one has its own size. */
export interface EmbeddingOptions {
  /** Numbers of a vector of the built-in embedder, a power of two. */
  readonly dimensions: number;
}

export const defaultEmbeddingOptions: EmbeddingOptions = { dimensions: 1024 };

/** Where texts and vectors come from. */
export interface EmbeddingSources {
  readonly texts?: TextSource;
  readonly embedder?: Embedder;
}

interface Embedded {
  readonly embedder: Embedder;
  readonly chunks: Int32Array;
  readonly vectors: readonly Float32Array[];
}

/** Chunks whose texts are embedded between two turns. */
const slice = 256;

/** Makes the retriever. Its search throws `RangeError` where no texts are given. */
export function createEmbedding(changes: Partial<EmbeddingOptions> = {}, sources: EmbeddingSources = {}): Retriever {
  const { dimensions } = { ...defaultEmbeddingOptions, ...changes };
  const embeddedOf = oncePerReader(async (reader, pause): Promise<Embedded> => {
    const { texts } = sources;
    if (texts === undefined) throw new RangeError('embedding reads the texts of chunks, which only an evaluation of passages gives it');
    const chunks = await reader.liveChunks();
    const said = await textsOf(reader, chunks, texts, pause);
    const embedder = sources.embedder ?? createHashingEmbedder({ dimensions, idf: await rarities(reader, said, pause) });
    const vectors: Float32Array[] = [];
    for (let from = 0; from < said.length; from += slice) {
      await pause();
      vectors.push(...(await embedder.embed(said.slice(from, from + slice))));
    }
    return { embedder, chunks, vectors };
  });
  return {
    name: 'embedding',
    async search(reader, question, options) {
      const { embedder, chunks, vectors } = await embeddedOf(reader, options);
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
}

/** Title and text of each chunk; a chunk whose text is gone has its title alone. */
async function textsOf(reader: IndexReader, chunks: Int32Array, texts: TextSource, pause: Pause): Promise<readonly string[]> {
  const said: string[] = [];
  for (let from = 0; from < chunks.length; from += slice) {
    await pause();
    for (const info of await reader.chunkInfo([...chunks.subarray(from, from + slice)])) {
      said.push(`${info.title}\n${(await texts.chunkText(info)) ?? ''}`);
    }
  }
  return said;
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
