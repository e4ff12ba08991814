/** Selects the retriever for a question. */

import type { Embedder } from '../../engine/embed/embedder.ts';
import { createDerivedStore, type DerivedStore } from '../../engine/retrieval/derived.ts';
import type { EnrichmentSource } from '../../engine/retrieval/enriched/enrichment.ts';
import type { GateVerdicts } from '../../engine/retrieval/modules/verdicts.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import { bind, defaultSystem, systemOf } from '../../engine/retrieval/retrievers.ts';
import { readSynonyms, synonymGroups } from '../../engine/retrieval/steps/synonyms.ts';
import { cachedEmbedder } from '../../storage/embeddingFile.ts';
import { textsByFile, type View } from '../folder/view.ts';
import type { SearchOptions } from '../options.ts';

type Choice = Pick<SearchOptions, 'system' | 'synonyms' | 'embedder' | 'judge' | 'isRehearsal'>;

/**
 * Returns the retriever for given options: the system, the user's synonyms, the texts of the open folders and what models have extracted
 * from them, for systems that use it, with the embedder and the judge that were given. The last one is kept; what it builds is in the
 * store. Throws `RangeError` for an unknown system, and like `synonymGroups`.
 */
export function createChoice(
  view: () => View,
  derived: DerivedStore,
  enrichmentOf: (signal?: AbortSignal) => Promise<EnrichmentSource | undefined> = async () => undefined,
  gatesOf: () => GateVerdicts | undefined = () => undefined,
): (options: Choice & Pick<SearchOptions, 'signal'>) => Promise<Retriever> {
  const texts = textsByFile(view);
  let last: { readonly key: string; readonly given: Choice; readonly retriever: Retriever } | undefined;
  return async ({ signal, ...given }) => {
    const { system = defaultSystem, synonyms = [], embedder, judge } = given;
    // Only those that use it read it.
    const { uses = [] } = systemOf(system);
    const enrichment = uses.includes('enrichment') ? await enrichmentOf(signal) : undefined;
    const gates = uses.includes('gates') ? gatesOf() : undefined;
    const key = JSON.stringify([system, synonyms, enrichment?.version, gates?.version]);
    if (last?.key !== key || last.given.embedder !== embedder || last.given.judge !== judge) {
      const groups = synonyms.length === 0 ? undefined : readSynonyms(synonymGroups(synonyms));
      const sources = { texts, derived, enrichment, gates, embedder: embedder && cached(embedder, view()), judge, synonyms: groups };
      if (given.isRehearsal && embedder !== undefined) return bind(systemOf(system), {}, { ...sources, ...rehearsed(embedder, view()) });
      last = { key, given, retriever: bind(systemOf(system), {}, sources) };
    }
    return last.retriever;
  };
}

/** Its vectors are cached next to the index of the first folder. */
function cached(embedder: Embedder, { folders: [first] }: View): Embedder {
  return cachedEmbedder(embedder, first?.contents.embeddings ?? new Map());
}

/** Known vectors are used; what is made of others is forgotten with the retriever. */
function rehearsed(embedder: Embedder, { folders: [first] }: View): { readonly derived: DerivedStore; readonly embedder: Embedder } {
  const own = new Map<string, Float32Array>();
  const cache = { get: (key: string) => own.get(key) ?? first?.contents.embeddings?.get(key), set: own.set.bind(own) };
  return { derived: createDerivedStore(), embedder: cachedEmbedder(embedder, cache) };
}
