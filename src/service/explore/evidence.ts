/**
 * What two chunks, or a question and a chunk, share, and what would be lost without it. Computed from stored keys. Losses are measured by
 * searching again without the link: with the question's words alone, or for related chunks without the rarest shared name.
 */

import type { LostLink } from '../../engine/answer/facts.ts';
import type { IndexReader, Postings } from '../../engine/index/reader.ts';
import { isReason } from '../../engine/naming/ubiquitousKeys.ts';
import { questionTerms } from '../../engine/question/question.ts';
import { bind } from '../../engine/retrieval/bind.ts';
import { kindOfKey, spaceOfKind } from '../../engine/retrieval/keyEvidence.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import { bm25 } from '../../engine/retrieval/systems/bm25.ts';
import { maxChunks, relatedTo } from '../../engine/retrieval/systems/related.ts';
import { type OwnChunk, readKeys } from '../ask/relatedChunks.ts';
import type { View } from '../folder/view.ts';
import type { SharedKey } from '../types/results.ts';

/** Ranks are determined among this many results. */
const maxRanked = 100;
const maxShared = 60;

export interface EvidenceAsked {
  readonly from?: OwnChunk;
  readonly question?: string;
  readonly to: OwnChunk;
}

/** Names that both sides hold: the rarest first, common ones after those that link. */
export async function sharedKeys({ from, question, to }: EvidenceAsked, retriever: Retriever, view: View): Promise<readonly SharedKey[]> {
  const shared =
    from === undefined ? await sharedWithQuestion(question ?? '', to, retriever, view) : await sharedByChunks(from, to, view.reader);
  const seen = new Set<string>();
  const sorted = [...shared].sort(
    (a, b) => Number(a.isCommon) - Number(b.isCommon) || a.chunks - b.chunks || b.name.length - a.name.length || (a.name < b.name ? -1 : 1),
  );
  // A symbol and the same name in another case count once.
  return sorted.filter(({ name }) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase())).slice(0, maxShared);
}

async function sharedByChunks(from: OwnChunk, to: OwnChunk, reader: IndexReader): Promise<SharedKey[]> {
  const [mine = [], others = []] = await reader.chunkKeys([from.id, to.id]);
  const rolesOf = new Map(others.map(({ id, roles }) => [id, roles]));
  const both = mine.filter(({ id }) => rolesOf.has(id));
  const postings = await reader.keyPostings(both.map(({ id }) => id));
  return both.map(({ id, text: key, count: chunks, roles }, i) => {
    const kind = kindOfKey(key, roles | (rolesOf.get(id) ?? 0));
    return { kind, name: key.slice(2), key, chunks, isCommon: chunks > maxChunks || !isReason(key, postings[i] as Postings) };
  });
}

/** What the question and the chunk share: the retriever's evidence, with the number of chunks of each key. */
async function sharedWithQuestion(question: string, to: OwnChunk, retriever: Retriever, { reader }: View): Promise<SharedKey[]> {
  const ranking = await retriever.search(reader, question, { limit: 1, accept: (chunk) => chunk === to.id });
  const evidence = (ranking.results[0]?.evidence ?? []).filter(({ via }) => via === undefined);
  const shared: SharedKey[] = [];
  for (const { kind, label, keys } of evidence) {
    const counts = await countHolders(kind, keys, reader);
    keys.forEach((name, i) => void shared.push({ kind, label, name, chunks: counts[i] ?? 0, isCommon: (counts[i] ?? 0) > maxChunks }));
  }
  return shared;
}

/** The number of chunks of each key; none where the kind is not one of the index. */
async function countHolders(kind: string, keys: readonly string[], reader: IndexReader): Promise<readonly number[]> {
  if (kind === 'term') return [...(await reader.termCounts(keys))];
  const space = spaceOfKind[kind as keyof typeof spaceOfKind];
  if (space === undefined) return [];
  return (await reader.findKeys(keys.map((key) => `${space}:${key}`))).map(({ postings }) => postings.size);
}

/** The results of searching without the link. */
export async function lostWithout(
  asked: EvidenceAsked,
  shared: readonly SharedKey[],
  retriever: Retriever,
  view: View,
  signal?: AbortSignal,
): Promise<LostLink> {
  const { from, question, to } = asked;
  const lost: { -readonly [Field in keyof LostLink]: LostLink[Field] } = {};
  if (question !== undefined && questionTerms(question).length > 0) {
    const byLinks = await rankIn(retriever, question, to.id, view.reader, signal);
    lost.question = { rank: byLinks, byWords: await rankIn(bind(bm25), question, to.id, view.reader, signal), of: maxRanked };
  }
  const rarest = shared.find(({ key, isCommon }) => key !== undefined && !isCommon);
  if (from !== undefined && rarest?.key !== undefined) {
    const keys = await readKeys([from], view);
    const exclude = new Set([from.id]);
    const rankOf = async (chosen: typeof keys): Promise<number | null> => {
      const { results } = await relatedTo(view.reader, { keys: chosen, exclude }, { limit: maxRanked, signal });
      return positionOf(results, to.id);
    };
    const without = keys.filter(({ key }) => key.slice(2).toLowerCase() !== rarest.name.toLowerCase());
    lost.related = { rank: await rankOf(keys), without: await rankOf(without), of: maxRanked, name: rarest.name };
  }
  return lost;
}

async function rankIn(
  retriever: Retriever,
  question: string,
  chunk: number,
  reader: IndexReader,
  signal?: AbortSignal,
): Promise<number | null> {
  const { results } = await retriever.search(reader, question, { limit: maxRanked, signal });
  return positionOf(results, chunk);
}

function positionOf(results: readonly { readonly chunk: number }[], wanted: number): number | null {
  const at = results.findIndex(({ chunk }) => chunk === wanted);
  return at < 0 ? null : at + 1;
}
