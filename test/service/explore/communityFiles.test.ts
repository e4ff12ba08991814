import assert from 'node:assert/strict';
import { test } from 'node:test';
import { communitiesHolding, communitiesWithin, partsIn, siblingFiles } from '../../../src/service/explore/communityFiles.ts';
import type { CommunitiesAnswer, Community } from '../../../src/service/types/results.ts';

const community = (id: string, ...chunks: readonly string[]): Community =>
  ({
    id,
    chunks: chunks.map((chunk) => {
      const [path = '', line, column] = chunk.split(':');
      return {
        folder: '/w',
        path,
        startLine: Number(line),
        endLine: Number(line),
        ...(column === undefined ? {} : { startColumn: Number(column) }),
      };
    }),
  }) as unknown as Community;

const answer = {
  communities: [
    community('one', 'src/a.ts:1', 'src/a.ts:9', 'b.md:1'),
    community('two', 'src/a.ts:5:0', 'src/a.ts:5:80', 'src/c.ts:1'),
    community('none'),
  ],
} as unknown as CommunitiesAnswer;

test('a file has a part of each community that holds it, in their order', () => {
  assert.deepEqual(
    partsIn(answer, 'src/a.ts').map(({ community: { id }, from, to }) => [id, from, to]),
    [
      ['one', 0, 2],
      ['two', 0, 2],
    ],
  );
  assert.deepEqual(
    partsIn(answer, 'src/c.ts').map(({ from, to }) => [from, to]),
    [[2, 3]],
  );
  assert.deepEqual(partsIn(answer, 'missing'), []);
});

test('a folder has the files of communities that lie in it, each once', () => {
  assert.deepEqual(siblingFiles(answer, 'src'), ['src/a.ts', 'src/c.ts']);
  assert.deepEqual(siblingFiles(answer, ''), ['b.md']);
  assert.deepEqual(siblingFiles(answer, 'docs'), []);
});

test('a chunk is held by the community that has the place where it starts', () => {
  const at = (path: string, startLine: number, startColumn?: number) =>
    communitiesHolding(answer, {
      folder: '/w',
      path,
      startLine,
      endLine: startLine,
      ...(startColumn === undefined ? {} : { startColumn }),
    }).map(({ id }) => id);
  assert.deepEqual(
    [at('src/a.ts', 9), at('src/a.ts', 5), at('src/a.ts', 5, 80), at('src/a.ts', 2), at('b.md', 1)],
    [['one'], [], ['two'], [], ['one']],
  );
});

test('the communities of a part are those that begin in one of its files', () => {
  assert.deepEqual(
    communitiesWithin(answer, [{ path: 'src/a.ts' }]).map(({ id }) => id),
    ['one', 'two'],
  );
  assert.deepEqual(communitiesWithin(answer, [{ path: 'b.md' }]), []);
  assert.deepEqual(communitiesWithin(undefined, [{ path: 'b.md' }]), []);
});
