/**
 * The base graph of modules: chunks that share a name, symbol or file, the structural edges of HugRAG.
 *
 * Source: HugRAG section 4.1 and appendix B.1. Without a model, an entity is a chunk: what its title or definition names, described by its
 * text. An occurrence that makes a gate (an import, a call, a base, what is thrown) makes no structural edge, so that without gates it links
 * nothing. A key of k chunks weighs its rarity by k - 1 on each of its edges, so that all keys add alike to the degree of a chunk.
 * Cost: the keys of all chunks, and the square of the sizes of those of at most `max` chunks.
 */

import type { Graph } from '../../algorithms/pagerank.ts';
import { Role, Space } from '../../document.ts';
import type { IndexReader, KeyColumns } from '../../index/reader.ts';
import { chunkOrder, type Pause } from '../derived.ts';
import { rarity } from '../steps/mesh/namedKeys.ts';
import { maxChunksOf, meshWeights } from '../steps/mesh/weights.ts';

/** A key of several chunks, with its roles in each. */
export interface SharedKey {
  readonly text: string;
  /** Ascending. */
  readonly chunks: Int32Array;
  readonly roles: Uint8Array;
}

/** Chunks as nodes, by folder, path and position. */
export interface Nodes {
  readonly chunks: Int32Array;
  /** The node of each chunk; -1 for a deleted one. */
  readonly nodeOf: Int32Array;
}

/** Structural edges. */
export interface Structure {
  readonly graph: Required<Graph>;
  /** For each entry of the graph, the key by which it leads there: `linkOf` of one that the other chunk is about, else of the rarest. */
  readonly links: Int32Array;
}

/** A key, a position among the keys, and whether the chunk at the other end bears it as its title or defines it, as one number. */
export function linkOf(key: number, isBorne: boolean): number {
  return 2 * key + (isBorne ? 1 : 0);
}

export function keyOfLink(link: number): number {
  return link >> 1;
}

export function isBorne(link: number): boolean {
  return (link & 1) === 1;
}

/** The roles by which code uses a key: they make gates. */
export const useRoles = Role.Imports | Role.Calls | Role.Extends | Role.Throws;

/** Chunks or keys between pauses. */
const batch = 5000;

export async function readNodes(reader: IndexReader): Promise<Nodes> {
  return nodesOf((await chunkOrder(reader)).chunks, reader.chunkCount);
}

export function nodesOf(chunks: Int32Array, chunkCount: number): Nodes {
  const nodeOf = new Int32Array(chunkCount).fill(-1);
  chunks.forEach((chunk, node) => {
    nodeOf[chunk] = node;
  });
  return { chunks, nodeOf };
}

/** The names, symbols and files of several chunks, not of too many, that have one of the roles somewhere; ascending by text. */
export async function readSharedKeys(reader: IndexReader, pause: Pause, roles = allRoles): Promise<readonly SharedKey[]> {
  const parts: { readonly chunks: readonly number[]; readonly columns: KeyColumns }[] = [];
  const live = [...(await reader.liveChunks())];
  for (let from = 0; from < live.length; from += batch) {
    await pause();
    const chunks = live.slice(from, from + batch);
    parts.push({ chunks, columns: await reader.chunkKeyColumns(chunks) });
  }
  let maxId = -1;
  for (const { columns } of parts) for (const id of columns.ids) if (id > maxId) maxId = id;
  const sizes = new Int32Array(maxId + 1);
  const rolesOf = new Uint8Array(maxId + 1);
  for (const { columns } of parts)
    for (let i = 0; i < columns.ids.length; i++) {
      const id = columns.ids[i] as number;
      sizes[id] = (sizes[id] as number) + 1;
      rolesOf[id] = (rolesOf[id] as number) | (columns.roles[i] as number);
    }
  await pause();
  const max = maxChunksOf(meshWeights, reader.liveCount);
  const ids: number[] = [];
  sizes.forEach((size, id) => {
    if (size >= 2 && size <= max && (roles === allRoles || ((rolesOf[id] as number) & roles) !== 0)) ids.push(id);
  });
  const texts = await reader.keyTexts(ids);
  const named = ids.map((id, i) => ({ id, text: texts[i] as string })).filter(({ text }) => isName(text));
  named.sort((a, b) => (a.text < b.text ? -1 : 1));
  await pause();
  const offsets = new Int32Array(maxId + 1).fill(-1);
  let end = 0;
  for (const { id } of named) {
    offsets[id] = end;
    end += sizes[id] as number;
  }
  const [allChunks, rolesIn, next] = [new Int32Array(end), new Uint8Array(end), offsets.slice()];
  for (const { chunks, columns } of parts)
    for (const [c, chunk] of chunks.entries())
      for (let i = columns.offsets[c] as number; i < (columns.offsets[c + 1] as number); i++) {
        const id = columns.ids[i] as number;
        const at = next[id] as number;
        if (at < 0) continue;
        next[id] = at + 1;
        allChunks[at] = chunk;
        rolesIn[at] = columns.roles[i] as number;
      }
  return named.map(({ id, text }) => {
    const [from, to] = [offsets[id] as number, next[id] as number];
    return { text, chunks: allChunks.subarray(from, to), roles: rolesIn.subarray(from, to) };
  });
}

const allRoles = 0xff;

const isName = ([space]: string): boolean => space === Space.Name || space === Space.Symbol || space === Space.Path;

/** The chunks in which a key does not make a gate, with its roles there. */
export function structuralHolders({ text, chunks, roles }: SharedKey): readonly Holder[] {
  // All chunks of a folder bear its name.
  const bearing = text[0] === Space.Path ? 0 : Role.Title | Role.Defines;
  const holders: Holder[] = [];
  chunks.forEach((chunk, i) => {
    const own = roles[i] as number;
    if ((own & useRoles) === 0) holders.push({ chunk, isBearer: (own & bearing) !== 0 });
  });
  return holders;
}

interface Holder {
  readonly chunk: number;
  readonly isBearer: boolean;
}

/** Edges to the nodes after each, with what they weigh and the link in either direction. */
interface Edge {
  weight: number;
  there: number;
  back: number;
}

export async function buildStructure(
  { chunks, nodeOf }: Nodes,
  keys: readonly SharedKey[],
  liveCount: number,
  pause: Pause,
): Promise<Structure> {
  const edges = Array.from(chunks, () => new Map<number, Edge>());
  const better = (known: number, link: number): number => {
    if (isBorne(known) !== isBorne(link)) return isBorne(link) ? link : known;
    return sizeOf(link) < sizeOf(known) ? link : known;
  };
  const sizeOf = (link: number): number => (keys[keyOfLink(link)] as SharedKey).chunks.length;
  for (const [k, key] of keys.entries()) {
    if (k % batch === 0) await pause();
    const holders = structuralHolders(key);
    const weight = rarity(key.chunks.length, liveCount) / Math.max(1, holders.length - 1);
    const nodes = holders.map(({ chunk, isBearer }) => ({ at: nodeOf[chunk] as number, link: linkOf(k, isBearer) }));
    nodes.sort((a, b) => a.at - b.at);
    for (const [i, a] of nodes.entries()) {
      const own = edges[a.at] as Map<number, Edge>;
      for (let j = i + 1; j < nodes.length; j++) {
        const b = nodes[j] as (typeof nodes)[number];
        const edge = own.get(b.at);
        if (edge === undefined) own.set(b.at, { weight, there: b.link, back: a.link });
        else {
          edge.weight += weight;
          edge.there = better(edge.there, b.link);
          edge.back = better(edge.back, a.link);
        }
      }
    }
  }
  await pause();
  return joined(edges);
}

/** The graph that lists each edge at both ends. */
function joined(edges: readonly ReadonlyMap<number, Edge>[]): Structure {
  const degrees = new Int32Array(edges.length);
  edges.forEach((own, a) => {
    degrees[a] = (degrees[a] as number) + own.size;
    for (const b of own.keys()) degrees[b] = (degrees[b] as number) + 1;
  });
  const offsets = new Int32Array(edges.length + 1);
  degrees.forEach((degree, a) => {
    offsets[a + 1] = (offsets[a] as number) + degree;
  });
  const next = offsets.slice();
  const targets = new Int32Array(offsets[edges.length] as number);
  const weights = new Float64Array(targets.length);
  const links = new Int32Array(targets.length);
  const put = (from: number, to: number, weight: number, link: number): void => {
    const at = next[from] as number;
    next[from] = at + 1;
    targets[at] = to;
    weights[at] = weight;
    links[at] = link;
  };
  edges.forEach((own, a) => {
    for (const [b, { weight, there, back }] of own) {
      put(a, b, weight, there);
      put(b, a, weight, back);
    }
  });
  return { graph: { offsets, targets, weights }, links };
}
