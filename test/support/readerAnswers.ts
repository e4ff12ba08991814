/** What a reader returns, so that two readers can be compared. */

import assert from 'node:assert/strict';
import type { ChunkInfo, IndexReader, KeyOfChunk } from '../../src/engine/index/reader.ts';
import { questions } from './changes.ts';
import { described } from './memoryIndex.ts';
import { retrievers } from './systems.ts';

/** Everything that a reader can be asked, without ids. */
export async function answers(reader: IndexReader): Promise<unknown> {
  const rankings: unknown[] = [];
  for (const name of ['bm25', 'mesh', 'tfidf']) {
    const retriever = retrievers.get(name);
    assert.ok(retriever);
    for (const question of questions) rankings.push(await described(reader, await retriever.search(reader, question, { limit: 10 })));
  }
  const live = [...(await reader.liveChunks())];
  const infos: ChunkInfo[] = [];
  const keys: (readonly KeyOfChunk[])[] = [];
  // As many as a statement returns within its time limit on a busy machine.
  for (let from = 0; from < live.length; from += 250) {
    const part = live.slice(from, from + 250);
    infos.push(...(await reader.chunkInfo(part)));
    keys.push(...(await reader.chunkKeys(part)));
  }
  const chunks = infos.map((info, i) => ({
    ...{ ...info, title: info.title },
    length: reader.lengths[live[i] as number],
    traits: reader.traits[live[i] as number],
    keys: (keys[i] ?? []).map(({ text, count, roles, places }) => [text, count, roles, places].join(' ')).sort(),
  }));
  const terms = ['harlem', 'openstor', 'word', 'käserei', 'nowhere'];
  const texts = ['n:harlem', 's:openStore', 'p:load', 's:nowhere'];
  const [counts, found] = await Promise.all([reader.termCounts(terms), reader.findKeys(texts)]);
  const sizes = found.map(({ postings }) => [postings.size, [...postings.values].sort(), [...postings.places].sort()]);
  const documents = (await reader.documents())
    .map(({ path, folder, firstChunk, chunksEnd }) => [path, folder, chunksEnd - firstChunk])
    .sort();
  const { liveCount, totalLength } = reader;
  const byPlace = chunks.map((chunk) => JSON.stringify(chunk)).sort();
  return { liveCount, totalLength, rankings, counts: [...counts], sizes, documents, byPlace };
}
