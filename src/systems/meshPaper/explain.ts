/** The communities that were searched: the names that most of their passages have, and what a model that has read these says of them. */

import { createSection, type Explanation, figure, passages } from '../../engine/retrieval/explanation.ts';
import type { Ranked } from '../../engine/retrieval/ranking.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { readRecords } from '../entities/enrichedPassages.ts';
import type { PaperCommunity, PaperGraph } from './graph.ts';

export interface SearchedCommunity {
  readonly community: PaperCommunity;
  /** Values of its prototype that are those of the question. */
  readonly equal: number;
}

/** Names, and summaries of passages, shown of a community. */
const [maxNames, maxSummaries] = [4, 2];

export async function explainCommunities(
  { sets, signatures }: PaperGraph,
  searched: readonly SearchedCommunity[],
  results: readonly Ranked[],
  { reader, sources, derived, signal, yieldThread }: SearchContext,
): Promise<Explanation> {
  const { enrichment, texts } = sources;
  const recordOf = enrichment && (await readRecords(enrichment, derived, { reader, texts, signal, yieldThread }));
  if (searched.length === 0)
    return {
      sections: [
        createSection('communities', [{ label: '', detail: 'none is similar enough to the question to be searched', chunks: [] }]),
      ],
    };
  const rank = new Map(results.map(({ chunk }, at) => [chunk, at]));
  const rows = searched.map(({ community, equal }) => {
    const chunks = Array.from(community.items, (item) => sets.chunks[item] as number);
    chunks.sort((a, b) => (rank.get(a) ?? results.length) - (rank.get(b) ?? results.length) || a - b);
    const summaries = chunks.flatMap((chunk) => recordOf?.(chunk)?.summary || []).slice(0, maxSummaries);
    const similarity = `similarity ${figure(equal / signatures.length)}, ${passages(chunks.length)}`;
    return { label: commonNames({ sets }, community).join(', '), detail: [similarity, ...summaries].join('. '), chunks };
  });
  return { sections: [createSection('communities', rows)] };
}

function commonNames({ sets }: Pick<PaperGraph, 'sets'>, { items }: PaperCommunity): readonly string[] {
  const counts = new Map<number, number>();
  for (const item of items) for (const id of sets.entities[item] as Int32Array) counts.set(id, (counts.get(id) ?? 0) + 1);
  const first = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxNames);
  return first.map(([id]) => (sets.keys[id] as string).slice(2));
}
