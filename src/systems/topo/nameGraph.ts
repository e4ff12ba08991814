/**
 * The graph of `topo`: entities, linked where a chunk is about one and names the other, and where chunks name both.
 *
 * Source: TopoRAG section 3.4 (augmentation by co-occurrence); the paper leaves open how a graph is made from a corpus.
 * Cost: one pass over the postings of all entities; the neighbours of an entity are found when they are asked for.
 */

import { Role } from '../../engine/document.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import type { Neighbours } from '../algorithms/boundedDiameter.ts';
import { tally } from '../algorithms/graph.ts';
import { EntityGraph } from '../entities/entityGraph.ts';
import { readEntities } from '../entities/readEntities.ts';

export interface LinkOptions {
  /** Whether names of one chunk are linked, if at least `together` chunks hold both. */
  readonly cooccurrence: boolean;
  readonly together: number;
  /** Names of more chunks are not nodes. */
  readonly maxHolders: number;
}

export interface TopoGraph {
  readonly entities: EntityGraph;
  /** Entities of each item that are its title or that it defines. */
  readonly heads: readonly Int32Array[];
}

export const topoGraphs: GenerationBuilder<TopoGraph> = {
  id: 'topo-graph',
  async build({ reader, yieldThread }) {
    const entities = await readEntities(reader, {}, yieldThread);
    const found = await reader.findKeys(entities.keys);
    const heads = entities.entities.map(() => [] as number[]);
    for (const [id, { postings }] of found.entries()) {
      for (let i = 0; i < postings.size; i++) {
        const item = entities.itemOf[postings.chunks[i] as number] as number;
        const isHead = ((postings.values[i] as number) & (Role.Title | Role.Defines | Role.DefinesType)) !== 0;
        if (isHead && item >= 0 && entities.entities[item]?.includes(id)) heads[item]?.push(id);
      }
    }
    return { entities, heads: heads.map((list) => Int32Array.from(list)) };
  },
  encode: ({ entities, heads }, order) => entities.encode(order, new ColumnWriter()).lists(heads).toBytes(),
  async decode(bytes, order) {
    const reader = new ColumnReader(bytes);
    const entities = EntityGraph.decode(reader, order);
    const heads = reader.lists(entities.keys.length, entities.count);
    reader.end();
    return { entities, heads };
  },
};

/** The neighbours of each stored key: what a chunk names is linked to its title and to what it defines. */
export function neighboursIn({ entities, heads }: TopoGraph, options: LinkOptions): Neighbours {
  const itemsOf = (id: number): Int32Array => entities.holders[id] as Int32Array;
  const entitiesOf = (item: number): Int32Array => entities.entities[item] as Int32Array;
  return linkedEntities(options, {
    sizeOf: (id) => entities.sizes[id] as number,
    *relatedTo(id) {
      for (const item of itemsOf(id)) {
        const own = heads[item] as Int32Array;
        yield* own.includes(id) ? entitiesOf(item) : own;
      }
    },
    togetherWith: (id) => Array.from(itemsOf(id), entitiesOf),
  });
}

/** Entities by number, as links are made of them. */
export interface LinkedEntities {
  /** Number of chunks. */
  sizeOf(id: number): number;
  /** The names that a statement or a title links to it; it may be among them. */
  relatedTo(id: number): Iterable<number>;
  /** The entities of each of its chunks; it may be among them. */
  togetherWith(id: number): Iterable<Iterable<number>>;
}

/** The neighbours of each entity in the graph that is augmented by co-occurrence. */
export function linkedEntities({ cooccurrence, together, maxHolders }: LinkOptions, entities: LinkedEntities): Neighbours {
  const known = new Map<number, ReadonlySet<number>>();
  const isHub = (id: number): boolean => entities.sizeOf(id) > maxHolders;
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = new Set(isHub(id) ? [] : entities.relatedTo(id));
    for (const [other, count] of tally(isHub(id) || !cooccurrence ? [] : entities.togetherWith(id)))
      if (count >= together) found.add(other);
    found.delete(id);
    for (const other of found) if (isHub(other)) found.delete(other);
    known.set(id, found);
    return found;
  };
}
