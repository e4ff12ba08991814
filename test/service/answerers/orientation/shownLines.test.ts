/** Several answers as one: blocks in turn or one after the other, their numbers those of the chunks, within the limits of one answer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../src/engine/answer/brief/block.ts';
import { briefLimits } from '../../../../src/engine/answer/brief/brief.ts';
import { interleaved, joined } from '../../../../src/service/answerers/orientation/shownLines.ts';
import type { FoundBlocks } from '../../../../src/service/ask/foundBlocks.ts';

const block = (n: number, lines: number): Block => ({
  n,
  subject: '',
  kind: 'code',
  language: 'TypeScript',
  startLine: 1,
  endLine: lines,
  pieces: [],
});

/** An answer of chunks with the heights of their blocks. */
const answer = (heights: Readonly<Record<number, number>>, more: Partial<FoundBlocks> = {}): FoundBlocks => {
  const chunks = Object.keys(heights).map(Number);
  return { chunks, blocks: chunks.map((chunk, at) => block(at + 1, heights[chunk] as number)), ...more };
};

/** The chunk of each block by its number, with its height. */
const shown = (found: FoundBlocks | undefined) => found?.blocks.map(({ n, endLine }) => [found.chunks[n - 1], endLine]);

test('blocks of several folders come in turn', () => {
  assert.equal(interleaved([]), undefined);
  const one = answer({ 7: 3 });
  assert.equal(interleaved([one]), one);
  assert.deepEqual(shown(interleaved([answer({ 1: 2, 2: 3 }), answer({ 11: 4 })])), [
    [1, 2],
    [11, 4],
    [2, 3],
  ]);
});

test('they end where there is no room, after the block that fills it', () => {
  assert.deepEqual(shown(interleaved([answer({ 1: 12, 2: 1 }), answer({ 11: 11 })])), [
    [1, 12],
    [11, 11],
    [2, 1],
  ]);
  assert.deepEqual(shown(interleaved([answer({ 1: 12, 2: 1 }), answer({ 11: 12 })])), [
    [1, 12],
    [11, 12],
  ]);
  const many = Object.fromEntries(Array.from({ length: briefLimits.maxBlocks }, (_, i) => [i, 1]));
  assert.equal(interleaved([answer(many), answer(many)])?.blocks.length, briefLimits.maxBlocks);
});

test('all of them have to be unsure', () => {
  const [unsure, sure] = [answer({ 1: 1 }, { isUnsure: true }), answer({ 2: 1 })];
  assert.equal(interleaved([unsure, unsure])?.isUnsure, true);
  assert.equal(interleaved([unsure, sure])?.isUnsure, false);
});

test('one after the other, a chunk of both has one number, and the second leads', () => {
  const [a, b] = [answer({ 1: 2, 2: 3 }), answer({ 2: 5, 3: 1 }, { isUnsure: true })];
  assert.equal(joined(a, undefined), a);
  assert.equal(joined(undefined, b), b);
  assert.equal(joined(undefined, undefined), undefined);
  const both = joined(a, b);
  assert.deepEqual(both?.chunks, [1, 2, 3]);
  assert.deepEqual(shown(both), [
    [1, 2],
    [2, 3],
    [2, 5],
    [3, 1],
  ]);
  assert.equal(both?.isUnsure, true);
});
