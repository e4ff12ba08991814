/** Retrievers: systems bound to options and sources. */

import type { IndexReader } from '../index/reader.ts';
import { type BuildOptions, createDerivedStore } from './derived.ts';
import { checkedEmbedder, EmbedderError } from './modelSources/embedder.ts';
import { nearestPart } from './part.ts';
import type { Evidence, Ranking, RetrieveOptions, Retriever } from './ranking.ts';
import type { RetrievalSystem, Sources } from './retrievalSystem.ts';
import { withFields } from './steps/fields.ts';
import { readOptions } from './systemOptions.ts';

/**
 * A retriever of a system with some options changed; every retriever understands field operators and applies synonyms. Throws `RangeError`
 * as `readOptions` does; its search throws `RangeError` naming a source that is missing. Where the embedder fails, words take its place, and the first
 * result says so.
 */
export function bind<Options extends object, Built>(
  system: RetrievalSystem<Options, Built>,
  changes: Partial<Options> = {},
  given: Sources = {},
): Retriever {
  const options = readOptions(system, changes as Readonly<Record<string, unknown>>);
  const derived = given.derived ?? createDerivedStore();
  const missing = system.needs?.find((need) => given[need] === undefined);
  const all: Sources = { ...given, embedder: given.embedder && checkedEmbedder(given.embedder) };
  const builtOf = async (reader: IndexReader, building: BuildOptions, sources: Sources, store = derived): Promise<Built> => {
    const builder = system.builder?.(options, sources);
    return builder === undefined ? (undefined as Built) : store.ofGeneration(builder, { ...building, reader, texts: sources.texts });
  };
  const maxChunks = system.maxChunks?.(options) ?? Number.POSITIVE_INFINITY;
  /** Data built from a part serves one question and is not kept. */
  const searchPart = async (whole: IndexReader, question: string, wanted: RetrieveOptions, sources: Sources): Promise<Ranking> => {
    const { reader, unknownTerms } = await nearestPart(whole, question, Math.min(maxPart, maxChunks), wanted.accept);
    const store = createDerivedStore();
    const built = await builtOf(reader, wanted, sources, store);
    const ranking = await system.search(question, built, { ...wanted, reader, options, sources, derived: store });
    return { ...withPart(ranking, reader.liveCount, whole.liveCount), unknownTerms };
  };
  const search = async (reader: IndexReader, question: string, wanted: RetrieveOptions, sources: Sources): Promise<Ranking> => {
    if (reader.liveCount > maxChunks) return searchPart(reader, question, wanted, sources);
    return system.search(question, await builtOf(reader, wanted, sources), { ...wanted, reader, options, sources, derived });
  };
  return withFields({
    name: system.id,
    async search(reader, question, wanted) {
      if (missing !== undefined) throw new RangeError(`Cannot ask ${system.id}: it needs ${missing}, and none are given`);
      const asked = all.synonyms === undefined || system.isSynonymAware ? question : all.synonyms.widen(question);
      try {
        return await search(reader, asked, wanted, all);
      } catch (error) {
        if (!(error instanceof EmbedderError) || system.needs?.includes('embedder')) throw error;
        return withNote(await search(reader, asked, wanted, { ...all, embedder: undefined }), {
          kind: 'embedder',
          label: 'by words alone: the embedder failed',
          keys: [error.message],
        });
      }
    },
    needsWholeIndex: system.builder !== undefined,
    report: async (reader, wanted = {}) => system.report?.(await builtOf(reader, wanted, all), { reader, options, sources: all, derived }),
  });
}

/** Chunks of the part of an index that a system searches whose cost grows with all of it. */
const maxPart = 5000;

/** The first result says how much was searched, and so does the count `searched`. */
function withPart(ranking: Ranking, searched: number, all: number): Ranking {
  const noted = withNote(ranking, { kind: 'part', label: 'searched', keys: [`${searched} of ${all} passages`] });
  return { ...noted, counts: { ...ranking.counts, searched } };
}

/** The ranking with something to know of it, as evidence of the first result. */
function withNote(ranking: Ranking, note: Evidence): Ranking {
  return { ...ranking, results: ranking.results.map((one, rank) => (rank === 0 ? { ...one, evidence: [...one.evidence, note] } : one)) };
}
