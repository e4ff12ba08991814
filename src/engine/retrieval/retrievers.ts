/**
 * The retrieval systems, and retrievers: systems bound to options and sources.
 *
 * To add a system, write it in a file of its own in `systems` and list it here.
 */

import type { IndexReader } from '../index/reader.ts';
import { type BuildOptions, createDerivedStore } from './derived.ts';
import { nearestFirst } from './nearestFirst.ts';
import { nearestPart } from './part.ts';
import type { Ranking, RetrieveOptions, Retriever } from './ranking.ts';
import type { RetrievalSystem, Sources } from './retrievalSystem.ts';
import { withFields } from './steps/fields.ts';
import { bm25 } from './systems/bm25.ts';
import { hippo } from './systems/hippo.ts';
import { hug } from './systems/hug.ts';
import { mesh } from './systems/mesh.ts';
import { meshPaperSystems } from './systems/meshPaper.ts';
import { minhash } from './systems/minhash.ts';
import { multiSemantic } from './systems/multiSemantic.ts';
import { tfidf } from './systems/tfidf.ts';
import { topo } from './systems/topo.ts';
import { unweaver } from './systems/unweaver.ts';
import { unweaverPpr } from './systems/unweaverPpr.ts';
import { vector } from './systems/vector.ts';

export const systems: readonly RetrievalSystem[] = [
  ...[mesh, bm25, tfidf, hippo, minhash, vector, unweaver, unweaverPpr, multiSemantic, hug],
  topo,
  ...meshPaperSystems,
];

export const defaultSystem = mesh.id;

/**
 * A retriever of a system with some options changed; every retriever understands field operators and applies synonyms. Throws `RangeError`
 * naming an option that is out of range; its search throws `RangeError` naming a source that is missing.
 */
export function bind<Options extends object, Built>(
  system: RetrievalSystem<Options, Built>,
  changes: Partial<Options> = {},
  sources: Sources = {},
): Retriever {
  const options = { ...system.options, ...changes };
  system.validate?.(options);
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

/** The systems that need nothing but an index, each with its defaults, by id. */
export const retrievers: ReadonlyMap<string, Retriever> = new Map(
  systems.filter(({ needs }) => needs === undefined).map((system) => [system.id, bind(system)]),
);

/** The system of that id. Throws `RangeError` listing the known ones, near names first. */
export function systemOf(id: string): RetrievalSystem {
  const system = systems.find((one) => one.id === id);
  if (system === undefined)
    throw new RangeError(
      `There is no system ${JSON.stringify(id)}; there are ${nearestFirst(
        systems.map((one) => one.id),
        id,
      ).join(', ')}`,
    );
  return system;
}

/**
 * A retriever with options given as strings, `{ seeds: '5' }`. Throws `RangeError` for an unknown system or option, listing the known ones, and for
 * a value of the wrong type or out of range.
 */
export function createRetriever(id: string, options: Readonly<Record<string, string>>, sources: Sources = {}): Retriever {
  const system = systemOf(id);
  const defaults = system.options as Readonly<Record<string, unknown>>;
  const changes = Object.entries(options).map(([option, text]) => {
    const byDefault = defaults[option];
    if (byDefault === undefined)
      throw new RangeError(
        `${id} has no option ${JSON.stringify(option)}; it has ${nearestFirst(Object.keys(defaults), option).join(', ') || 'none'}`,
      );
    return [option, readValue(option, text, byDefault)] as const;
  });
  return bind(system, Object.fromEntries(changes), sources);
}

/** Parses a value by the type of the option's default: a number, `true` or `false`, or a string. */
function readValue(name: string, text: string, byDefault: unknown): number | string | boolean {
  if (typeof byDefault === 'string') return text;
  if (typeof byDefault === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (typeof byDefault === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new RangeError(`Option ${JSON.stringify(name)} is ${JSON.stringify(text)}, expected a ${typeof byDefault}`);
}
