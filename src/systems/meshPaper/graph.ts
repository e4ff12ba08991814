/**
 * The two-layer graph: chunks with their links, communities with their prototypes, and the Bloom filter of the prototypes.
 *
 * Source: MeshRAG sections 3.1 to 3.3 and 3.4, stage 1. A chunk's neighbours are computed lazily and cached, which gives the same links as
 * computing all at once; undirected links need all neighbours and are built at once.
 * Cost: signing and filling the buckets is linear; the criterion reads the bits of all members; a list of neighbours reads the members of the
 * chunk's buckets.
 */

import { Space } from '../../engine/document.ts';
import type { Hash } from '../../engine/hash/hash.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { BuildContext, GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import type { Sources } from '../../engine/retrieval/retrievalSystem.ts';
import type { Synonyms } from '../../engine/retrieval/steps/synonyms.ts';
import { fold } from '../../engine/text/words/terms.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type BloomFilter, createBloomFilter } from '../algorithms/bloom.ts';
import { holdersIn } from '../algorithms/graph.ts';
import { type Buckets, fillBuckets, layOutBands } from '../algorithms/lsh.ts';
import { EntityGraph } from '../entities/entityGraph.ts';
import { entitiesOfQuestion, readEntities } from '../entities/readEntities.ts';
import { candidateBuckets } from './candidates.ts';
import { dbscanClusters, kMeansClusters } from './clusters.ts';
import { mergeOverlapping } from './merging.ts';
import { createFindNearest, type FindNearest, type Near } from './nearest.ts';
import { bloomHashes, falsePositives, type PaperOptions, rowsPerBand } from './options.ts';
import { type Signature, type Signatures, signAll } from './signatures.ts';

/** A community hyper-node. */
export interface PaperCommunity {
  /** Items, ascending. */
  readonly items: Int32Array;
  readonly prototype: Signature;
}

export interface PaperGraph {
  readonly sets: EntityGraph;
  readonly signatures: Signatures;
  readonly buckets: Buckets;
  /** Largest first. */
  readonly communities: readonly PaperCommunity[];
  readonly filter: BloomFilter;
  readonly findNearest: FindNearest;
  /** For each item those that link to it, if links have no direction. */
  readonly back: readonly Int32Array[] | undefined;
  /** The chunk's nearest items, nearest first. */
  neighboursOf(item: number): readonly Near[];
  /** The items that links lead to from an item. */
  linkedTo(item: number): readonly number[];
}

/** The entities of a question, extracted in the same way as those of the chunks. */
export function questionEntities(question: string, options: PaperOptions, { synonyms }: Sources): readonly string[] {
  const found = options.entities === 'raw' ? rawEntities(question) : entitiesOfQuestion(question);
  return [...(synonyms === undefined ? found : new Set([...found].map(synonyms.unify)))];
}

function refuse(reader: IndexReader, options: PaperOptions, texts: TextSource | undefined): void {
  if (reader.liveCount > options.maxChunks) {
    throw new RangeError(
      `Cannot build mesh-paper over ${reader.liveCount} chunks: its option maxChunks is ${options.maxChunks}; raise it, or ask with another system`,
    );
  }
  if (options.entities === 'raw' && texts === undefined) {
    throw new Error(
      'Cannot build mesh-paper: its option entities is "raw", which reads the text of the chunks, and none is given; use "clean"',
    );
  }
}

/** The graph of an index. Building throws if there are more chunks than `maxChunks`, or if raw entities are requested without texts. */
export function paperGraphs(id: string, options: PaperOptions, synonyms?: Synonyms): GenerationBuilder<PaperGraph> {
  return {
    id,
    variant: JSON.stringify([options, synonyms?.id]),
    build: (context) => buildPaperGraph(context, options, synonyms),
    // The rest is made of these in linear time.
    encode: ({ sets, communities, back }, order) =>
      sets
        .encode(order, new ColumnWriter())
        .lists(communities.map(({ items }) => items))
        .lists(back ?? [])
        .toBytes(),
    async decode(bytes, order, yieldThread) {
      const reader = new ColumnReader(bytes);
      const sets = EntityGraph.decode(reader, order);
      const members = reader.lists(sets.count);
      const back = reader.lists(sets.count, options.links === 'undirected' ? sets.count : 0);
      reader.end();
      return graphOf(sets, options, yieldThread, { members, back });
    },
  };
}

async function buildPaperGraph(
  { reader, texts, yieldThread }: BuildContext,
  options: PaperOptions,
  synonyms?: Synonyms,
): Promise<PaperGraph> {
  refuse(reader, options, texts);
  const fromText = options.entities === 'raw' && texts !== undefined ? { texts, read: rawEntities } : undefined;
  const sets = await readEntities(reader, { fromText, unify: synonyms?.unify }, yieldThread);
  return graphOf(sets, options, yieldThread);
}

/** The graph of some sets. `kept` is what takes longest to find. */
async function graphOf(
  sets: EntityGraph,
  options: PaperOptions,
  yieldThread: Yield,
  kept?: { readonly members: readonly Int32Array[]; readonly back: readonly Int32Array[] },
): Promise<PaperGraph> {
  const hashesOf = (item: number) => [...(sets.entities[item] as Int32Array)].map((id) => sets.hashes[id] as Hash);
  const signatures = await signAll(sets.count, hashesOf, options, yieldThread);
  const bands = layOutBands({ length: signatures.length, rows: rowsPerBand(options), tables: options.tables });
  const buckets = await fillBuckets(bands, sets.count, signatures.base, signatures.row, yieldThread);
  const memberLists = kept?.members ?? (await findMembers(sets, signatures, buckets, options, yieldThread));
  const communities: PaperCommunity[] = [];
  for (const [i, items] of memberLists.entries()) {
    if (i % 50 === 0) await yieldThread();
    communities.push({ items, prototype: signatures.majority(items) });
  }
  const filter = createBloomFilter(communities.length, falsePositives, bloomHashes);
  for (const { prototype } of communities) filter.add(prototype.words);
  const findNearest = createFindNearest(buckets, signatures, options);
  const known = new Map<number, readonly Near[]>();
  const neighboursOf = (item: number): readonly Near[] => {
    const list = known.get(item) ?? findNearest(signatures.of(item), buckets.ofItem(item), options.neighbours, item);
    known.set(item, list);
    return list;
  };
  const back = options.links === 'undirected' ? (kept?.back ?? (await backLinks(sets.count, neighboursOf, yieldThread))) : undefined;
  return {
    sets,
    signatures,
    buckets,
    communities,
    filter,
    findNearest,
    neighboursOf,
    back,
    linkedTo: (item) => [...neighboursOf(item).map((near) => near.item), ...(back?.[item] ?? [])],
  };
}

async function findMembers(
  sets: EntityGraph,
  signatures: Signatures,
  buckets: Buckets,
  options: PaperOptions,
  yieldThread: Yield,
): Promise<readonly Int32Array[]> {
  if (options.clustering === 'hash')
    return mergeOverlapping(await candidateBuckets(buckets, signatures, options, yieldThread), options.theta, yieldThread);
  return options.clustering === 'kmeans' ? kMeansClusters(sets, yieldThread) : dbscanClusters(sets, yieldThread);
}

async function backLinks(
  count: number,
  neighboursOf: (item: number) => readonly Near[],
  yieldThread: Yield,
): Promise<readonly Int32Array[]> {
  const links: number[][] = [];
  for (let item = 0; item < count; item++) {
    if (item % 20 === 0) await yieldThread();
    links.push(neighboursOf(item).map((near) => near.item));
  }
  return holdersIn(links, count);
}

/**
 * The paper's own entities: maximal runs of words with a capital followed by lower-case letters.
 *
 * Source: MeshRAG section 3.1 mentions "a standard regular-expression based function" without specifying it; this one yields the lists of
 * appendix C. As there, words that begin a sentence count ("According", "Previously"), acronyms do not ("RFEF"), particles split a name ("Hutt",
 * "Gate"), and a function word alone ("After", "It", "These") is dropped. Entities are folded name keys, comparable to stored ones.
 * Figure 1 cannot be made so: what its chunks share ("energy management modules", "healthcare monitoring") is written in lower case, and has no entity
 * by capitals; the figure shows the idea, appendix C the algorithm.
 * Cost: one pass over the text.
 */
const capitalRun = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*(?![\p{L}\p{N}])/gu;
const alone = new Set(
  'the a an it its this that these those he she they we you his her their our and but or if as so in on at of to for from by with after when while'.split(
    ' ',
  ),
);

/** The raw entities of a text, as name keys. */
export function rawEntities(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(capitalRun)) {
    const name = fold(run);
    if (!alone.has(name)) found.add(`${Space.Name}:${name}`);
  }
  return found;
}
