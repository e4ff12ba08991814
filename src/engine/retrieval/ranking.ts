/** What a retriever returns: chunks in order, each with the way that led to it. Plain data, without text. */

import type { IndexReader } from '../index/reader.ts';

/** What the shared keys are: words of the question, or names as the index knows them. */
export type EvidenceKind = 'term' | 'title' | 'name' | 'symbol' | 'path' | 'link' | 'heading' | 'literal';

/** Why a chunk stands where it does: what it shares with the question, or with the seed that led to it. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** As the index holds them: matched terms (stems), or key texts without their space letter. Rarest first. */
  readonly keys: readonly string[];
  /** The seed chunk that was followed; absent where the question itself names the keys. */
  readonly via?: number;
}

/** A chunk with its score, which only ranks within one search, and its reasons. */
export interface Ranked {
  readonly chunk: number;
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** The answer to one search. */
export interface Ranking {
  /** Best first; ties by path, then line. */
  readonly results: readonly Ranked[];
  /** Terms of the question that no chunk holds, as they were looked for. */
  readonly unknownTerms: readonly string[];
}

/** What every retriever takes. */
export interface RetrieveOptions {
  /** How many results are wanted. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  /** Lets other work of the thread run. What is built on first use awaits it between slices, so that the signal can fire meanwhile. */
  readonly turn?: () => Promise<void>;
  /** Only chunks for which this returns true are returned; links may still pass through others. */
  readonly accept?: (chunk: number) => boolean;
}

/** One way to rank chunks for a question; it keeps nothing that the reader could not give again. */
export interface Retriever {
  readonly name: string;
  search(reader: IndexReader, question: string, options: RetrieveOptions): Promise<Ranking>;
}
