/**
 * Best-first expansion from seeds over structural edges, modules and gates.
 *
 * Source: HugRAG section 4.2: gain(v) = s(q, v) · decay^t · w(type of the edge), until it is below a threshold or the token budget is used up.
 * Deviations: in the paper an entity's description is pooled from all passages that name it; here a chunk reached by its own title or definition
 * gains what the sentences that name it there have of the question, so it may be near the question without a word of it. Gates are crossed
 * from either side, as the paper's verification asks for a cause in either direction. Without modules, a relation leads from chunk to chunk.
 * The paper's score of what lies behind a gate is a cosine; words alone would leave every gate that leads to other words closed, so that the passage behind a
 * gate that a model confirmed has at least the score `bridge`, and the gate leads to that passage as well as to its module; one that was confirmed by the
 * summaries of two modules, to the passages of the other.
 * Cost: the edges of what is reached, and a look-up of the keys of each chunk.
 */

import { Heap } from '../../engine/algorithms/heap.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { rarity } from '../../engine/retrieval/rarity.ts';
import { bareName, shareAt } from '../../engine/retrieval/steps/mesh/links.ts';
import { questionMass } from '../../engine/retrieval/steps/mesh/seeds.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';
import { positionsBy, rowsIn } from '../algorithms/graph.ts';
import { type ModuleGraph, modulesAbove } from './moduleGraph.ts';
import type { NodeScores } from './nodeScores.ts';
import { isBorne, keyOfLink } from './structure.ts';

export type EdgeType = 'seed' | 'structure' | 'hierarchy' | 'gate';

/** A chunk or module that was reached, or might have been. */
export interface Reached {
  /** A chunk, by its node in the graph; undefined for a module. */
  readonly item?: number;
  readonly module?: number;
  readonly gain: number;
  /** Number of edges from the seed. */
  readonly hops: number;
  readonly type: EdgeType;
  readonly from?: Reached;
  /** The link of a structural edge (`linkOf`); the kind of a gate, and the relation that makes it. */
  readonly link?: number;
  readonly kind?: number;
  readonly relation?: number;
}

export interface ExpansionOptions {
  readonly minGain: number;
  readonly tokens: number;
  readonly hierarchy: boolean;
  readonly gates: boolean;
}

/** The share of words by rarity in what is near the question; the rest is that of the question's words (`scoreNodes`). */
export const alpha = 0.7;
/** Factor of the gain for each hop. */
const decay = 0.7;
/** Factors of the gain by the type of the edge. */
const gateWeight = 1.2;
const hierarchyWeight = 1;
const structureWeight = 0.8;
/**
 * The least score of what a model's verdict leads to. Not measured: below 0.06 `minGain` ends the way to a passage behind two modules, and what shares words
 * with the question should stay ahead.
 */
const bridge = 0.3;

export interface Expansion {
  /** The reached nodes in the order of expansion, best first. */
  readonly reached: readonly Reached[];
  /** The next nodes when the budget was used up. */
  readonly beyond: readonly Reached[];
}

/** Expands from the seeds to nodes near the question. Rejects with the signal's reason. */
export async function expand(
  reader: IndexReader,
  graph: ModuleGraph,
  hits: Hits,
  scores: NodeScores,
  seeds: readonly Reached[],
  options: ExpansionOptions,
  signal?: AbortSignal,
): Promise<Expansion> {
  const { chunks, parents, leafOf, parts, members, neighbours, links, keys, gates, relations } = graph;
  const mass = questionMass(hits);
  const related = options.gates && !options.hierarchy ? relationsByNode(graph) : undefined;
  const heap = new Heap<Reached>((a, b) => b.gain - a.gain || idOf(a) - idOf(b));
  const idOf = ({ item = -1, module = -1 }: Reached): number => (item >= 0 ? item : chunks.length + module);
  const done = new Set<number>();
  /** The best gain of each; of equal paths the first is taken, so that nothing depends on the order of the heap. */
  const offered = new Map<number, number>();
  const offer = (
    to: Pick<Reached, 'item' | 'module' | 'link' | 'kind' | 'relation'>,
    near: number,
    type: EdgeType,
    weight: number,
    from: Reached,
  ): void => {
    const hops = from.hops + 1;
    const one: Reached = { ...to, gain: near * decay ** hops * weight, hops, type, from };
    const id = idOf(one);
    if (one.gain < options.minGain || done.has(id) || one.gain <= (offered.get(id) ?? -1)) return;
    offered.set(id, one.gain);
    heap.push(one);
  };
  const ofNode = (node: number): number => scores.chunks.get(node)?.score ?? 0;
  const ofModule = (module: number): number => scores.modules.get(module)?.score ?? 0;
  for (const seed of seeds) {
    offered.set(idOf(seed), seed.gain);
    heap.push(seed);
  }
  const reached: Reached[] = [];
  const beyond: Reached[] = [];
  let left = options.tokens;
  /** Only a verdict makes a gate without a relation. */
  const behind = (relation: number | undefined, near: number): number =>
    relation === undefined || relations.verified[relation] === 1 ? Math.max(bridge, near) : near;
  const isWithin = (node: number, module: number): boolean => modulesAbove(parents, leafOf[node] as number).includes(module);
  const fromChunk = async (node: number, one: Reached): Promise<void> => {
    const chunk = chunks[node] as number;
    const [own = []] = graph.enriched === undefined ? await reader.chunkKeys([chunk]) : [graph.enriched.keysOf.get(chunk)];
    const known = new Map(own.map((key) => [key.text, key]));
    for (const [i, to] of (neighbours[node] as Int32Array).entries()) {
      const link = links[node]?.[i] as number;
      const named = isBorne(link) ? known.get(keys[keyOfLink(link)] as string) : undefined;
      const described =
        named === undefined ? 0 : rarity(named.count, reader.liveCount) * (bareName + shareAt(hits, chunk, named.places, mass));
      offer({ item: to, link }, Math.min(1, ofNode(to) + alpha * described), 'structure', structureWeight, one);
    }
    const leaf = leafOf[node] as number;
    if (options.hierarchy) offer({ module: leaf }, ofModule(leaf), 'hierarchy', hierarchyWeight, one);
    for (const relation of related?.[node] ?? []) {
      const to = (relations.from[relation] === node ? relations.to : relations.from)[relation] as number;
      offer({ item: to, kind: relations.kinds[relation] as number, relation }, behind(relation, ofNode(to)), 'gate', gateWeight, one);
    }
  };
  const fromModule = (module: number, one: Reached): void => {
    const parent = parents[module] as number;
    for (const to of parent < 0 ? (parts[module] ?? []) : [parent, ...(parts[module] ?? [])])
      offer({ module: to }, ofModule(to), 'hierarchy', hierarchyWeight, one);
    // A verdict on the summaries of two modules names no passage.
    const isOfSummaries = one.type === 'gate' && one.relation === undefined;
    for (const to of members[module] ?? [])
      offer({ item: to }, isOfSummaries ? Math.max(bridge, ofNode(to)) : ofNode(to), 'hierarchy', hierarchyWeight, one);
    if (!options.gates) return;
    for (const { to, ...gate } of gates[module] ?? []) {
      const { relation } = gate;
      offer({ module: to, ...gate }, behind(relation, ofModule(to)), 'gate', gateWeight, one);
      if (relation === undefined || relations.verified[relation] !== 1) continue;
      for (const node of [relations.from[relation] as number, relations.to[relation] as number])
        if (isWithin(node, to)) offer({ item: node, ...gate }, behind(relation, ofNode(node)), 'gate', gateWeight, one);
    }
  };
  for (let one = heap.pop(); one !== undefined; one = heap.pop()) {
    if (done.has(idOf(one))) continue;
    signal?.throwIfAborted();
    done.add(idOf(one));
    if (left <= 0) {
      beyond.push(one);
      continue;
    }
    reached.push(one);
    const { item, module } = one;
    if (item !== undefined) {
      left -= reader.lengths[chunks[item] as number] as number;
      await fromChunk(item, one);
    } else if (module !== undefined) fromModule(module, one);
  }
  return { reached, beyond };
}

/** The last chunk on the way to an end. */
export function chunkBefore(end: Reached): Reached | undefined {
  let at = end.from;
  while (at !== undefined && at.item === undefined) at = at.from;
  return at;
}

function relationsByNode({ relations: { from, to }, chunks }: ModuleGraph): readonly Int32Array[] {
  const { offsets, targets } = positionsBy([...from, ...to], chunks.length);
  return rowsIn(
    offsets,
    targets.map((at) => at % from.length),
  );
}
