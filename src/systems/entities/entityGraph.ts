/**
 * The graph of entities and the passages that hold them: all graphs of names that the systems walk, cluster or count in are this one.
 *
 * It has two kinds of nodes, each by dense numbers: items, which are the chunks with an entity in an order of their contents, and entities in the
 * order of their keys. An edge joins an item and each of its entities, so the entities of an item are the set E_i of MeshRAG (section 3.1), and the
 * graph is that of HippoRAG without its synonyms. What makes it: `readEntities.ts` from stored keys or texts, `enrichedGraph.ts` from what a model
 * has extracted.
 * Cost: one number per edge; the other direction, and the graph for walks, as much again each, made when they are first asked for.
 */

import { type Hash, hash64 } from '../../engine/hash/hash.ts';
import { type ChunkOrder, positionsOf } from '../../engine/retrieval/chunkOrder.ts';
import type { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { type Graph, graphOfLists, holdersIn } from '../algorithms/graph.ts';

export class EntityGraph {
  /** The chunk of each item. */
  readonly chunks: Int32Array;
  /** The item of each chunk, -1 without an entity. */
  readonly itemOf: Int32Array;
  /** Key of each entity; ascending, so that entities are in the order of their keys. */
  readonly keys: readonly string[];
  readonly hashes: readonly Hash[];
  /** Number of items with each entity. */
  readonly sizes: Int32Array;
  /** Entities of each item, ascending. */
  readonly entities: readonly Int32Array[];
  readonly #ids: ReadonlyMap<string, number>;
  #holders: readonly Int32Array[] | undefined;
  #walk: Graph | undefined;

  constructor(chunks: Int32Array, chunkCount: number, keys: readonly string[], entities: readonly Int32Array[]) {
    this.chunks = chunks;
    this.itemOf = positionsOf(chunks, chunkCount);
    this.keys = keys;
    this.hashes = keys.map((key) => hash64(key));
    this.sizes = new Int32Array(keys.length);
    for (const list of entities) for (const id of list) this.sizes[id] = (this.sizes[id] as number) + 1;
    this.entities = entities;
    this.#ids = new Map(keys.map((key, id) => [key, id]));
  }

  /** Throws `CorruptBytesError`. */
  static decode(reader: ColumnReader, { chunks, positions }: ChunkOrder): EntityGraph {
    const items = reader.numbers(chunks.length).map((position) => chunks[position] as number);
    const keys = reader.texts();
    return new EntityGraph(items, positions.length, keys, reader.lists(keys.length, items.length));
  }

  /** Writes what `decode` reads. */
  encode({ positions }: ChunkOrder, writer: ColumnWriter): ColumnWriter {
    return writer
      .numbers(this.chunks.map((chunk) => positions[chunk] as number))
      .texts(this.keys)
      .lists(this.entities);
  }

  /** Number of items. */
  get count(): number {
    return this.chunks.length;
  }

  idOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  /** The entities that have one of these keys, ascending. */
  known(keys: Iterable<string>): Int32Array {
    return Int32Array.from([...keys].flatMap((key) => this.#ids.get(key) ?? [])).sort();
  }

  /** Items of each entity, ascending. */
  get holders(): readonly Int32Array[] {
    this.#holders ??= holdersIn(this.entities, this.keys.length);
    return this.#holders;
  }

  /** The same for walks: nodes are the items first, then the entities. */
  get walk(): Graph {
    this.#walk ??= graphOfLists([...this.entities.map((list) => list.map((id) => id + this.count)), ...this.holders]);
    return this.#walk;
  }

  /** The keys of the entities that two items share, ascending. */
  sharedKeys(a: number, b: number): readonly string[] {
    return sharedEntities(this.entities[a] as Int32Array, this.entities[b] as Int32Array).map((id) => this.keys[id] as string);
  }
}

/** The entities that two ascending lists share. */
export function sharedEntities(a: Int32Array, b: Int32Array): number[] {
  const shared: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] as number, b[j] as number];
    if (x === y) shared.push(x);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return shared;
}
