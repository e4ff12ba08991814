/**
 * Passages by the cosine of their vector with that of a question, where there is an embedder.
 *
 * Source: MS-RAG section 3.2.1 (an index of chunks, compared by embeddings), TopoRAG section 3.4 (chunks by the product of their vector with the
 * question's), HugRAG appendix B.2. A vector is data of its document, so that each content is embedded once; of a long passage its first sentences are
 * (`embedTexts`), under its title, with secrets masked. Cost: one multiplication per passage and dimension and question.
 */

import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { DerivedStore, DocumentBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot, type Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Evidence } from '../../engine/retrieval/ranking.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { embedTexts } from './nearestTexts.ts';

/** Passages read between two yields. */
const slice = 256;

/** The vectors of a document's passages, by this embedder. */
export function passageVectors(embedder: Embedder): DocumentBuilder<readonly Float32Array[]> {
  return {
    id: 'vectors',
    variant: embedder.name,
    async build(documents, { texts, yieldThread }) {
      const infos = documents.flatMap((document) => document.infos);
      const read = (await readTexts(infos, texts, yieldThread)).map((text) => maskSecrets(text).text);
      const vectors = await embedTexts({ count: read.length, textOf: (i) => read[i] as string }, embedder, yieldThread);
      let at = 0;
      return documents.map((document) => {
        at += document.infos.length;
        return vectors.slice(at - document.infos.length, at);
      });
    },
    encode: (vectors) => new ColumnWriter().vectors(vectors).toBytes(),
    decode: decodeVectors,
  };
}

/** So many vectors of equal length. */
export function decodeVectors(bytes: Uint8Array, count: number): readonly Float32Array[] {
  const reader = new ColumnReader(bytes);
  const vectors = reader.vectors(count);
  reader.end();
  return vectors;
}

/** Title and text of each chunk; only the title if the text is no longer available. */
export async function readTexts(
  infos: readonly ChunkInfo[],
  texts: TextSource | undefined,
  yieldThread: Yield,
): Promise<readonly string[]> {
  const chunkTexts: string[] = [];
  for (const [i, info] of infos.entries()) {
    if (i % slice === 0) await yieldThread();
    chunkTexts.push(`${info.title}\n${(await texts?.chunkText(info)) ?? ''}`);
  }
  return chunkTexts;
}

/** All passages with their vectors. */
export interface ChunkVectors {
  readonly chunks: readonly number[];
  readonly vectors: readonly Float32Array[];
}

/** The vectors of an index by an embedder. */
export async function readPassageVectors(
  embedder: Embedder,
  derived: DerivedStore,
  input: Parameters<DerivedStore['ofDocuments']>[1],
): Promise<ChunkVectors> {
  const documents = await derived.ofDocuments(passageVectors(embedder), input);
  return { chunks: documents.flatMap(({ chunks }) => chunks), vectors: documents.flatMap(({ value }) => value) };
}

/** The cosine of each passage with a question; 0 for what is not alive. */
export function cosines({ chunks, vectors }: ChunkVectors, asked: Float32Array | undefined, chunkCount: number): Float64Array {
  const scores = new Float64Array(chunkCount);
  chunks.forEach((chunk, i) => {
    scores[chunk] = asked === undefined ? 0 : dot(asked, vectors[i] as Float32Array);
  });
  return scores;
}

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

/** The passages nearest to a question by vectors, where there are an embedder and texts; else by words. */
export async function nearPassages<Other extends NearPassages | undefined>(
  question: string,
  byWords: Other,
  context: SearchContext,
): Promise<NearPassages | Other> {
  const { reader, sources, derived, signal, yieldThread } = context;
  const { embedder, texts } = sources;
  if (embedder === undefined || texts === undefined) return byWords;
  const all = await readPassageVectors(embedder, derived, { reader, texts, signal, yieldThread });
  const [asked] = await embedder.embed([maskSecrets(question).text], signal);
  const scores = cosines(all, asked, reader.chunkCount);
  const scoreOf = (chunk: number): number => Math.max(0, scores[chunk] as number);
  const near = all.chunks.filter((chunk) => scoreOf(chunk) > 0).sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
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
