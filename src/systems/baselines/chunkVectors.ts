/**
 * Vectors of all passages by an embedder, as data of their documents, for the baseline `vector`: each content is embedded once, of a long passage its
 * first sentences (`embedTexts`), under its title, with secrets masked.
 */

import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { DerivedStore, DocumentBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot, type Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { embedTexts } from '../entities/nearestTexts.ts';

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
