/** Selects the retriever for a question. */

import { bind } from '../../engine/retrieval/bind.ts';
import { createDerivedStore, type DerivedStore } from '../../engine/retrieval/derived.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import type { GateVerdicts } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { PassageVectors } from '../../engine/retrieval/modelSources/passageVectors.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import { readSynonyms, synonymGroups } from '../../engine/retrieval/steps/synonyms.ts';
import { defaultSystem } from '../../engine/retrieval/systemRegistry.ts';
import { cachedEmbedder } from '../../storage/cachedEmbedder.ts';
import { ModelReplies } from '../../storage/modelReplies.ts';
import { registry } from '../../systems/registry.ts';
import { textsByFile, type View, vectorsByText } from '../folder/view.ts';
import type { RetrieverOptions, SearchOptions } from '../types/options.ts';

type Choice = RetrieverOptions & Pick<SearchOptions, 'model' | 'isRehearsal'>;

/** What models have extracted from the open folders. */
interface ModelSources {
  readonly enrichment?: (signal?: AbortSignal) => Promise<EnrichmentSource | undefined>;
  readonly vectors?: (embedder: string, signal?: AbortSignal) => Promise<PassageVectors | undefined>;
  readonly gates?: (signal?: AbortSignal) => Promise<GateVerdicts | undefined>;
}

/**
 * Returns the retriever for given options: the system, the user's synonyms, the texts of the open folders and what models have extracted
 * from them, for systems that use it, with the embedder and the model that were given. The last one is kept; what it builds is in the
 * store. Throws `RangeError` for an unknown system, and like `synonymGroups`.
 */
export function createChoice(
  view: () => View,
  derived: DerivedStore,
  fromModels: ModelSources = {},
): (options: Choice & Pick<SearchOptions, 'signal'>) => Promise<Retriever> {
  const texts = textsByFile(view);
  let last: { readonly key: string; readonly given: Choice; readonly retriever: Retriever } | undefined;
  return async ({ signal, ...given }) => {
    const { system = defaultSystem, systemOptions = {}, synonyms = [], embedder, model } = given;
    // Only those that use it read it.
    const { uses = [], load } = registry.entryOf(system);
    const enrichment = uses.includes('enrichment') ? await fromModels.enrichment?.(signal) : undefined;
    const gates = uses.includes('gates') ? await fromModels.gates?.(signal) : undefined;
    const vectors = uses.includes('vectors') && embedder ? await fromModels.vectors?.(embedder.name, signal) : undefined;
    const key = JSON.stringify([system, systemOptions, synonyms, enrichment?.version, gates?.version, vectors?.version]);
    if (last?.key !== key || last.given.embedder !== embedder || last.given.model !== model) {
      const groups = synonyms.length === 0 ? undefined : readSynonyms(synonymGroups(synonyms));
      const judge = model && uses.includes('judge') ? (await import('../../systems/index.ts')).modelJudge(model) : undefined;
      const sources = {
        texts,
        derived,
        enrichment,
        vectors,
        gates,
        embedder: embedder && cachedEmbedder(embedder, await vectorsByText(view(), embedder)),
        judge,
        synonyms: groups,
      };
      if (given.isRehearsal && embedder !== undefined)
        return bind(await load(), systemOptions, { ...sources, ...(await rehearsed(embedder, view())) });
      last = { key, given, retriever: bind(await load(), systemOptions, sources) };
    }
    return last.retriever;
  };
}

/** Known vectors are used; what is made of others is forgotten with the retriever. */
async function rehearsed(embedder: Embedder, view: View): Promise<{ readonly derived: DerivedStore; readonly embedder: Embedder }> {
  const [own, known] = [new ModelReplies().embeddings.records(embedder.name), await vectorsByText(view, embedder)];
  const records = { get: (key: string) => own.get(key) ?? known.get(key), keep: own.keep };
  return { derived: createDerivedStore(), embedder: cachedEmbedder(embedder, records) };
}
