/**
 * The edges of the base graph and the modules on all levels, from columns of numbers to columns of numbers, so that a worker thread can do it.
 *
 * Cost: most of what modules cost (structure.ts, algorithms/leiden.ts).
 */

import type { OtherThread } from '../../engine/retrieval/derived.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type CommunityTree, communityTree } from '../algorithms/leiden.ts';
import { buildStructure, type NodeKeys } from './structure.ts';

export interface Levels extends CommunityTree {
  /** The structural neighbours of node n are in [offsets[n], offsets[n + 1]), each with the link that leads to it. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly links: Int32Array;
}

/** Modules of more than `maxModule` nodes are split again. */
export interface LevelsInput {
  readonly keys: NodeKeys;
  readonly maxModule: number;
}

export async function buildLevels({ keys, maxModule }: LevelsInput, yieldThread: Yield): Promise<Levels> {
  const { graph, links } = await buildStructure(keys, yieldThread);
  const { offsets, targets } = graph;
  return { offsets, targets, links, ...(await communityTree(graph, maxModule, yieldThread, { iterations: 2 })) };
}

/** With fewer entries, building takes less time than starting a thread. */
const minEntries = 20_000;

/** Builds them in another thread where they are large and there is one: they take seconds of CPU time, and memory that nothing else needs. */
export async function levelsApart(input: LevelsInput, yieldThread: Yield, otherThread: OtherThread | undefined): Promise<Levels> {
  const built = input.keys.nodes.length < minEntries ? undefined : await otherThread?.('levels', input, yieldThread);
  return (built as Levels | undefined) ?? buildLevels(input, yieldThread);
}
