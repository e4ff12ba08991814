/** A part of an index that is read as if it were all. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { chunkOrder, documentsByPlace, positionsOf } from '../../../src/engine/retrieval/chunkOrder.ts';
import { nearestPart, partOf } from '../../../src/engine/retrieval/part.ts';
import { indexed, indexOf } from '../../support/memoryIndex.ts';

const files = {
  'b.md': '# Bell\n\nThe bell of Ada Marsh rings at noon.\n',
  'a.md': '# Ada Marsh\n\nShe keeps the bell.\n',
  'c.md': '# Clock\n\nAda Marsh winds it.\n',
  'd.md': '# Dock\n\nA bell, a bell, a bell.\n',
  'e.md': '# Empty\n\nNothing at all.\n',
  'f.ts': 'export function ringBell() {\n  return ringBell;\n}\n',
};

async function pathsOf(reader: IndexReader): Promise<readonly string[]> {
  return (await reader.chunkInfo([...(await reader.liveChunks())])).map(({ path }) => path);
}

test('a part counts only what is in it, under the ids of the whole', async () => {
  const whole = indexOf(files).reader();
  const all = await pathsOf(whole);
  const chosen = ['c.md', 'b.md'].map((path) => all.indexOf(path));
  const part = await partOf(whole, chosen);
  assert.deepEqual(
    [...(await part.liveChunks())],
    chosen.toSorted((a, b) => a - b),
  );
  assert.deepEqual([part.liveCount, part.chunkCount, part.generation], [2, whole.chunkCount, whole.generation]);
  assert.equal(
    part.totalLength,
    chosen.reduce((sum, chunk) => sum + (whole.lengths[chunk] as number), 0),
  );
  assert.deepEqual((await part.documents()).map(({ path }) => path).sort(), ['b.md', 'c.md']);
  assert.deepEqual([...(await part.termCounts(['bell', 'clock', 'noth']))], [1, 1, 0]);
  const [bell] = await part.termPostings(['bell']);
  assert.deepEqual([bell?.size, [...(bell?.chunks ?? [])].map((chunk) => all[chunk])], [1, ['b.md']]);
  const [ada, empty] = await part.findKeys(['n:ada marsh', 'n:empty']);
  assert.deepEqual([ada?.postings.size, empty?.id, empty?.postings.size], [2, -1, 0]);
  const id = ada?.id as number;
  assert.deepEqual([[...(await part.keyCounts([id]))], await part.keyTexts([id])], [[2], ['n:ada marsh']]);
  assert.deepEqual(
    (await part.keyPostings([id])).map(({ size }) => size),
    [2],
  );
  assert.ok((await part.keysBySize(2, 2)).includes(id));
  assert.ok(!(await part.keysBySize(3, 9)).includes(id) && !(await part.keysBySize(0, 1)).includes(id));
  const [keys] = await part.chunkKeys([chosen[1] as number]);
  assert.equal(keys?.find(({ text }) => text === 'n:ada marsh')?.count, 2);
});

test('the nearest part is half of the best by words, then what shares rare names with them', async () => {
  const whole = indexOf(files).reader();
  const near = async (size: number, rejected?: string) => {
    const all = await pathsOf(whole);
    const { reader, unknownTerms } = await nearestPart(
      whole,
      'bell zephyr',
      size,
      rejected === undefined ? undefined : (chunk) => all[chunk] !== rejected,
    );
    assert.deepEqual(unknownTerms, ['zephyr']);
    return (await pathsOf(reader)).toSorted();
  };
  assert.deepEqual(await near(1), ['b.md']);
  assert.deepEqual(await near(2), ['a.md', 'b.md']);
  assert.deepEqual(await near(4), ['a.md', 'b.md', 'c.md', 'd.md']);
  assert.deepEqual(await near(20), ['a.md', 'b.md', 'c.md', 'd.md', 'f.ts']);
  assert.deepEqual(await near(4, 'b.md'), ['a.md', 'c.md', 'd.md', 'f.ts']);
});

test('chunks are ordered by path, whatever their ids, without those that are deleted', async () => {
  const index = indexOf(files);
  index.apply([indexed('aa.md', '# Later\n\nAdded later.\n')], ['c.md']);
  const reader = index.reader();
  const { chunks, positions } = await chunkOrder(reader);
  assert.deepEqual(
    (await reader.chunkInfo([...chunks])).map(({ path }) => path),
    ['a.md', 'aa.md', 'b.md', 'd.md', 'e.md', 'f.ts'],
  );
  for (const [at, chunk] of chunks.entries()) assert.equal(positions[chunk], at);
  assert.equal([...positions].filter((at) => at === -1).length, reader.chunkCount - reader.liveCount);
  assert.equal(await chunkOrder(reader), await chunkOrder(reader));
  assert.deepEqual((await documentsByPlace(reader)).flat(), [...chunks]);
  assert.deepEqual([...positionsOf(Int32Array.of(3, 1), 5)], [-1, 1, -1, 0, -1]);
});
