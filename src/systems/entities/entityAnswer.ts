/** Shared by the retrievers over whole entity sets: ranks items by score, with the shared entities as evidence. */

import type { IndexReader } from '../../engine/index/reader.ts';
import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { Evidence, Ranked, RetrieveOptions } from '../../engine/retrieval/ranking.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo, wordCounts } from '../../engine/retrieval/steps/wordPostings.ts';
import { type EntityGraph, sharedEntities } from './entityGraph.ts';

/** Terms of the question that no chunk holds. */
export async function findUnknownTerms(reader: IndexReader, question: string): Promise<readonly string[]> {
  const terms = await termsTo(reader, question);
  const counts = await wordCounts(reader, terms);
  return terms.filter((_, i) => counts[i] === 0).map(({ term }) => term);
}

/** Entities as evidence, one entry a kind, the rarest first. */
export function entityEvidence(graph: EntityGraph, ids: readonly number[]): readonly Evidence[] {
  const rarest = [...ids].sort((a, b) => (graph.sizes[a] as number) - (graph.sizes[b] as number) || a - b);
  return evidenceOfKeys(rarest.map((id) => graph.keys[id] as string));
}

/** The best of some items by score; the evidence of each is what it shares with the question, unless `evidenceOf` returns more. */
export async function rankItems(
  reader: IndexReader,
  graph: EntityGraph,
  scores: ReadonlyMap<number, number>,
  asked: Int32Array,
  options: RetrieveOptions,
  evidenceOf: (item: number) => readonly Evidence[] = (item) =>
    entityEvidence(graph, sharedEntities(graph.entities[item] as Int32Array, asked)),
): Promise<readonly Ranked[]> {
  const itemScore = (chunk: number): number => scores.get(graph.itemOf[chunk] as number) as number;
  const chunks = [...scores.keys()].map((item) => graph.chunks[item] as number).filter((chunk) => options.accept?.(chunk) ?? true);
  const chosen = await selectBest(reader, chunks, itemScore, options.limit);
  return chosen.map((chunk) => ({ chunk, score: itemScore(chunk), evidence: evidenceOf(graph.itemOf[chunk] as number) }));
}
