/** What a retriever returns: ranked chunks, each with its evidence. Plain data, without text. */

import type { IndexReader } from '../index/reader.ts';

/** The kind of shared keys: terms of the question, or a kind of entity in the index. */
export type EvidenceKind = 'term' | 'title' | 'name' | 'symbol' | 'path' | 'link' | 'heading' | 'literal';

/** Why a chunk was found: what it shares with the question, or with the seed that led to it. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** As in the index: matched terms (stems), or keys without their space prefix. Rarest first. */
  readonly keys: readonly string[];
  /** The seed chunk whose link was followed; absent if the question itself names the keys. */
  readonly via?: number;
}

/** A chunk with its score, comparable only within one search, and its evidence. */
export interface Ranked {
  readonly chunk: number;
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** The result of one search. */
export interface Ranking {
  /** Best first; ties by path, then line. */
  readonly results: readonly Ranked[];
  /** Terms of the question that occur in no chunk, as they were looked up. */
  readonly unknownTerms: readonly string[];
}

/** Options of every retriever. */
export interface RetrieveOptions {
  /** Max results. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  /** Yields to other work of the thread. Builds on first use await it between slices, so that the signal can fire. */
  readonly turn?: () => Promise<void>;
  /** Filters the results; links may still pass through chunks that are not accepted. */
  readonly accept?: (chunk: number) => boolean;
}

/** A way to rank chunks for a question. It has no state that it could not derive from the reader again. */
export interface Retriever {
  readonly name: string;
  search(reader: IndexReader, question: string, options: RetrieveOptions): Promise<Ranking>;
}
