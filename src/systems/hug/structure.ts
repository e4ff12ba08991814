/**
 * The base graph of modules: chunks that share a name, symbol or file, the structural edges of HugRAG.
 *
 * Source: HugRAG section 4.1 and appendix B.1. Without a model, an entity is a chunk: what its title or definition names, described by its
 * text. An occurrence that makes a gate (an import, a call, a base, what is thrown) makes no structural edge, so that without gates it links
 * nothing. A key of k chunks weighs its rarity by k - 1 on each of its edges, so that all keys add alike to the degree of a chunk.
 * Cost: the square of the sizes of the keys.
 */

import { Role, Space } from '../../engine/document.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { chunkOrder, positionsOf } from '../../engine/retrieval/chunkOrder.ts';
import { rarity } from '../../engine/retrieval/rarity.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type Graph, positionsBy } from '../algorithms/graph.ts';
import { type SharedKey, useRoles } from './sharedKeys.ts';

/** Chunks as nodes, by folder, path and position. */
export interface Nodes {
  readonly chunks: Int32Array;
  /** The node of each chunk; -1 for a deleted one. */
  readonly nodeOf: Int32Array;
}

/** Structural edges. */
export interface Structure {
  readonly graph: Required<Graph>;
  /** For each entry of the graph, the key by which it leads there: `encodeLink` of one that the other chunk is about, else of the rarest. */
  readonly links: Int32Array;
}

/** A key, a position among the keys, and whether the chunk at the other end bears it as its title or defines it, as one number. */
function encodeLink(key: number, isBorne: boolean): number {
  return 2 * key + (isBorne ? 1 : 0);
}

export function keyOfLink(link: number): number {
  return link >> 1;
}

export function isBorne(link: number): boolean {
  return (link & 1) === 1;
}

/** Nodes between yields. */
const batch = 1000;

export async function readNodes(reader: IndexReader): Promise<Nodes> {
  const { chunks, positions } = await chunkOrder(reader);
  return { chunks, nodeOf: positions };
}

export function createNodes(chunks: Int32Array, chunkCount: number): Nodes {
  return { chunks, nodeOf: positionsOf(chunks, chunkCount) };
}

/** Keys with the nodes that they link, as columns: all that modules follow from. */
export interface NodeKeys {
  readonly nodeCount: number;
  /** The nodes of key k are in [offsets[k], offsets[k + 1]), ascending. */
  readonly offsets: Int32Array;
  readonly nodes: Int32Array;
  /** As in `encodeLink`. */
  readonly links: Int32Array;
  /** The number of chunks that have each key in any role, and its weight on an edge. */
  readonly sizes: Int32Array;
  readonly weights: Float64Array;
}

/** The keys, without the chunks in which they make a gate. */
export function createNodeKeys({ chunks, nodeOf }: Nodes, keys: readonly SharedKey[], liveCount: number): NodeKeys {
  const offsets = new Int32Array(keys.length + 1);
  const weights = new Float64Array(keys.length);
  const entries: { readonly node: number; readonly link: number }[] = [];
  for (const [k, key] of keys.entries()) {
    // All chunks of a folder bear its name.
    const bearing = key.text[0] === Space.Path ? 0 : Role.Title | Role.Defines;
    const own: { readonly node: number; readonly link: number }[] = [];
    key.chunks.forEach((chunk, i) => {
      const roles = key.roles[i] as number;
      if ((roles & useRoles) === 0) own.push({ node: nodeOf[chunk] as number, link: encodeLink(k, (roles & bearing) !== 0) });
    });
    own.sort((a, b) => a.node - b.node);
    for (const one of own) entries.push(one);
    offsets[k + 1] = entries.length;
    weights[k] = rarity(key.chunks.length, liveCount) / Math.max(1, own.length - 1);
  }
  return {
    nodeCount: chunks.length,
    offsets,
    nodes: Int32Array.from(entries, ({ node }) => node),
    links: Int32Array.from(entries, ({ link }) => link),
    sizes: Int32Array.from(keys, (key) => key.chunks.length),
    weights,
  };
}

/** Edges from each node to those after it, with what they weigh and the link in either direction. */
interface Edges {
  /** The keys of node n are in [starts[n], starts[n + 1]). */
  readonly starts: Int32Array;
  readonly to: number[];
  readonly weights: number[];
  readonly there: number[];
  readonly back: number[];
}

export async function buildStructure(keys: NodeKeys, yieldThread: Yield): Promise<Structure> {
  const { nodeCount, offsets, nodes, links, sizes, weights } = keys;
  const sizeOf = (link: number): number => sizes[keyOfLink(link)] as number;
  const better = (known: number, link: number): number => {
    if (isBorne(known) !== isBorne(link)) return isBorne(link) ? link : known;
    return sizeOf(link) < sizeOf(known) ? link : known;
  };
  const held = positionsBy(nodes, nodeCount);
  const edges: Edges = { starts: new Int32Array(nodeCount + 1), to: [], weights: [], there: [], back: [] };
  /** The last edge to each node. */
  const edgeTo = new Int32Array(nodeCount).fill(-1);
  for (let node = 0; node < nodeCount; node++) {
    if (node % batch === 0) await yieldThread();
    const start = edges.to.length;
    edges.starts[node] = start;
    for (let h = held.offsets[node] as number; h < (held.offsets[node + 1] as number); h++) {
      const entry = held.targets[h] as number;
      const back = links[entry] as number;
      const key = keyOfLink(back);
      const weight = weights[key] as number;
      for (let other = entry + 1; other < (offsets[key + 1] as number); other++) {
        const [to, there] = [nodes[other] as number, links[other] as number];
        const edge = edgeTo[to] as number;
        if (edge < start) {
          edgeTo[to] = edges.to.length;
          edges.to.push(to);
          edges.weights.push(weight);
          edges.there.push(there);
          edges.back.push(back);
        } else {
          edges.weights[edge] = (edges.weights[edge] as number) + weight;
          edges.there[edge] = better(edges.there[edge] as number, there);
          edges.back[edge] = better(edges.back[edge] as number, back);
        }
      }
    }
  }
  edges.starts[nodeCount] = edges.to.length;
  await yieldThread();
  return joined(nodeCount, edges);
}

/** The graph that lists each edge at both ends. */
function joined(nodeCount: number, { starts, to, weights, there, back }: Edges): Structure {
  /** The ends of edge e are at 2e and 2e + 1. */
  const ends = new Int32Array(2 * to.length);
  for (let a = 0; a < nodeCount; a++)
    for (let edge = starts[a] as number; edge < (starts[a + 1] as number); edge++) {
      ends[2 * edge] = a;
      ends[2 * edge + 1] = to[edge] as number;
    }
  const { offsets, targets: order } = positionsBy(ends, nodeCount);
  const graph = { offsets, targets: new Int32Array(ends.length), weights: new Float64Array(ends.length) };
  const links = new Int32Array(ends.length);
  for (let i = 0; i < order.length; i++) {
    const end = order[i] as number;
    graph.targets[i] = ends[end ^ 1] as number;
    graph.weights[i] = weights[end >> 1] as number;
    links[i] = ((end & 1) === 0 ? there : back)[end >> 1] as number;
  }
  return { graph, links };
}
