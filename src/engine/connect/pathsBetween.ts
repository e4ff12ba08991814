/** The paths between two ends: first among the passages that a search finds for both, then anywhere. Cost: a search, and `connect` twice. */

import type { IndexReader } from '../index/reader.ts';
import type { Retriever } from '../retrieval/ranking.ts';
import { type Connections, type ConnectOptions, connect, type End } from './connect.ts';

/** Passages that a search finds for both ends. */
const maxFound = 100;

/** @param asked what is searched for: both ends in words. */
export async function pathsBetween(
  reader: IndexReader,
  ends: readonly [End, End],
  asked: string,
  retriever: Retriever,
  { accept = () => true, ...options }: Omit<ConnectOptions, 'relevance'> = {},
): Promise<Connections> {
  const { results } = await retriever.search(reader, asked, { limit: maxFound, accept, signal: options.signal });
  const best = results[0]?.score || 1;
  const shares = new Map(results.map(({ chunk, score }) => [chunk, Math.max(0, score / best)]));
  const relevance = (chunk: number): number => shares.get(chunk) ?? 0;
  const near = await connect(reader, ends, { ...options, relevance, accept: (chunk) => shares.has(chunk) });
  return near.paths.length > 0 ? near : connect(reader, ends, { ...options, relevance, accept });
}
