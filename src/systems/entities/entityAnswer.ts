/** Shared by the retrievers over whole entity sets: ranks items by score, with the shared entities as evidence. */

import type { IndexReader } from '../../engine/index/reader.ts';
import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { Evidence, Ranked, RetrieveOptions } from '../../engine/retrieval/ranking.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo, wordCounts } from '../../engine/retrieval/steps/wordPostings.ts';
import { type EntitySets, sharedEntities } from './entitySets.ts';

/** Terms of the question that no chunk holds. */
export async function unknownTermsOf(reader: IndexReader, question: string): Promise<readonly string[]> {
  const terms = await termsTo(reader, question);
  const counts = await wordCounts(reader, terms);
  return terms.filter((_, i) => counts[i] === 0).map(({ term }) => term);
}

/** Entities as evidence, one entry a kind, the rarest first. */
export function entityEvidence(sets: EntitySets, ids: readonly number[]): readonly Evidence[] {
  const rarest = [...ids].sort((a, b) => (sets.sizes[a] as number) - (sets.sizes[b] as number) || a - b);
  return evidenceOfKeys(rarest.map((id) => sets.keys[id] as string));
}

/** The best of some items by score; the evidence of each is what it shares with the question, unless `evidenceOf` returns more. */
export async function rankItems(
  reader: IndexReader,
  sets: EntitySets,
  scores: ReadonlyMap<number, number>,
  asked: Int32Array,
  options: RetrieveOptions,
  evidenceOf: (item: number) => readonly Evidence[] = (item) =>
    entityEvidence(sets, sharedEntities(sets.entities[item] as Int32Array, asked)),
): Promise<readonly Ranked[]> {
  const itemScore = (chunk: number): number => scores.get(sets.itemOf[chunk] as number) as number;
  const chunks = [...scores.keys()].map((item) => sets.chunks[item] as number).filter((chunk) => options.accept?.(chunk) ?? true);
  const chosen = await selectBest(reader, chunks, itemScore, options.limit);
  return chosen.map((chunk) => ({ chunk, score: itemScore(chunk), evidence: evidenceOf(sets.itemOf[chunk] as number) }));
}
