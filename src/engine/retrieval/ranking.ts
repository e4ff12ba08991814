/** The result of a retriever: ranked chunks, each with its evidence. Plain data, without text. */

import type { IndexReader } from '../index/reader.ts';
import type { Message } from '../message.ts';
import type { BuildOptions } from './derived.ts';
import type { Explanation } from './explanation.ts';

/** Why a chunk was found: what it shares with the question, or with the seed that led to it. */
export interface Evidence {
  /** One of `spaceOfKind`, or a kind of the system's own, which has a label. */
  readonly kind: string;
  /** The English label of a kind of the system's own: one or two words before the keys. */
  readonly label?: string;
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
  /** A model's one-sentence summary of it, for a model that answers. */
  readonly summary?: string;
  /** Symbols of the evidence that it defines, where it was ranked for a place. */
  readonly defines?: readonly string[];
  /** Whether it ranks below the places of an answer, and takes the place of another passage of a file that has several above. */
  readonly isLater?: boolean;
}

/** The result of one search. */
export interface Ranking {
  /** Best first; ties by path, then line. */
  readonly results: readonly Ranked[];
  /** Terms of the question that occur in no chunk, as they were looked up. */
  readonly unknownTerms: readonly string[];
  /** Counts of the search, for evaluation. */
  readonly counts?: Readonly<Record<string, number>>;
  /** What the system found on its way, where that is asked for. */
  readonly explanation?: Explanation;
  /** Why nothing could be ranked, where the question is no question for the system. */
  readonly reason?: Message;
}

/** Options of every retriever. */
export interface RetrieveOptions extends BuildOptions {
  /** Max results. */
  readonly limit: number;
  /** Whether the ranking is to have an explanation, if the system gives any. */
  readonly isExplained?: boolean;
  /** Called with the candidates that are left after a stage. For evaluation. */
  readonly onStage?: (stage: string, chunks: readonly number[]) => void;
  /** Chunks related to the place where the question is asked, with a weight of 0 to 1: preferred among matching chunks. */
  readonly near?: ReadonlyMap<number, number>;
  /** Filters the results; links may still pass through chunks that are not accepted. */
  readonly accept?: (chunk: number) => boolean;
}

/** A retrieval system that is bound to options and sources. It has no state that it could not derive from the reader again. */
export interface Retriever {
  /** The id of the system. */
  readonly name: string;
  /** Whether it builds something of all chunks before it answers. */
  readonly needsWholeIndex: boolean;
  search(reader: IndexReader, question: string, options: RetrieveOptions): Promise<Ranking>;
  /** The system's report of what it built for the index, as text; `undefined` if it has none. */
  report(reader: IndexReader, options?: BuildOptions): Promise<string | undefined>;
}
