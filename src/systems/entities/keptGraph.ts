/**
 * What is kept of an enriched index: its graph, the vectors of its texts, and nothing of the texts but their terms.
 *
 * Kept by the state of the index and by what the models said (`EnrichmentSource.version`), so that a search builds nothing; what is damaged is built again.
 * The names of the passages' contents are data of documents: after a change, only changed ones are read for them. Cost of building: that of
 * `enrichedGraph.ts`, and with an embedder one vector for each description and statement; of reading: some bytes for each posting, and the vectors.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { DerivedStore, GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import { createEnrichedGraph, type EnrichedGraph, graphOf, type HeldEntity } from './enrichedGraph.ts';
import { readPassages } from './enrichedPassages.ts';
import { embedTexts, readTable, writeTable } from './nearestTexts.ts';

type Documents = Pick<DerivedStore, 'ofDocuments'>;

/** Columns of places, which are masks of 32 bits, have halves of them. */
const half = 2 ** 16;

/** The graph of an index with enrichments; `derived` has the names of its contents. */
export function enrichedGraphs(source: EnrichmentSource, derived: Documents): GenerationBuilder<EnrichedGraph> {
  return {
    id: 'enriched-graph',
    variant: source.version,
    hasOneVariant: true,
    build: async (context) => createEnrichedGraph(await readPassages(source, derived, context), context.yieldThread),
    async encode({ keys, keysOf, descriptions, relations, statements, summaries }, { chunks, positions }, yieldThread) {
      const held = Array.from(chunks, (chunk) => keysOf.get(chunk) ?? []);
      const all = held.flat();
      const writer = new ColumnWriter().texts(keys).lists(held.map((own) => own.map(({ id }) => id)));
      await yieldThread();
      writer
        .numbers(Int32Array.from(all, ({ roles }) => roles))
        .numbers(Int32Array.from(all, ({ places }) => places >>> 16))
        .numbers(Int32Array.from(all, ({ places }) => places % half));
      for (const table of [descriptions, statements]) {
        await yieldThread();
        writeTable(writer, table);
      }
      return writer
        .numbers(Int32Array.from(relations, ({ chunk }) => positions[chunk] as number))
        .lists(relations.map(({ entities }) => entities))
        .numbers(Int32Array.from(summaries.keys(), (chunk) => positions[chunk] as number))
        .texts([...summaries.values()])
        .toBytes();
    },
    async decode(bytes, { chunks }, yieldThread) {
      const reader = new ColumnReader(bytes);
      const keys = reader.texts();
      const ids = reader.lists(keys.length, chunks.length);
      await yieldThread();
      const [roles, high, low] = [reader.numbers(256), reader.numbers(half), reader.numbers(half)];
      const size = ids.reduce((sum, { length }) => sum + length, 0);
      if ([roles, high, low].some(({ length }) => length !== size))
        throw new CorruptBytesError('entities whose columns do not belong together');
      const held = new Map<number, HeldEntity[]>();
      let at = 0;
      ids.forEach((own, position) => {
        const entities = Array.from(own, (id) => {
          const places = (high[at] as number) * half + (low[at] as number);
          return { id, roles: roles[at++] as number, places };
        });
        if (entities.length > 0) held.set(chunks[position] as number, entities);
      });
      await yieldThread();
      const descriptions = readTable(reader, keys.length);
      await yieldThread();
      const statements = readTable(reader);
      const places = reader.numbers(chunks.length);
      const named = reader.lists(keys.length, places.length);
      const summed = reader.numbers(chunks.length);
      const summaries = reader.texts();
      reader.end();
      if (statements.lengths.length !== places.length || summaries.length !== summed.length)
        throw new CorruptBytesError('statements or summaries without a passage');
      const parts = {
        ...{ keys, descriptions, statements },
        relations: named.map((entities, i) => ({ chunk: chunks[places[i] as number] as number, entities: [...entities] })),
        summaries: new Map(summaries.map((summary, i) => [chunks[summed[i] as number] as number, summary])),
      };
      return graphOf(parts, new Map([...held].sort(([a], [b]) => a - b)), yieldThread);
    },
  };
}

/** A vector of each description and statement of a graph. */
export interface EnrichedVectors {
  readonly descriptions: readonly Float32Array[];
  readonly statements: readonly Float32Array[];
}

/** The vectors of an index with enrichments. */
export function enrichedVectors(source: EnrichmentSource, embedder: Embedder, derived: DerivedStore): GenerationBuilder<EnrichedVectors> {
  return {
    id: 'enriched-vectors',
    isAskedOnly: true,
    hasOneVariant: true,
    variant: JSON.stringify([source.version, embedder.name]),
    async build(context) {
      const { yieldThread } = context;
      const graph = await derived.ofGeneration(enrichedGraphs(source, derived), context);
      const { texts } =
        graph.texts === undefined ? await createEnrichedGraph(await readPassages(source, derived, context), yieldThread) : graph;
      const { descriptions, statements } = texts as NonNullable<typeof texts>;
      return {
        descriptions: await embedTexts(descriptions, embedder, yieldThread),
        statements: await embedTexts(statements, embedder, yieldThread),
      };
    },
    encode: ({ descriptions, statements }) => new ColumnWriter().vectors(descriptions).vectors(statements).toBytes(),
    async decode(bytes) {
      const reader = new ColumnReader(bytes);
      const found = { descriptions: reader.vectors(), statements: reader.vectors() };
      reader.end();
      return found;
    },
  };
}
