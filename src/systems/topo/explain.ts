/** The names that were found near the question, within the bound, and the links between them. */

import { createSection, type DrawnEdge, type Explanation, figure, maxNodes, passages } from '../../engine/retrieval/explanation.ts';
import type { SearchedEntities } from './entities.ts';

/** `chosen` are entities with their relevance, `diameter` is the bound; `results` are the chunks of the ranking, best first. */
export function explainNames(
  { keys, chunksOf, neighboursOf }: SearchedEntities,
  chosen: ReadonlyMap<number, number>,
  diameter: number,
  results: readonly number[],
): Explanation {
  const rank = new Map(results.map((chunk, at) => [chunk, at]));
  const rankedChunks = (id: number): readonly number[] =>
    [...chunksOf(id)].sort((a, b) => (rank.get(a) ?? results.length) - (rank.get(b) ?? results.length) || a - b);
  const names = [...chosen].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const rows = names.map(([id, relevance]) => {
    const places = rankedChunks(id);
    return { label: entityName(keys, id), detail: `similarity ${figure(relevance)}, ${passages(places.length)}`, chunks: places };
  });
  const drawn = new Set(names.slice(0, maxNodes).map(([id]) => id));
  const edges: DrawnEdge[] = [];
  for (const from of drawn) for (const to of neighboursOf(from)) if (from < to && drawn.has(to)) edges.push({ from, to, label: '' });
  const nodes = [...drawn].map((id) => ({ id, label: entityName(keys, id), chunk: rankedChunks(id)[0] as number }));
  const bound = { label: 'bound', detail: `at most ${diameter} links between two names of a part of the question`, chunks: [] };
  return { sections: [createSection('names', [bound, ...rows])], drawing: { nodes, edges, isDirected: false } };
}

function entityName(keys: readonly string[], id: number): string {
  return (keys[id] as string).slice(2);
}
