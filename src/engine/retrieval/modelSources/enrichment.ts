/** Data that a language model extracts from passages, and the judge of passages: optional sources of the systems. */

import type { DocumentBuilder } from '../derived.ts';

/** Raised with every change of what is asked (systems/enrich/enrichmentPrompt.ts): replies to another prompt are not used. */
export const enrichmentPromptVersion = 2;

/** A thing that a passage names. */
export interface EnrichedEntity {
  readonly name: string;
  /** The passage's description of it; may be empty. */
  readonly description: string;
  /** Other names of it in the passage. */
  readonly aliases: readonly string[];
}

/** A statement of a passage about two things. */
export interface Triple {
  readonly subject: string;
  readonly relation: string;
  readonly object: string;
}

export interface Enrichment {
  readonly entities: readonly EnrichedEntity[];
  readonly triples: readonly Triple[];
  /** May be empty. */
  readonly summary: string;
}

/** The enrichments of an index: some or all of its passages have one. */
export interface EnrichmentSource {
  /** Names the models, the prompts and the number of enrichments, so that what is derived from others is never used. */
  readonly version: string;
  /** A name for the content of each chunk of a document: equal for equal contents, wherever they are; empty for a blank one. */
  readonly keys: DocumentBuilder<readonly string[]>;
  /** `undefined` if the model has not read the content with this name, or gave no usable reply. */
  get(key: string): Enrichment | undefined;
}

/** A passage as it is given to a judge. */
export interface JudgedPassage {
  readonly title: string;
  readonly text: string;
  /** Its description by a model so far; may be empty. */
  readonly summary: string;
}

/** Orders passages; a language model also divides questions and selects from graphs. All throw the model's errors. */
export interface Judge {
  /** How far each passage helps to answer the question, 0 to 1, in order; `undefined` if there is no usable verdict. */
  judge(question: string, passages: readonly JudgedPassage[], signal?: AbortSignal): Promise<readonly number[] | undefined>;
  /** Single-step questions that together answer the question; `undefined` if there is no usable reply. */
  subQuestions?(question: string, signal?: AbortSignal): Promise<readonly string[] | undefined>;
  /** What of a graph supports the answer; `undefined` if there is no usable reply. */
  select?(question: string, items: readonly GraphItem[], options: SelectionOptions, signal?: AbortSignal): Promise<Selection | undefined>;
}

/** A passage or an edge of a graph, as it is given to a model. */
export interface GraphItem {
  /** Short and unique. */
  readonly id: string;
  readonly text: string;
}

export interface SelectionOptions {
  /** Max ids in each list. */
  readonly max: number;
  /** Whether the model also lists what is merely associated with the question (HugRAG, appendix A.1). */
  readonly namesSpurious: boolean;
}

export interface Selection {
  /** Ids, the most important first; one or more. */
  readonly support: readonly string[];
  /** Ids, the least important first. */
  readonly spurious: readonly string[];
  /** Ids given; of more than the model can read, the first. */
  readonly given: ReadonlySet<string>;
  /** Entries of the reply that were left out: foreign ids, repeats, anything else. */
  readonly dropped: number;
}

/** A kept enrichment as it was read from somewhere; `undefined` if it is none. */
export function enrichmentFrom(value: unknown): Enrichment | undefined {
  const { entities, triples, summary } = (value ?? {}) as { readonly [Field in keyof Enrichment]?: unknown };
  const isWhole =
    Array.isArray(entities) &&
    entities.every((one) => areTexts(one?.name, one?.description) && Array.isArray(one.aliases) && areTexts(...one.aliases)) &&
    Array.isArray(triples) &&
    triples.every((one) => areTexts(one?.subject, one?.relation, one?.object)) &&
    areTexts(summary);
  return isWhole ? (value as Enrichment) : undefined;
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
