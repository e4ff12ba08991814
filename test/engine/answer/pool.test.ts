/** Which sources a model's prompt holds: how neighbours are merged, and what fits into a budget. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPool, mergeChunks, type PoolChunk } from '../../../src/engine/answer/pool.ts';

/** Lines `from` to `to` of a file, each with its number. */
function chunk(path: string, from: number, to: number, more: Partial<PoolChunk> = {}): PoolChunk {
  const text = Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');
  return { folder: '', path, startLine: from, endLine: to, title: `${path} ${from}`, kind: 'code', text, secrets: [], ...more };
}

const places = (chunks: readonly PoolChunk[]): readonly string[] =>
  chunks.map(({ folder, path, startLine, endLine }) => `${folder}${path}:${startLine}-${endLine}`);

const table: readonly (readonly [name: string, ranked: readonly PoolChunk[], merged: readonly string[]])[] = [
  ['nothing', [], []],
  ['one', [chunk('a', 1, 3)], ['a:1-3']],
  ['neighbours', [chunk('a', 1, 3), chunk('a', 4, 6)], ['a:1-6']],
  ['whatever their ranks', [chunk('a', 4, 6), chunk('a', 1, 3)], ['a:1-6']],
  ['not with a line between', [chunk('a', 1, 3), chunk('a', 5, 6)], ['a:1-3', 'a:5-6']],
  ['overlapping ones', [chunk('a', 1, 4), chunk('a', 3, 6)], ['a:1-6']],
  ['one inside the other', [chunk('a', 3, 4), chunk('a', 1, 6)], ['a:1-6']],
  ['with the same end', [chunk('a', 1, 6), chunk('a', 3, 6)], ['a:1-6']],
  ['not of two files', [chunk('b', 1, 3), chunk('a', 4, 6)], ['b:1-3', 'a:4-6']],
  ['not of two folders', [chunk('a', 1, 3, { folder: 'x/' }), chunk('a', 4, 6, { folder: 'w/' })], ['x/a:1-3', 'w/a:4-6']],
  ['not parts of one line', [chunk('a', 1, 1, { endColumn: 9 }), chunk('a', 1, 1)], ['a:1-1', 'a:1-1']],
  ['nor before one', [chunk('a', 1, 1), chunk('a', 2, 2, { endColumn: 9 })], ['a:1-1', 'a:2-2']],
  ['at the rank of the best', [chunk('a', 4, 6), chunk('b', 1, 1), chunk('a', 1, 3), chunk('c', 1, 1)], ['a:1-6', 'b:1-1', 'c:1-1']],
];

for (const [name, ranked, merged] of table)
  test(name, () => {
    const found = mergeChunks(ranked);
    assert.deepEqual(places(found), merged);
    for (const { path, startLine, endLine, text } of found) assert.equal(text, chunk(path, startLine, endLine).text);
  });

test('a text without a line break at its end gets one before the next', () => {
  const open = chunk('a', 1, 2);
  const [found] = mergeChunks([{ ...open, text: open.text.trimEnd() }, chunk('a', 3, 3)]);
  assert.equal(found?.text, 'line 1\nline 2\nline 3\n');
});

test('secrets stay where they are in the joined text', () => {
  const first = chunk('a', 1, 2, { secrets: [{ from: 0, to: 4 }] });
  const second = chunk('a', 2, 3, {
    secrets: [
      { from: 0, to: 4 },
      { from: 5, to: 9 },
      { from: 7, to: 11 },
    ],
  });
  const [found] = mergeChunks([first, second]);
  assert.deepEqual(
    found?.secrets.map(({ from, to }) => found.text.slice(from, to)),
    ['line', 'li', 'line'],
  );
  assert.equal(found?.secrets.at(-1)?.from, 14);
});

test('summaries are joined, and what is cut at its end stays cut', () => {
  const [both] = mergeChunks([chunk('a', 1, 1, { summary: 'One.' }), chunk('a', 2, 2, { summary: 'Two.', isCut: true })]);
  assert.deepEqual([both?.summary, both?.isCut], ['One. Two.', true]);
  const [none] = mergeChunks([chunk('a', 1, 1), chunk('a', 2, 2)]);
  assert.deepEqual([none !== undefined && 'summary' in none, none?.isCut], [false, false]);
});

/** A token for each line. */
const count = async (text: string): Promise<number> => text.split('\n').length - 1;
const fill = (chunks: readonly PoolChunk[], budget: number, before = 0) => fillPool(chunks, budget, count, ({ sent }) => sent, before);

const budgets: readonly (readonly [name: string, chunks: readonly PoolChunk[], budget: number, sent: readonly string[]])[] = [
  ['what fits exactly', [chunk('a', 1, 3), chunk('b', 1, 2)], 5, ['1 a:1-3', '2 b:1-2']],
  ['of the last one the first lines', [chunk('a', 1, 3), chunk('b', 1, 10)], 9, ['1 a:1-3', '2 b:1-5 cut']],
  ['not less than a third', [chunk('a', 1, 9)], 3, ['1 a:1-2 cut']],
  ['else the next that fits', [chunk('a', 1, 10), chunk('b', 1, 3)], 3, ['1 b:1-3']],
  ['nothing fits', [chunk('a', 1, 10)], 2, []],
  ['what is cut is paid for', [chunk('a', 1, 10), chunk('b', 1, 2), chunk('c', 1, 4)], 8, ['1 a:1-7 cut', '2 b:1-1 cut']],
];

for (const [name, chunks, budget, sent] of budgets)
  test(name, async () => {
    const sources = await fill(chunks, budget);
    assert.deepEqual(
      sources.map((source) => `${source.n} ${places([source])[0]}${source.isCut ? ' cut' : ''}`),
      sent,
    );
    for (const { text, sent: own } of sources) assert.equal(text, own);
  });

test('numbers go on from those before', async () => {
  assert.deepEqual(
    (await fill([chunk('a', 1, 1), chunk('b', 1, 1)], 9, 4)).map(({ n }) => n),
    [5, 6],
  );
});

test('secrets are masked and counted; a cut source with one keeps its lines', async () => {
  const [whole] = await fill([chunk('a', 1, 3, { secrets: [{ from: 5, to: 6 }] })], 3);
  assert.equal(whole?.masked, 1);
  assert.doesNotMatch(whole?.sent ?? '', /line 1/);
  assert.match(whole?.text ?? '', /line 1/);
  const [cut] = await fill([chunk('a', 1, 9, { secrets: [{ from: 5, to: 6 }] })], 5);
  assert.deepEqual([cut?.isCut, cut?.endLine, cut?.text.split('\n').length], [true, 9, 10]);
  assert.ok((cut?.sent.split('\n').length ?? 9) <= 6);
});

test('a single long line is not cut', async () => {
  const long = chunk('a', 1, 1, { text: 'x'.repeat(100) });
  const letters = async (text: string): Promise<number> => text.length;
  assert.deepEqual(await fillPool([long], 90, letters, ({ sent }) => sent), []);
});
