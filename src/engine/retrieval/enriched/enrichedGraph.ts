/**
 * Entities and relations of an enriched index: what its passages' enrichments say, with equal names as one entity.
 *
 * Source: UnWeaver section 2 (entities of equal names are a class, its description their descriptions one after the other); MS-RAG section 3.2 (indexes
 * of entities and relations, disambiguation by aliases). Names are compared by their folded words; an alias is the same entity wherever it occurs.
 * A passage without an enrichment takes part with its stored keys, each described by the lines that hold it, and has no relations.
 * Cost: one pass over the texts of the index, whose contents say which enrichment is theirs; with an embedder one vector per description and relation.
 */

import { Role, Space } from '../../document.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { CorruptBytesError } from '../../index/codec/bytes.ts';
import type { ChunkInfo, KeyOfChunk, Postings } from '../../index/reader.ts';
import { fold } from '../../text/words/terms.ts';
import { tokenize } from '../../text/words/tokens.ts';
import type { BuildContext, GenerationBuilder, Pause } from '../derived.ts';
import { ColumnReader, ColumnWriter } from '../derivedBytes.ts';
import { type EntitySets, setsOf } from '../steps/entitySets.ts';
import { type Enrichment, type EnrichmentSource, enrichmentFrom } from './enrichment.ts';
import { type TextTable, tableOf } from './nearestTexts.ts';

export interface EnrichedGraph {
  /** What it is made of. */
  readonly passages: readonly EnrichedPassage[];
  /** Key of each entity, ascending. */
  readonly keys: readonly string[];
  /** Passages of each entity; its places are the relations of a passage that name it, by number. */
  readonly holders: readonly Postings[];
  readonly keysOf: ReadonlyMap<number, readonly KeyOfChunk[]>;
  readonly descriptions: TextTable;
  /** Passage and entities of each relation. */
  readonly relations: readonly { readonly chunk: number; readonly entities: readonly number[] }[];
  readonly statements: TextTable;
}

export interface EnrichedPassage {
  readonly chunk: number;
  readonly title: string;
  readonly enrichment: Enrichment;
}

/** Chunks read, or texts embedded, between two pauses. */
const slice = 256;
/** Places of a passage are bits of a mask; a passage with more relations shares them. */
const maxPlaces = 31;

/** A name as a key: its folded words; `undefined` without any. */
export function keyOfName(name: string): string | undefined {
  const { count, starts, ends } = tokenize(name);
  const words = Array.from({ length: count }, (_, i) => fold(name.slice(starts[i], ends[i])));
  return count === 0 ? undefined : `${Space.Name}:${words.join(' ')}`;
}

/** The graph of an index with enrichments. */
export function enrichedGraphs(source: EnrichmentSource, embedder: Embedder | undefined): GenerationBuilder<EnrichedGraph> {
  return {
    id: 'enriched-graph',
    version: 2,
    variant: JSON.stringify([source.version, embedder?.name ?? '']),
    async build(context) {
      const graph = await graphOf(await passagesOf(source, context), context.pause);
      if (embedder === undefined) return graph;
      const { descriptions, statements } = graph;
      const embedded = async (table: TextTable) => ({ ...table, vectors: await embedAll(table.texts, embedder, context.pause) });
      return { ...graph, descriptions: await embedded(descriptions), statements: await embedded(statements) };
    },
    async encode({ passages, descriptions, statements }, { positions }, pause) {
      const writer = new ColumnWriter().numbers(Int32Array.from(passages, ({ chunk }) => positions[chunk] as number));
      for (let from = 0; from < passages.length; from += slice) {
        await pause();
        writer.texts(passages.slice(from, from + slice).map(({ title, enrichment }) => JSON.stringify([title, enrichment])));
      }
      await pause();
      return writer
        .floats(joined(descriptions.vectors ?? []))
        .floats(joined(statements.vectors ?? []))
        .toBytes();
    },
    async decode(bytes, { chunks }, pause) {
      const reader = new ColumnReader(bytes);
      const held = reader.numbers(chunks.length);
      const passages: EnrichedPassage[] = [];
      while (passages.length < held.length) {
        await pause();
        const texts = reader.texts();
        const expected = Math.min(slice, held.length - passages.length);
        if (texts.length !== expected) throw new CorruptBytesError(`${texts.length} enrichments of ${expected} passages`);
        for (const text of texts) passages.push(decodedPassage(chunks[held[passages.length] as number] as number, text));
      }
      const vectors = [reader.floats(), reader.floats()] as const;
      reader.end();
      const graph = await graphOf(passages, pause);
      if (embedder === undefined) return graph;
      const { descriptions, statements } = graph;
      return {
        ...graph,
        descriptions: { ...descriptions, vectors: parted(vectors[0], descriptions.texts.length) },
        statements: { ...statements, vectors: parted(vectors[1], statements.texts.length) },
      };
    },
  };
}

/** Throws `CorruptBytesError`. */
function decodedPassage(chunk: number, text: string): EnrichedPassage {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (cause) {
    throw new CorruptBytesError('an enrichment that cannot be read', { cause });
  }
  const [title, enrichment] = Array.isArray(values) ? [values[0], enrichmentFrom(values[1])] : [];
  if (typeof title !== 'string' || enrichment === undefined) throw new CorruptBytesError('an enrichment that is none');
  return { chunk, title, enrichment };
}

async function passagesOf(source: EnrichmentSource, { reader, texts, pause }: BuildContext): Promise<readonly EnrichedPassage[]> {
  const chunks = [...(await reader.liveChunks())];
  const found: EnrichedPassage[] = [];
  for (let from = 0; from < chunks.length; from += slice) {
    const part = chunks.slice(from, from + slice);
    const [infos, keys] = await Promise.all([reader.chunkInfo(part), reader.chunkKeys(part)]);
    for (const [i, chunk] of part.entries()) {
      if (i % 16 === 0) await pause();
      const info = infos[i] as ChunkInfo;
      const enrichment = (await source.of(info)) ?? fromKeys(keys[i] as readonly KeyOfChunk[], (await texts?.chunkText(info)) ?? '');
      found.push({ chunk, title: info.title, enrichment });
    }
  }
  return found;
}

/** What stored keys say of a passage. */
function fromKeys(keys: readonly KeyOfChunk[], text: string): Enrichment {
  const lines = text.split('\n').map((line) => ({ line, folded: fold(line) }));
  const entities = keys
    .filter((key) => key.text[0] === Space.Name || key.text[0] === Space.Symbol)
    .map((key) => {
      const name = key.text.slice(2);
      const folded = fold(name);
      const held = lines.filter((one) => one.folded.includes(folded)).map(({ line }) => line.trim());
      return { name, description: held.join(' '), aliases: [] };
    });
  return { entities, triples: [], summary: '' };
}

/** The same for the same passages in any order, but for ids. Awaits `pause` between slices. */
export async function graphOf(passages: readonly EnrichedPassage[], pause: Pause): Promise<EnrichedGraph> {
  const classOf = await classesOf(passages, pause);
  await pause();
  const keys = [...new Set(classOf.values())].sort();
  const ids = new Map(keys.map((key, id) => [key, id]));
  const idOf = (name: string): number | undefined => ids.get(classOf.get(keyOfName(name) ?? '') ?? '');
  const described = keys.map(() => new Set<string>());
  const held = keys.map(() => new Map<number, { roles: number; places: number }>());
  const relations: { chunk: number; entities: number[] }[] = [];
  const statements: string[] = [];
  await pause();
  for (const [at, { chunk, title, enrichment }] of inContentOrder(passages).entries()) {
    if (at % slice === 0) await pause();
    const own = idOf(title);
    const hold = (id: number, places = 0): void => {
      const before = (held[id] as Map<number, { roles: number; places: number }>).get(chunk)?.places ?? 0;
      held[id]?.set(chunk, { roles: id === own ? Role.Title : 0, places: before | places });
    };
    for (const { name, description } of enrichment.entities) {
      const id = idOf(name);
      if (id === undefined) continue;
      hold(id);
      if (description !== '') described[id]?.add(description);
    }
    for (const [i, { subject, relation, object }] of enrichment.triples.entries()) {
      const entities = [...new Set([subject, object].flatMap((name) => idOf(name) ?? []))];
      for (const id of entities) hold(id, 1 << (i % maxPlaces));
      relations.push({ chunk, entities });
      statements.push(`${subject} ${relation} ${object}`);
    }
  }
  await pause();
  const holders = held.map((chunks): Postings => {
    const entries = [...chunks].sort(([a], [b]) => a - b);
    return {
      size: chunks.size,
      chunks: Int32Array.from(entries, ([chunk]) => chunk),
      values: Uint8Array.from(entries, ([, { roles }]) => roles),
      places: Uint32Array.from(entries, ([, { places }]) => places),
    };
  });
  await pause();
  const keysOf = new Map<number, KeyOfChunk[]>();
  held.forEach((chunks, id) => {
    for (const [chunk, entry] of chunks) {
      const own = keysOf.get(chunk) ?? [];
      keysOf.set(chunk, own);
      own.push({ id, text: keys[id] as string, count: chunks.size, ...entry });
    }
  });
  await pause();
  const texts = keys.map((key, id) => [key.slice(2), ...[...(described[id] as Set<string>)].sort()].join('. '));
  return {
    passages,
    keys,
    holders,
    keysOf,
    descriptions: await tableOf(texts, pause),
    relations,
    statements: await tableOf(statements, pause),
  };
}

/** Chunk ids differ between histories of an index, contents do not. */
function inContentOrder(passages: readonly EnrichedPassage[]): readonly EnrichedPassage[] {
  const all = passages.map((passage) => ({ passage, content: JSON.stringify([passage.title, passage.enrichment]) }));
  all.sort((a, b) => (a.content < b.content ? -1 : a.content > b.content ? 1 : a.passage.chunk - b.passage.chunk));
  return all.map(({ passage }) => passage);
}

/** The passages with an entity as items, in the order of what they hold. */
export function setsOfGraph({ keys, keysOf }: EnrichedGraph, chunkCount: number): EntitySets {
  const items = [...keysOf].map(([chunk, held]) => ({ chunk, entities: Int32Array.from(held, ({ id }) => id).sort() }));
  const named = items.map((item) => ({ ...item, name: item.entities.join(' ') }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.chunk - b.chunk));
  const chunks = Int32Array.from(named, ({ chunk }) => chunk);
  return setsOf(
    chunks,
    chunkCount,
    keys,
    named.map(({ entities }) => entities),
  );
}

/** The key of each entity's name, by the key of any of its names: the smallest of those that are the name of an entity. */
async function classesOf(passages: readonly EnrichedPassage[], pause: Pause): Promise<ReadonlyMap<string, string>> {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root) ?? root; up !== root; up = parent.get(root) ?? root) root = up;
    parent.set(key, root);
    return root;
  };
  const names = new Set<string>();
  for (const [at, { enrichment }] of passages.entries()) {
    if (at % slice === 0) await pause();
    for (const { name, aliases } of enrichment.entities) {
      const key = keyOfName(name);
      if (key === undefined) continue;
      names.add(key);
      for (const alias of aliases) {
        const other = keyOfName(alias);
        if (other !== undefined) parent.set(rootOf(other), rootOf(key));
      }
    }
  }
  const best = new Map<string, string>();
  for (const name of [...names].sort()) if (!best.has(rootOf(name))) best.set(rootOf(name), name);
  return new Map([...new Set([...names, ...parent.keys()])].map((key) => [key, best.get(rootOf(key)) as string]));
}

async function embedAll(texts: readonly string[], embedder: Embedder, pause: Pause): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += slice) {
    await pause();
    vectors.push(...(await embedder.embed(texts.slice(from, from + slice))));
  }
  return vectors;
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const size = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * size);
  for (const [i, vector] of vectors.entries()) all.set(vector, i * size);
  return all;
}

function parted(all: Float32Array, count: number): readonly Float32Array[] {
  const size = all.length / Math.max(1, count);
  if (!Number.isInteger(size)) throw new CorruptBytesError(`${count} vectors of ${all.length} numbers`);
  return Array.from({ length: count }, (_, i) => all.subarray(i * size, (i + 1) * size));
}
