/** What the retrieval systems were measured to find. The figures of a run of `bench/quality/systems.ts`, with which a test compares them. */

/** Public sets of questions. */
export const measuredSets = ['2wikimultihopqa', 'musique', 'hotpotqa'] as const;

/** By system: the share of the wanted passages that is among the first five, in percent, in the order of the sets. */
export const recallInFive: Readonly<Record<string, readonly [number, number, number]>> = {
  mesh: [97.6, 69.5, 96],
  bm25: [67.8, 51.7, 76.3],
  unweaver: [73.5, 54.7, 69.2],
  'multi-semantic': [82.3, 56.8, 83.8],
  hug: [84.6, 55.8, 87.9],
  topo: [73.3, 55.3, 72.4],
  'mesh-paper': [1.2, 1.3, 7.1],
};
