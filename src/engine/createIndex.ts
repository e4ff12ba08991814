/**
 * An in-memory index of texts, searched by any of the retrieval systems: the short way into the engine.
 *
 * The index keeps no text: hits carry the path, the lines and the evidence shared with the question.
 * Cost: `add` analyses a megabyte in about 0.1 s; `search` reads the posting lists of the question's terms.
 */

import { MemoryIndex } from './index/memoryIndex.ts';
import { indexedDocument } from './index/segment.ts';
import { bind } from './retrieval/bind.ts';
import type { Evidence } from './retrieval/ranking.ts';
import type { RetrievalSystem } from './retrieval/retrievalSystem.ts';
import { mesh } from './retrieval/systems/mesh.ts';
import { analyzeColumns } from './text/analyze.ts';
import { languageOfText } from './text/languages.ts';
import { createLexicons } from './text/words/lexicon.ts';

/** A text and its path. */
export interface IndexedText {
  /** Separated by `/`. Its words are indexed, and its extension decides the language. */
  readonly path: string;
  readonly text: string;
}

/** A passage found for a question. */
export interface Hit {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Heading, or name of what is defined there. */
  readonly title: string;
  /** Orders the hits of one search; not comparable between searches. */
  readonly score: number;
  /** What the passage shares with the question, or with the passage that led to it. */
  readonly evidence: readonly Evidence[];
}

export interface IndexOptions {
  /** Default `mesh`. */
  readonly system?: RetrievalSystem;
  /** Options of that system that differ from its defaults. */
  readonly options?: object;
}

export interface TextSearchOptions {
  /** Maximum number of hits, a positive integer; default 10. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface TextIndex {
  /** Number of texts. */
  readonly size: number;
  /** Adds texts; a text replaces the one with the same path. */
  add(texts: readonly IndexedText[]): void;
  /** Removes texts by path; ignores unknown paths. */
  remove(paths: readonly string[]): void;
  /** The passages for a question, best first; none for a question without words. Throws `RangeError` for an invalid limit. */
  search(question: string, options?: TextSearchOptions): Promise<readonly Hit[]>;
}

/** An empty index. Throws `RangeError` for an option that is unknown or out of range. */
export function createIndex({ system = mesh, options = {} }: IndexOptions = {}): TextIndex {
  const retriever = bind(system, options);
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  return {
    get size() {
      return index.documentCount;
    },
    add: (texts) =>
      index.apply(
        texts.map(({ path, text }) => {
          const language = languageOfText(path, text);
          return indexedDocument(path, language.name, analyzeColumns(text, language, lexicons));
        }),
      ),
    remove: (paths) => index.apply([], paths),
    async search(question, { limit = 10, signal } = {}) {
      if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`limit is ${limit}, expected a positive integer`);
      const reader = index.reader();
      const { results } = await retriever.search(reader, question, { limit, ...(signal === undefined ? {} : { signal }) });
      const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
      return results.map(({ score, evidence }, i) => {
        const { path, startLine, endLine, title } = infos[i] as (typeof infos)[number];
        return { path, startLine, endLine, title, score, evidence };
      });
    },
  };
}
