/** The paths between two ends: first among the passages that a search finds for both, then anywhere. Cost: a search, and `connect` twice. */

import type { IndexReader } from '../index/reader.ts';
import type { Retriever } from '../retrieval/ranking.ts';
import { type Connections, type ConnectOptions, connect, type End } from './connect.ts';

/** Passages that a search finds for both ends. */
const maxFound = 100;

/** The first passages of the search, those on a path first: a path may lead through weak passages, but a search rarely begins with one. */
const maxPreferred = 3;

export interface ConnectionsFound extends Connections {
  /** What the search finds for both ends, at most 100, best first; of the first three those on the best path first. */
  readonly ranking: readonly number[];
}

/** @param asked the search query: both ends in words. */
export async function pathsBetween(
  reader: IndexReader,
  ends: readonly [End, End],
  asked: string,
  retriever: Retriever,
  { accept = () => true, ...options }: Omit<ConnectOptions, 'relevance'> = {},
): Promise<ConnectionsFound> {
  const { results } = await retriever.search(reader, asked, { limit: maxFound, accept, signal: options.signal });
  const best = results[0]?.score || 1;
  const shares = new Map(results.map(({ chunk, score }) => [chunk, Math.max(0, score / best)]));
  const relevance = (chunk: number): number => shares.get(chunk) ?? 0;
  const near = await connect(reader, ends, { ...options, relevance, accept: (chunk) => shares.has(chunk) });
  const found = near.paths.length > 0 ? near : await connect(reader, ends, { ...options, relevance, accept });
  const onPath = new Set(found.paths[0]?.chunks);
  const preferred = results.slice(0, maxPreferred).filter(({ chunk }) => onPath.has(chunk));
  return { ...found, ranking: [...new Set([...preferred, ...results].map(({ chunk }) => chunk))] };
}
