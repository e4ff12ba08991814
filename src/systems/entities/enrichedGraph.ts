/**
 * Entities and relations of an enriched index: what its passages' enrichments say, with equal names as one entity.
 *
 * Source: UnWeaver section 2 (entities of equal names are a class, its description their descriptions one after the other); MS-RAG section 3.2 (indexes
 * of entities and relations, summaries, disambiguation by aliases). Names are compared by their folded words; an alias is the same entity wherever it
 * occurs. A passage without an enrichment takes part with its stored keys, each described by the lines that hold it, and has no relations.
 * The names of the passages' contents are data of documents, so that only changed ones are read again; the graph itself lives in memory, since none of
 * the workspace's text may be kept. Cost: the texts of passages without an enrichment, and one pass over the terms of all descriptions and
 * relations; with an embedder one vector for each.
 */

import { Role, Space } from '../../engine/document.ts';
import type { ChunkInfo, KeyOfChunk, Postings } from '../../engine/index/reader.ts';
import type { BuildContext, DerivedStore, MemoryBuilder } from '../../engine/retrieval/derived.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Enrichment, EnrichmentSource, Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { foldedWords } from '../../engine/text/names/entities.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { EntityGraph } from './entityGraph.ts';
import { createTextTable, embedTexts, type TextTable } from './nearestTexts.ts';

export interface EnrichedGraph {
  /** Key of each entity, ascending. */
  readonly keys: readonly string[];
  /** Passages of each entity; its places are the relations of a passage that name it, by number. */
  readonly holders: readonly Postings[];
  readonly keysOf: ReadonlyMap<number, readonly KeyOfChunk[]>;
  readonly descriptions: TextTable;
  /** Passage and entities of each relation. */
  readonly relations: readonly { readonly chunk: number; readonly entities: readonly number[] }[];
  readonly statements: TextTable;
  /** By passage, where there is one. */
  readonly summaries: ReadonlyMap<number, string>;
  /** The entities that a statement names with each, itself among them; made once. */
  stated(): ReadonlyMap<number, ReadonlySet<number>>;
  /** The graph of entities and passages of an index with so many chunks; made once. */
  entityGraph(chunkCount: number): EntityGraph;
}

export interface EnrichedPassage {
  readonly chunk: number;
  readonly title: string;
  /** Names its content. */
  readonly content: string;
  readonly enrichment: Enrichment;
}

/** Passages read between two yields. */
const slice = 256;
/** Places of a passage are bits of a mask; a passage with more relations shares them. */
const maxPlaces = 31;

/** A name as a key: its folded words; `undefined` without any. */
export function keyOfName(name: string): string | undefined {
  const words = foldedWords(name);
  return words.length === 0 ? undefined : `${Space.Name}:${words.join(' ')}`;
}

/** The graph of an index with enrichments; `derived` has the names of its contents. */
export function enrichedGraphs(source: EnrichmentSource, derived: Pick<DerivedStore, 'ofDocuments'>): MemoryBuilder<EnrichedGraph> {
  return {
    id: 'enriched-graph',
    variant: source.version,
    build: async (context) => createEnrichedGraph(await readPassages(source, derived, context), context.yieldThread),
  };
}

/** A vector of each description and statement of a graph. */
export interface EnrichedVectors {
  readonly descriptions: readonly Float32Array[];
  readonly statements: readonly Float32Array[];
}

/** The vectors of an index with enrichments. */
export function enrichedVectors(source: EnrichmentSource, embedder: Embedder, derived: DerivedStore): MemoryBuilder<EnrichedVectors> {
  return {
    id: 'enriched-vectors',
    isAskedOnly: true,
    variant: JSON.stringify([source.version, embedder.name]),
    async build({ reader, texts, yieldThread }) {
      const graph = await derived.ofGeneration(enrichedGraphs(source, derived), { reader, texts, yieldThread });
      const descriptions = await embedTexts(graph.descriptions.texts, embedder, yieldThread);
      return { descriptions, statements: await embedTexts(graph.statements.texts, embedder, yieldThread) };
    },
  };
}

async function readPassages(
  source: EnrichmentSource,
  derived: Pick<DerivedStore, 'ofDocuments'>,
  { reader, texts, yieldThread }: BuildContext,
): Promise<readonly EnrichedPassage[]> {
  const documents = await derived.ofDocuments(source.keys, { reader, texts, yieldThread });
  const found: EnrichedPassage[] = [];
  for (const [at, { chunks, infos, value }] of documents.entries()) {
    if (at % 16 === 0) await yieldThread();
    for (const [i, chunk] of chunks.entries()) {
      const info = infos[i] as ChunkInfo;
      const content = value[i] ?? '';
      const enrichment = source.get(content) ?? fromKeys((await reader.chunkKeys([chunk])).flat(), (await texts?.chunkText(info)) ?? '');
      found.push({ chunk, title: info.title, content, enrichment });
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

/** A pure function of names, which recur, asked once for each. */
function remembered<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as T;
    const made = of(name);
    known.set(name, made);
    return made;
  };
}

/** The same for the same passages in any order, but for ids. Awaits `yieldThread` between slices. */
export async function createEnrichedGraph(passages: readonly EnrichedPassage[], yieldThread: Yield): Promise<EnrichedGraph> {
  const keyOf = remembered(keyOfName);
  const classOf = await findClasses(passages, keyOf, yieldThread);
  await yieldThread();
  const keys = [...new Set(classOf.values())].sort();
  const ids = new Map(keys.map((key, id) => [key, id]));
  const idOf = remembered((name) => ids.get(classOf.get(keyOf(name) ?? '') ?? ''));
  const described = keys.map(() => new Set<string>());
  const held = keys.map(() => new Map<number, { roles: number; places: number }>());
  const relations: { chunk: number; entities: number[] }[] = [];
  const triples: Triple[] = [];
  await yieldThread();
  for (const [at, { chunk, title, enrichment }] of inContentOrder(passages).entries()) {
    if (at % slice === 0) await yieldThread();
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
    for (const [i, triple] of enrichment.triples.entries()) {
      const { subject, object } = triple;
      const entities = [...new Set([subject, object].flatMap((name) => idOf(name) ?? []))];
      for (const id of entities) hold(id, 1 << (i % maxPlaces));
      relations.push({ chunk, entities });
      triples.push(triple);
    }
  }
  const holders: Postings[] = [];
  const keysOf = new Map<number, KeyOfChunk[]>();
  for (const [id, chunks] of held.entries()) {
    if (id % slice === 0) await yieldThread();
    const key = keys[id] as string;
    const entries = [...chunks].sort(([a], [b]) => a - b);
    holders.push({
      size: entries.length,
      chunks: Int32Array.from(entries, ([chunk]) => chunk),
      values: Uint8Array.from(entries, ([, { roles }]) => roles),
      places: Uint32Array.from(entries, ([, { places }]) => places),
    });
    for (const [chunk, entry] of entries) pushTo(keysOf, chunk, { id, text: key, count: entries.length, ...entry });
  }
  const summaries = new Map(passages.flatMap(({ chunk, enrichment: { summary } }) => (summary === '' ? [] : [[chunk, summary]])));
  const descriptionOf = (id: number): string => [(keys[id] as string).slice(2), ...[...(described[id] as Set<string>)].sort()].join('. ');
  const descriptions = await createTextTable({ count: keys.length, textOf: descriptionOf }, yieldThread);
  const statementOf = (id: number): string => {
    const { subject, relation, object } = triples[id] as Triple;
    return `${subject} ${relation} ${object}`;
  };
  const statements = await createTextTable({ count: triples.length, textOf: statementOf }, yieldThread);
  let stated: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  let entityGraph: EntityGraph | undefined;
  return {
    ...{ keys, holders, keysOf, descriptions, relations, statements, summaries },
    stated: () => (stated ??= statedIn(relations)),
    entityGraph: (chunkCount) => (entityGraph ??= toEntityGraph(keys, keysOf, chunkCount)),
  };
}

/** Chunk ids differ between histories of an index, contents do not. */
function inContentOrder(passages: readonly EnrichedPassage[]): readonly EnrichedPassage[] {
  const nameOf = ({ content, title }: EnrichedPassage): string => `${content} ${title}`;
  const named = passages.map((passage) => ({ passage, name: nameOf(passage) }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.passage.chunk - b.passage.chunk));
  return named.map(({ passage }) => passage);
}

function statedIn(relations: EnrichedGraph['relations']): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { entities } of relations)
    for (const id of entities) {
      const own = found.get(id) ?? new Set();
      found.set(id, own);
      for (const other of entities) own.add(other);
    }
  return found;
}

/** Items are the passages with an entity, in the order of what they hold. */
function toEntityGraph(keys: readonly string[], keysOf: EnrichedGraph['keysOf'], chunkCount: number): EntityGraph {
  const items = [...keysOf].map(([chunk, held]) => {
    const entities = Int32Array.from(held, ({ id }) => id).sort();
    return { chunk, entities, name: entities.join(' ') };
  });
  items.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.chunk - b.chunk));
  const chunks = Int32Array.from(items, ({ chunk }) => chunk);
  return new EntityGraph(
    chunks,
    chunkCount,
    keys,
    items.map(({ entities }) => entities),
  );
}

/** The key of each entity's name, by the key of any of its names: the smallest of those that are the name of an entity. */
async function findClasses(
  passages: readonly EnrichedPassage[],
  keyOf: typeof keyOfName,
  yieldThread: Yield,
): Promise<ReadonlyMap<string, string>> {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root) ?? root; up !== root; up = parent.get(root) ?? root) root = up;
    parent.set(key, root);
    return root;
  };
  const names = new Set<string>();
  for (const [at, { enrichment }] of passages.entries()) {
    if (at % slice === 0) await yieldThread();
    for (const { name, aliases } of enrichment.entities) {
      const key = keyOf(name);
      if (key === undefined) continue;
      names.add(key);
      for (const alias of aliases) {
        const other = keyOf(alias);
        if (other !== undefined) parent.set(rootOf(other), rootOf(key));
      }
    }
  }
  const best = new Map<string, string>();
  for (const name of [...names].sort()) if (!best.has(rootOf(name))) best.set(rootOf(name), name);
  return new Map([...new Set([...names, ...parent.keys()])].map((key) => [key, best.get(rootOf(key)) as string]));
}
