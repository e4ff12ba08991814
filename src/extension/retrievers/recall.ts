/** What the retrieval systems were measured to find. The figures of a run of `bench/quality/systems.ts`, with which a test compares them. */

/** Public sets of questions. */
export const measuredSets = ['2wikimultihopqa', 'musique', 'hotpotqa'] as const;

/** By system: the share of the wanted passages that is among the first five, in percent, in the order of the sets. */
export const recallInFive: Readonly<Record<string, readonly [number, number, number]>> = {
  mesh: [97.5, 69.3, 96],
  bm25: [67.5, 52.3, 76.2],
  unweaver: [73.6, 54.9, 69.5],
  'multi-semantic': [82.2, 57.2, 84],
  hug: [84.7, 55.7, 89],
  topo: [73.7, 54.4, 72.5],
  'mesh-paper': [1.2, 1.1, 7.1],
};
