/**
 * An index of texts in memory, asked by any of the retrieval systems: the short way into the engine.
 *
 * The index keeps no text. Results name the path and the lines, and say what they share with the question.
 * Cost: `add` analyses a megabyte in about a tenth of a second; `search` reads the postings of the question's words.
 */

import { MemoryIndex } from './index/memoryIndex.ts';
import type { Evidence } from './retrieval/ranking.ts';
import { createRetriever, defaultRetriever } from './retrieval/retrievers.ts';
import { analyzeColumns } from './text/analyze.ts';
import { languageOf } from './text/languages.ts';
import { pathNames } from './text/names/pathNames.ts';
import { createLexicons } from './text/words/lexicon.ts';

/** A text and where it lies. */
export interface IndexedText {
  /** With `/`. Its words count, and its extension says which language the text is in. */
  readonly path: string;
  readonly text: string;
}

/** A passage that answers a question. */
export interface Hit {
  readonly path: string;
  /** From 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Heading or name of what is defined there. */
  readonly title: string;
  /** Ranks the hits of one search and means nothing beside those of another. */
  readonly score: number;
  /** What the passage shares with the question, or with the passage that led to it. */
  readonly evidence: readonly Evidence[];
}

export interface IndexOptions {
  /** Name of a retrieval system; `mesh` where absent. */
  readonly system?: string;
  /** Options of that system by name, as text. */
  readonly options?: Readonly<Record<string, string>>;
}

export interface SearchOptions {
  /** Number of hits, a positive integer; 10 where absent. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface TextIndex {
  /** Number of texts. */
  readonly size: number;
  /** Adds texts; one of a path that is there already takes its place. */
  add(texts: readonly IndexedText[]): void;
  /** Removes the texts of some paths; a path that is not there is left out. */
  remove(paths: readonly string[]): void;
  /** The passages for a question, best first; none for a question without a word. Throws `RangeError` for a limit that is none. */
  search(question: string, options?: SearchOptions): Promise<readonly Hit[]>;
}

/** An empty index. Throws `RangeError` for a system or an option that does not exist, naming those that do. */
export function createIndex({ system = defaultRetriever, options = {} }: IndexOptions = {}): TextIndex {
  const retriever = createRetriever(system, options);
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  return {
    get size() {
      return index.documentCount;
    },
    add: (texts) =>
      index.apply(
        texts.map(({ path, text }) => ({ path, names: pathNames(path), columns: analyzeColumns(text, languageOf(path), lexicons) })),
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
