import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import { joinSnapshots } from '../../../src/engine/index/snapshot.ts';
import { indexed, lexicons } from '../../support/memoryIndex.ts';

const note = (path: string) => indexed(path, `The zither of ${path}.`);
const pathsIn = (batch: number, count: number) => Array.from({ length: count }, (_, i) => `${batch}-${i}.txt`);

/** An index with a segment of each of these sizes; a change merges where there are more than `maxSegments`. */
function indexWith(sizes: readonly number[], maxSegments = 100, eagerChunks?: number): MemoryIndex {
  const index = new MemoryIndex(lexicons, eagerChunks, maxSegments);
  for (const [batch, size] of sizes.entries()) index.apply(pathsIn(batch, size).map(note));
  return index;
}

const sizesOf = (index: MemoryIndex): number[] => index.snapshot().segments.map(({ segment }) => segment.chunkCount);

/** Sizes after all merges, of segments of which some chunks are deleted: `[size, deleted]`. */
function merged(...parts: readonly (number | readonly [size: number, deleted: number])[]): readonly number[] {
  const index = indexWith(parts.map((part) => (typeof part === 'number' ? part : part[0])));
  for (const [batch, part] of parts.entries()) if (typeof part !== 'number') index.apply([], pathsIn(batch, part[1]));
  assert.equal(index.mergeUntil(), true);
  return sizesOf(index);
}

test('segments are merged while the first has at most four times the chunks of those behind it', () => {
  assert.deepEqual(merged(8, 2), [10]);
  assert.deepEqual(merged(9, 2), [9, 2]);
  assert.deepEqual(merged(40, 8, 2), [50]);
  assert.deepEqual(merged(41, 8, 2), [41, 10]);
  assert.deepEqual(merged(3), [3]);
  assert.deepEqual(merged(), []);
});

test('a segment is written again where more than a quarter of it is deleted, with what is behind it', () => {
  assert.deepEqual(merged([8, 2]), [8]);
  assert.deepEqual(merged([8, 3]), [5]);
  assert.deepEqual(merged([40, 11], 1), [30]);
  assert.deepEqual(merged([40, 10], 1), [40, 1]);
  assert.deepEqual(merged(100, [20, 6], 1), [100, 15]);
  assert.deepEqual(merged([2, 2], 3), [3], 'a segment without a live document is gone');
});

test('what is live counts, not what is deleted, in whether a segment is merged', () => {
  assert.deepEqual(merged([10, 2], 2), [10]);
  assert.deepEqual(merged([11, 2], 2), [11, 2]);
});

test('a change merges where there are more segments than allowed, and no more chunks than allowed at once', () => {
  assert.deepEqual(sizesOf(indexWith([1, 1, 1], 3)), [1, 1, 1]);
  assert.deepEqual(sizesOf(indexWith([1, 1, 1, 1], 3)), [4]);
  assert.deepEqual(sizesOf(indexWith([1, 1, 1, 1], 3, 4)), [4]);
  assert.deepEqual(sizesOf(indexWith([1, 1, 1, 1], 3, 3)), [1, 3]);
  assert.deepEqual(sizesOf(indexWith([1, 1, 1, 1], 3, 1)), [1, 1, 1, 1]);
  const index = new MemoryIndex(lexicons);
  for (let i = 0; i < 24; i++) index.apply([note(`${i}.txt`)]);
  assert.equal(sizesOf(index).length, 24);
  index.apply([note('24.txt')]);
  assert.deepEqual(sizesOf(index), [25]);
});

test('a merge goes step by step, keeps what is deleted meanwhile, and is over when it says so', () => {
  const index = indexWith([3, 3, 3]);
  const { generation, revision } = index;
  assert.equal(
    index.mergeUntil(() => true),
    false,
  );
  index.apply([note('0-1.txt')], ['1-2.txt']);
  let steps = 0;
  while (!index.mergeUntil(() => true)) steps++;
  assert.ok(steps > 1 && index.generation > generation + 1 && index.revision === revision + 1);
  assert.deepEqual(
    [...index.paths()].sort(),
    [...[0, 1, 2].flatMap((batch) => pathsIn(batch, 3))].filter((path) => path !== '1-2.txt'),
  );
  const { liveCount, totalLength } = index.reader();
  const fresh = new MemoryIndex(lexicons);
  fresh.apply([...index.paths()].map(note));
  assert.deepEqual([liveCount, totalLength], [8, fresh.reader().totalLength]);
});

test('an index without documents has no segment, also while a merge runs', () => {
  const index = indexWith([1, 1]);
  index.mergeUntil(() => true);
  index.apply([], ['0-0.txt', '1-0.txt', 'never.txt']);
  assert.deepEqual([sizesOf(index), index.documentCount, index.mergeUntil()], [[], 0, true]);
  assert.equal(index.apply([], []), undefined);
  assert.deepEqual(index.apply([note('a.txt')])?.paths, ['a.txt']);
});

test('of saved segments the documents are adopted that are claimed; what is saved names no deleted one', () => {
  const [before, after] = [indexWith([2, 2, 1]), new MemoryIndex(lexicons)];
  before.apply([], ['0-0.txt']);
  const saved = before.saved((path) => ({ hash: path, language: 'text' }));
  assert.deepEqual(
    saved.map(({ contents }) => contents.map((content) => content?.hash)),
    [[undefined, '0-1.txt'], ['1-0.txt', '1-1.txt'], ['2-0.txt']],
  );
  const asked: string[] = [];
  after.adopt(saved, (path, { hash }) => {
    asked.push(`${path} ${hash}`);
    return path !== '1-1.txt' && path !== '2-0.txt';
  });
  assert.deepEqual(
    asked,
    ['0-1.txt', '1-0.txt', '1-1.txt', '2-0.txt'].map((path) => `${path} ${path}`),
  );
  assert.deepEqual([[...after.paths()], sizesOf(after), after.reader().liveCount], [['0-1.txt', '1-0.txt'], [2, 2], 2]);
  assert.deepEqual([after.generation, after.revision, after.has('1-1.txt')], [1, 1, false]);
});

test('a list of the first segment alone is given as it is, others are joined once; few deleted chunks are left out', async () => {
  const index = indexWith([60, 60]);
  const of = async (reader = index.reader()) => (await reader.termPostings(['zither', 'unknown']))[0];
  const reader = index.reader();
  assert.equal(await of(reader), await of(reader));
  assert.notEqual(await of(), await of());
  const single = indexWith([60]);
  const listed = async (one = single.reader()) => (await one.termPostings(['zither']))[0];
  assert.equal(await listed(), await listed());
  single.apply([], ['0-7.txt']);
  const after = await listed();
  assert.deepEqual([after?.size, after?.chunks.length, after?.values.length, after?.places.length], [59, 59, 59, 59]);
  assert.deepEqual([...(after?.chunks.subarray(6, 8) ?? [])], [6, 8]);
  assert.deepEqual([...(await single.reader().liveChunks())].slice(6, 8), [6, 8]);
  assert.deepEqual(
    (await single.reader().documents()).slice(6, 8).map(({ path, firstChunk, chunksEnd }) => [path, firstChunk, chunksEnd]),
    [
      ['0-6.txt', 6, 7],
      ['0-8.txt', 8, 9],
    ],
  );
});

test('keys are found by the number of chunks that have them, both ends included', async () => {
  const index = new MemoryIndex(lexicons);
  index.apply([indexed('a.md', 'Ada Marsh met Bob Reed.'), indexed('b.md', 'Ada Marsh met Cy Holm.')]);
  index.apply([indexed('c.md', 'Bob Reed met Ada Marsh.')]);
  const names = async (min: number, max: number, reader = index.reader()) => {
    const texts = await reader.keyTexts(await reader.keysBySize(min, max));
    return texts.filter((text) => text.startsWith('n:')).sort();
  };
  assert.deepEqual(await names(1, 1), ['n:cy holm']);
  assert.deepEqual(await names(2, 3), ['n:ada marsh', 'n:bob reed']);
  assert.deepEqual(await names(3, 3), ['n:ada marsh']);
  index.apply([], ['b.md']);
  assert.deepEqual(await names(2, 2), ['n:ada marsh', 'n:bob reed']);
  assert.deepEqual(await names(1, 1), []);
  const two = joinSnapshots([index.snapshot(), index.snapshot()], lexicons);
  assert.deepEqual([two.generation, two.liveCount], [2 * index.generation, 4]);
  assert.deepEqual(await names(4, 4, two), ['n:ada marsh', 'n:bob reed']);
});
