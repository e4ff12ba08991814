/** Retrievers: systems bound to options and sources. */

import type { IndexReader } from '../index/reader.ts';
import { type BuildOptions, createDerivedStore } from './derived.ts';
import { nearestPart } from './part.ts';
import type { Ranking, RetrieveOptions, Retriever } from './ranking.ts';
import type { RetrievalSystem, Sources } from './retrievalSystem.ts';
import { withFields } from './steps/fields.ts';
import { readOptions } from './systemOptions.ts';

/**
 * A retriever of a system with some options changed; every retriever understands field operators and applies synonyms. Throws `RangeError`
 * as `readOptions` does; its search throws `RangeError` naming a source that is missing.
 */
export function bind<Options extends object, Built>(
  system: RetrievalSystem<Options, Built>,
  changes: Partial<Options> = {},
  sources: Sources = {},
): Retriever {
  const options = readOptions(system, changes as Readonly<Record<string, unknown>>);
  const { synonyms } = sources;
  const missing = system.needs?.find((need) => sources[need] === undefined);
  const derived = sources.derived ?? createDerivedStore();
  const builder = system.builder?.(options, sources);
  const builtOf = async (reader: IndexReader, building: BuildOptions, store = derived): Promise<Built> =>
    builder === undefined ? (undefined as Built) : store.ofGeneration(builder, { ...building, reader, texts: sources.texts });
  const maxChunks = system.maxChunks?.(options) ?? Number.POSITIVE_INFINITY;
  /** Data built from a part serves one question and is not kept. */
  const searchPart = async (whole: IndexReader, question: string, wanted: RetrieveOptions): Promise<Ranking> => {
    const { reader, unknownTerms } = await nearestPart(whole, question, Math.min(maxPart, maxChunks), wanted.accept);
    const store = createDerivedStore();
    const ranking = await system.search(question, await builtOf(reader, wanted, store), {
      ...wanted,
      reader,
      options,
      sources,
      derived: store,
    });
    return { ...withPart(ranking, reader.liveCount, whole.liveCount), unknownTerms };
  };
  return withFields({
    name: system.id,
    async search(reader, question, wanted) {
      if (missing !== undefined) throw new RangeError(`Cannot ask ${system.id}: it needs ${missing}, and none are given`);
      const asked = synonyms === undefined || system.isSynonymAware ? question : synonyms.widen(question);
      if (reader.liveCount > maxChunks) return searchPart(reader, asked, wanted);
      return system.search(asked, await builtOf(reader, wanted), { ...wanted, reader, options, sources, derived });
    },
    needsWholeIndex: system.builder !== undefined,
    report: async (reader, wanted = {}) => system.report?.(await builtOf(reader, wanted), { reader, options, sources, derived }),
  });
}

/** Chunks of the part of an index that a system searches whose cost grows with all of it. */
const maxPart = 5000;

/** The first result says how much was searched, and so does the count `searched`. */
function withPart(ranking: Ranking, searched: number, all: number): Ranking {
  const note = { kind: 'part', label: 'searched', keys: [`${searched} of ${all} passages`] };
  const results = ranking.results.map((one, rank) => (rank === 0 ? { ...one, evidence: [...one.evidence, note] } : one));
  return { ...ranking, results, counts: { ...ranking.counts, searched } };
}
