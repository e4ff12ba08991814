/** The keys that a question names, looked up in the index. Cost: a pass over the postings of each. */

import type { IndexReader, Postings } from '../../index/reader.ts';
import type { EvidenceKind } from '../keyEvidence.ts';

/** A key that the question names and the index knows. */
export interface NamedKey {
  readonly id: number;
  readonly key: string;
  readonly kind: EvidenceKind;
  readonly postings: Postings;
  /** Chunks that bear or define it. */
  readonly holders: readonly number[];
}

/** The rarity of something that `size` of `count` chunks hold, 0 to 1: ln(1 + count / size) / ln(1 + count). */
export function rarity(size: number, count: number): number {
  return size <= 0 ? 1 : Math.log(1 + count / size) / Math.log(1 + count);
}

/** Those of the keys that any chunk has, in their order. @param role bits of `Role`, of which holders have one. */
export async function lookUp(reader: IndexReader, keys: readonly string[], kind: EvidenceKind, role: number): Promise<NamedKey[]> {
  const ids = await reader.keyIds(keys);
  const known = keys.flatMap((key, i) => ((ids[i] as number) >= 0 ? [{ key, id: ids[i] as number }] : []));
  const postings = await reader.keyPostings(known.map(({ id }) => id));
  return known
    .map(({ key, id }, i) => ({ id, key, kind, postings: postings[i] as Postings, holders: holdersOf(postings[i] as Postings, role) }))
    .filter((entry) => entry.postings.size > 0);
}

/** Leaves out names that lie within a longer one that was found before. */
export function maximal(found: readonly NamedKey[]): readonly NamedKey[] {
  const kept: NamedKey[] = [];
  for (const entry of found) {
    const inner = ` ${entry.key.slice(2)} `;
    if (!kept.some(({ key }) => ` ${key.slice(2)} `.includes(inner))) kept.push(entry);
  }
  return kept;
}

function holdersOf(postings: Postings, role: number): number[] {
  const holders: number[] = [];
  for (let i = 0; i < postings.size; i++) if ((postings.values[i] as number) & role) holders.push(postings.chunks[i] as number);
  return holders;
}
