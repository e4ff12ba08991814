/**
 * Nodes that are relevant and whose graph has a bounded diameter, by two heuristics; the exact problem is NP-hard.
 *
 * Source: TopoRAG section 3.3, algorithms 1 (post-filter) and 2 (pruning by centres), appendix B (in-filter).
 * Deviations, since the paper's lemma 1 holds for distances in the whole graph, not in the induced one: the bound is checked for each set, by
 * breadth-first search, in the induced graph by default. Algorithm 1 ignores relevance: equal diameters are ordered by it, so that the first
 * node is the nearest; once its best candidate fails, all do, and it ends. Centres are the first nodes of the walk instead of random ones,
 * and a radius of D/2 is at least 1, or D = 1 would leave the centre alone. Lemma 2 follows from the check in the induced graph, where a node
 * must be a neighbour of one of the set. What does not fit is tried again when the set has grown, and a walk that
 * finds too few nodes begins again from the next entry. Sets that grow node by node within the bound miss some that exist: of a ring of five,
 * whose diameter is two, four nodes already have three; and a set of diameter D need not lie within D/2 of any node. If all walks find too few
 * nodes, the sets around each entry are therefore tried one by one where they are few.
 * Cost: a check takes `size` searches over `size` nodes; post-filter makes `size` times the candidates of them, in-filter some per visit, and
 * at most `maxSets` per entry if it falls short.
 */

import { Heap } from '../../engine/algorithms/heap.ts';

/** The neighbours of a node; symmetric, without the node itself. */
export type Neighbours = (node: number) => ReadonlySet<number>;

/** The largest distance of two of some nodes; infinite if one is not reached. */
export type DiameterOf = (members: readonly number[]) => number;

export interface BoundedOptions {
  /** Max number of nodes. */
  readonly size: number;
  /** Max diameter, 0 or more. */
  readonly diameter: number;
}

export interface WalkOptions extends BoundedOptions {
  /** Nodes visited at most. */
  readonly visits: number;
  /** Number of the first nodes that prune by radius; 0 for none. */
  readonly centres: number;
}

/** A graph that is walked from a question. */
export interface WalkedGraph {
  readonly neighboursOf: Neighbours;
  /** The links that the walk follows, if they are not those of the graph: those of a proximity graph. */
  readonly walkedFrom?: (node: number) => Iterable<number>;
  /** The relevance of each node. */
  relevanceOf(nodes: readonly number[]): Promise<readonly number[]>;
}

/** Distances from a node to those members that are reached through members alone. */
function distancesWithin(from: number, members: readonly number[], neighboursOf: Neighbours): ReadonlyMap<number, number> {
  const left = new Set(members);
  left.delete(from);
  const distances = new Map([[from, 0]]);
  for (const [node, distance] of distances) {
    const next = neighboursOf(node);
    for (const other of left) {
      if (!next.has(other)) continue;
      distances.set(other, distance + 1);
      left.delete(other);
    }
  }
  return distances;
}

/** The diameter of the graph that the members induce; 0 for fewer than two. */
export function inducedDiameter(neighboursOf: Neighbours): DiameterOf {
  return (members) => widest(members, (from) => distancesWithin(from, members, neighboursOf));
}

/** The largest distance of two members in the whole graph; infinite beyond `max`. */
export function wholeDiameter(neighboursOf: Neighbours, max: number): DiameterOf {
  const known = new Map<number, ReadonlyMap<number, number>>();
  return (members) =>
    widest(members, (from) => {
      const near = known.get(from) ?? distancesTo(from, neighboursOf, max);
      known.set(from, near);
      return near;
    });
}

function widest(members: readonly number[], distancesFrom: (node: number) => ReadonlyMap<number, number>): number {
  let diameter = 0;
  for (const from of members) {
    const distances = distancesFrom(from);
    for (const to of members) diameter = Math.max(diameter, distances.get(to) ?? Number.POSITIVE_INFINITY);
    if (diameter === Number.POSITIVE_INFINITY) break;
  }
  return diameter;
}

/** Distances in the whole graph to the nodes at most `radius` away; some of them once there are too many. */
function distancesTo(
  from: number,
  neighboursOf: Neighbours,
  radius: number,
  isTooMany: (count: number) => boolean = () => false,
): ReadonlyMap<number, number> {
  const distances = new Map([[from, 0]]);
  for (const [node, distance] of distances) {
    if (distance >= radius || isTooMany(distances.size)) break;
    for (const next of neighboursOf(node)) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}

/** Algorithm 1: adds the candidate that keeps the set narrowest, the earlier of equals, while the bound holds. */
export function postFilter(candidates: readonly number[], diameterOf: DiameterOf, { size, diameter }: BoundedOptions): readonly number[] {
  const left = [...candidates];
  const members: number[] = [];
  while (members.length < size) {
    let [best, narrowest] = [-1, Number.POSITIVE_INFINITY];
    for (const [i, node] of left.entries()) {
      const width = diameterOf([...members, node]);
      if (width < narrowest) [best, narrowest] = [i, width];
    }
    if (narrowest > diameter) break;
    members.push(...left.splice(best, 1));
  }
  return members;
}

/** The set of the in-filter search: keeps the bound with every node that it is offered. */
export class BoundedSet {
  members: readonly number[] = [];
  #waiting: number[] = [];
  readonly #relevance: (node: number) => number;
  readonly #neighboursOf: Neighbours;
  readonly #diameterOf: DiameterOf;
  readonly #options: BoundedOptions;

  constructor(relevance: (node: number) => number, neighboursOf: Neighbours, diameterOf: DiameterOf, options: BoundedOptions) {
    this.#relevance = relevance;
    this.#neighboursOf = neighboursOf;
    this.#diameterOf = diameterOf;
    this.#options = options;
  }

  /** Adds a node; in a full set it replaces the least relevant non-articulation node, if it is more relevant and the bound holds. */
  offer(node: number): void {
    if (this.members.length < this.#options.size) {
      this.#waiting.push(node);
      this.#waiting.sort((a, b) => this.#relevance(b) - this.#relevance(a) || a - b);
      for (let at = 0; at < this.#waiting.length && this.members.length < this.#options.size; at++) {
        if (!this.#fits([...this.members, this.#waiting[at] as number])) continue;
        this.members = [...this.members, ...this.#waiting.splice(at, 1)];
        at = -1;
      }
      return;
    }
    const weakest = [...this.members]
      .sort((a, b) => this.#relevance(a) - this.#relevance(b) || b - a)
      .find((member) => this.#relevance(member) < this.#relevance(node) && !this.#isArticulation(member));
    if (weakest === undefined) return;
    const changed = [...this.members.filter((member) => member !== weakest), node];
    if (this.#fits(changed)) this.members = changed;
  }

  #fits(members: readonly number[]): boolean {
    return this.#diameterOf(members) <= this.#options.diameter;
  }

  /** Whether the others are not connected without it. */
  #isArticulation(node: number): boolean {
    const others = this.members.filter((member) => member !== node);
    return others.length > 0 && distancesWithin(others[0] as number, others, this.#neighboursOf).size < others.length;
  }
}

/** Sets tried one by one around an entry. */
const maxSets = 2500;

/**
 * In-filter: the set of a walk from the first entry, or if it is not full from the entry that leads to the most nodes; best first. If none is
 * full, the most relevant full set around an entry, where there are few sets.
 */
export async function inFilter(
  entries: readonly number[],
  graph: WalkedGraph,
  diameterOf: DiameterOf,
  options: WalkOptions,
): Promise<readonly number[]> {
  let best: readonly number[] = [];
  for (const entry of entries) {
    const members = await walkFrom(entry, graph, diameterOf, options);
    if (members.length > best.length) best = members;
    if (best.length >= options.size) return best;
  }
  for (const entry of entries) {
    const members = await fullSetAround(entry, graph, diameterOf, options);
    if (members !== undefined) return members;
  }
  return best;
}

/** The most relevant full set that holds the entry, best first; undefined if there is none, or if more than `maxSets` would have to be tried. */
async function fullSetAround(
  entry: number,
  { neighboursOf, relevanceOf }: WalkedGraph,
  diameterOf: DiameterOf,
  { size, diameter }: BoundedOptions,
): Promise<readonly number[] | undefined> {
  const isTooMany = (count: number): boolean => setCount(count - 1, size - 1) > maxSets;
  const near = [...distancesTo(entry, neighboursOf, diameter, isTooMany).keys()];
  if (near.length < size || isTooMany(near.length)) return undefined;
  const values = await relevanceOf(near);
  const order = near.map((node, i) => ({ node, value: values[i] as number })).slice(1);
  order.sort((a, b) => b.value - a.value || a.node - b.node);
  let best: { readonly members: readonly number[]; readonly sum: number } | undefined;
  const extend = (members: readonly number[], sum: number, from: number): void => {
    if (members.length === size) {
      if ((best === undefined || sum > best.sum) && diameterOf(members) <= diameter) best = { members, sum };
      return;
    }
    for (let at = from; at + size - members.length <= order.length; at++) {
      const { node, value } = order[at] as (typeof order)[number];
      extend([...members, node], sum + value, at + 1);
    }
  };
  extend([entry], 0, 0);
  const relevance = new Map(near.map((node, i) => [node, values[i] as number]));
  return best && [...best.members].sort((a, b) => (relevance.get(b) as number) - (relevance.get(a) as number) || a - b);
}

/** Number of sets of `size` out of `count`. */
function setCount(count: number, size: number): number {
  let sets = 1;
  for (let i = 1; i <= size; i++) sets *= (count - size + i) / i;
  return count < size ? 0 : sets;
}

/** Walks to the most relevant neighbours, and keeps a set within the bound while it walks. */
async function walkFrom(
  entry: number,
  { neighboursOf, walkedFrom = neighboursOf, relevanceOf }: WalkedGraph,
  diameterOf: DiameterOf,
  options: WalkOptions,
): Promise<readonly number[]> {
  const relevance = new Map<number, number>();
  const relevanceAt = (node: number): number => relevance.get(node) as number;
  const frontier = new Heap<number>((a, b) => relevanceAt(b) - relevanceAt(a) || a - b);
  const push = async (nodes: readonly number[]): Promise<void> => {
    const values = await relevanceOf(nodes);
    for (const [i, node] of nodes.entries()) {
      relevance.set(node, values[i] as number);
      frontier.push(node);
    }
  };
  const set = new BoundedSet(relevanceAt, neighboursOf, diameterOf, options);
  const balls: ReadonlyMap<number, number>[] = [];
  const isNear = (node: number): boolean => balls.every((ball) => ball.has(node));
  const radius = Math.max(1, Math.floor(options.diameter / 2));
  await push([entry]);
  for (let visits = 0; visits < options.visits; ) {
    const node = frontier.pop();
    if (node === undefined) break;
    if (!isNear(node)) continue;
    visits++;
    if (balls.length < options.centres) balls.push(distancesTo(node, neighboursOf, radius));
    set.offer(node);
    await push([...walkedFrom(node)].filter((next) => !relevance.has(next) && isNear(next)));
  }
  return [...set.members].sort((a, b) => relevanceAt(b) - relevanceAt(a) || a - b);
}
