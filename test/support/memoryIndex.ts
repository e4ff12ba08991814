/** Small indexes in memory for tests: files as text in, rankings as plain lines out. */

import type { ChunkKey } from '../../src/engine/document.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { type IndexedDocument, indexedDocument } from '../../src/engine/index/segment.ts';
import { keysOfName } from '../../src/engine/question/focus.ts';
import type { Ranking, Retriever } from '../../src/engine/retrieval/ranking.ts';
import type { RelatedTo } from '../../src/engine/retrieval/systems/related.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** Shared by `indexOf`; other lexicons have their strings in another order. */
export const lexicons: Lexicons = createLexicons();

/** A document as placed in a workspace, for an index with these lexicons. */
export function indexed(path: string, text: string, own: Lexicons = lexicons): IndexedDocument {
  const language = languageOf(path);
  return indexedDocument(path, language.name, analyzeColumns(text, language, own));
}

/** An index of some files, built at once. */
export function indexOf(files: Files): MemoryIndex {
  const index = new MemoryIndex(lexicons);
  index.apply(Object.entries(files).map(([path, text]) => indexed(path, text)));
  return index;
}

/** `path:line-line` of a chunk, with columns if a line was split and the folder if there are several. */
export async function placesOf(reader: IndexReader, chunks: readonly number[]): Promise<readonly string[]> {
  const infos = await reader.chunkInfo(chunks);
  return infos.map(({ folder, path, startLine, endLine, startColumn, endColumn }) => {
    const columns = endColumn > 0 ? `:${startColumn}-${endColumn}` : '';
    return `${folder > 0 ? `${folder}/` : ''}${path}:${startLine}-${endLine}${columns}`;
  });
}

/** A ranking without chunk ids, so that two indexes can be compared bit by bit. */
export async function described(reader: IndexReader, ranking: Ranking): Promise<unknown> {
  const places = await placesOf(
    reader,
    ranking.results.map(({ chunk }) => chunk),
  );
  const results = await Promise.all(
    ranking.results.map(async ({ score, evidence }, i) => ({
      place: places[i],
      score,
      evidence: await Promise.all(
        evidence.map(async ({ kind, keys, via }) => ({ kind, keys, via: via === undefined ? undefined : await placesOf(reader, [via]) })),
      ),
    })),
  );
  return { results, unknownTerms: ranking.unknownTerms };
}

/** The paths that a retriever finds, best first, without duplicates. */
export async function pathsFound(reader: IndexReader, retriever: Retriever, question: string, limit = 10): Promise<readonly string[]> {
  const { results } = await retriever.search(reader, question, { limit });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return [...new Set(infos.map(({ path }) => path))];
}

/** All chunk ids of a reader whose index has no dead chunks. */
export function allChunks(reader: IndexReader): readonly number[] {
  return Array.from({ length: reader.chunkCount }, (_, chunk) => chunk);
}

/** The keys of one file's chunks, including those from its path. */
export async function keysOfFile(reader: IndexReader, path: string): Promise<readonly ChunkKey[]> {
  const infos = await reader.chunkInfo(allChunks(reader));
  const keys = (await reader.chunkKeys(allChunks(reader).filter((chunk) => infos[chunk]?.path === path))).flat();
  return keys.map(({ text, roles, places }) => ({ key: text, roles, places }));
}

/** The place of one file for `relatedTo`. */
export async function placeOfFile(reader: IndexReader, path: string, focus?: string): Promise<RelatedTo> {
  const infos = await reader.chunkInfo(allChunks(reader));
  const exclude = new Set(infos.flatMap((info, chunk) => (info.path === path ? [chunk] : [])));
  return { keys: await keysOfFile(reader, path), focus: focus === undefined ? [] : keysOfName(focus), exclude };
}
