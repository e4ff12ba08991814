/** What a retrieval system is. To add one, write it in a file of its own in `src/systems` and list it in `registry.ts` there. */

import type { IndexReader } from '../index/reader.ts';
import type { TextSource } from '../index/textSource.ts';
import type { DerivedStore, GenerationBuilder } from './derived.ts';
import type { Embedder } from './modelSources/embedder.ts';
import type { EnrichmentSource, Judge } from './modelSources/enrichment.ts';
import type { GateVerdicts } from './modelSources/gateVerdict.ts';
import type { PassageVectors } from './modelSources/passageVectors.ts';
import type { Ranking, RetrieveOptions } from './ranking.ts';
import type { Synonyms } from './steps/synonyms.ts';
import type { SystemOptions } from './systemOptions.ts';

/** Optional sources of systems, besides the index. */
export interface Sources {
  readonly texts?: TextSource;
  readonly embedder?: Embedder;
  /** Vectors of the passages by that embedder. */
  readonly vectors?: PassageVectors;
  /** The data that a model has extracted from the passages. */
  readonly enrichment?: EnrichmentSource;
  /** A model's verdicts on candidate gates. */
  readonly gates?: GateVerdicts;
  /** Orders the first passages of a question. */
  readonly judge?: Judge;
  /** The user's synonyms. */
  readonly synonyms?: Synonyms;
  /** Where derived data is kept; in memory by default. */
  readonly derived?: DerivedStore;
}

/** The sources that models give. */
export type ModelSource = 'enrichment' | 'embedder' | 'vectors' | 'gates' | 'judge';

/** The input of a search. */
export interface SystemContext<Options extends object = object> {
  readonly reader: IndexReader;
  readonly options: Options;
  readonly sources: Sources;
  readonly derived: DerivedStore;
}

export interface SearchContext<Options extends object = object> extends SystemContext<Options>, RetrieveOptions {}

/** A way to rank the chunks of an index for a question. It has no state: what it derives from an index is in the store. */
export interface RetrievalSystem<Options extends object = object, Built = unknown> {
  /** Unique, and part of the public interface: the name in settings, on the command line and in results. */
  readonly id: string;
  /** The sources without which it cannot search. */
  readonly needs?: readonly (keyof Sources)[];
  /** All options with their defaults and what is allowed. */
  readonly options: SystemOptions<Options>;
  /** Whether it applies synonyms itself; otherwise the question is expanded by them. */
  readonly isSynonymAware?: boolean;
  /** If the index has more chunks, only the part nearest to the question by words is searched (`part.ts`). */
  maxChunks?(options: Options): number;
  /** Builds the data that all questions need, with the first question after a change; `undefined` if none is needed. */
  builder?(options: Options, sources: Sources): GenerationBuilder<Built> | undefined;
  search(question: string, built: Built, context: SearchContext<Options>): Promise<Ranking>;
  /** A report of what was built, as text. */
  report?(built: Built, context: SystemContext<Options>): Promise<string>;
}
