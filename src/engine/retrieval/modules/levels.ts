/**
 * The edges of the base graph and the modules on all levels, from columns of numbers to columns of numbers, so that a worker thread can do it.
 *
 * Cost: most of what modules cost (structure.ts, algorithms/leiden.ts).
 */

import { type CommunityTree, communityTree } from '../../algorithms/leiden.ts';
import { buildStructure, type NodeKeys } from './structure.ts';

export interface Levels extends CommunityTree {
  /** The structural neighbours of node n are in [offsets[n], offsets[n + 1]), each with the link that leads to it. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly links: Int32Array;
}

/** Modules of more than `maxModule` nodes are split again. */
export type BuildLevels = (keys: NodeKeys, maxModule: number, pause: () => Promise<void>) => Promise<Levels>;

export const buildLevels: BuildLevels = async (keys, maxModule, pause) => {
  const { graph, links } = await buildStructure(keys, pause);
  const { offsets, targets } = graph;
  return { offsets, targets, links, ...(await communityTree(graph, maxModule, pause, { iterations: 2 })) };
};
