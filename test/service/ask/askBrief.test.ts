import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Brief } from '../../../src/engine/answer/brief/block.ts';
import { message } from '../../../src/messages/messages.ts';
import { answerOf, inBriefOrder } from '../../../src/service/ask/askBrief.ts';
import { placeIn, withRelation } from '../../../src/service/ask/relatedChunks.ts';
import type { SearchResult } from '../../../src/service/types/results.ts';

const result = (rank: number, more: Partial<SearchResult> = {}): SearchResult => ({
  ...{
    rank,
    folder: '/w',
    path: `${rank}.ts`,
    startLine: 1,
    endLine: 9,
    title: '',
    kind: 'code',
    fileHash: `hash ${rank}`,
    score: 1,
    evidence: [],
  },
  ...more,
});
const ranked = [1, 2, 3, 4].map((rank) => result(rank));
const block = (n: number, subject: string): Brief['blocks'][number] =>
  ({
    n,
    subject,
    kind: 'code',
    language: 'TypeScript',
    startLine: n,
    endLine: n + 1,
    pieces: [{ text: `line ${n}` }, { text: 'more' }],
  }) as unknown as Brief['blocks'][number];

test('what a brief shows comes first, each once, then what it lists, then the rest', () => {
  const order = (...args: readonly [readonly number[], (readonly number[])?]) =>
    inBriefOrder(
      ['a', 'b', 'c', 'd'],
      args[0].map((n) => ({ n })),
      args[1],
    );
  assert.deepEqual(order([]), ['a', 'b', 'c', 'd']);
  assert.deepEqual(order([3, 1, 3], [4, 1]), ['c', 'a', 'd', 'b']);
  assert.deepEqual(order([9]), ['a', 'b', 'c', 'd']);
});

test('sources are numbered without gaps in the order of the blocks, in the text and in the citations', () => {
  const brief = { state: 'answer', blocks: [block(3, 'Tide'), block(1, '')], seeAlso: [4], fitted: [block(3, 'Tide')] } as unknown as Brief;
  const answer = answerOf(brief, { lookedFor: [], missing: [] }, ranked, [message('readFirst', 'a.ts')]);
  assert.deepEqual(
    answer.sources.map(({ path, rank }) => `${rank} ${path}`),
    ['1 3.ts', '2 1.ts', '3 4.ts', '4 2.ts'],
  );
  assert.deepEqual(
    answer.blocks.map(({ n, path, folder }) => `${n} ${folder} ${path}`),
    ['1 /w 3.ts', '2 /w 1.ts'],
  );
  assert.deepEqual([answer.seeAlso, answer.fitted?.map(({ n }) => n), answer.found], [[3], [1], true]);
  assert.deepEqual(answer.citations[0], {
    ...{ n: 1, path: '3.ts', folder: '/w', startLine: 3, endLine: 4, quote: 'line 3\nmore', title: 'Tide', fileHash: 'hash 3' },
  });
  const paragraphs = answer.answer.split('\n\n');
  assert.match(paragraphs[0] as string, /a\.ts/);
  assert.match(paragraphs[1] as string, /^Tide — 3\.ts:3-4 \[1\]\n/);
  assert.match(paragraphs[2] as string, /^1\.ts:1-2 \[2\]\n/);
});

test('where nothing is found there are no citations, but the sources', () => {
  const brief = { state: 'notHere', blocks: [], seeAlso: [] } as unknown as Brief;
  const answer = answerOf(brief, { lookedFor: ['tide'], missing: ['tide'] }, ranked);
  assert.deepEqual(
    [answer.found, answer.citations, answer.sources.length, 'lead' in answer, 'fitted' in answer],
    [false, [], 4, false, false],
  );
});

test('a result defines, uses or documents what a place names, or shares names with it', () => {
  const evidence = [{ kind: 'symbol', keys: ['openReef'] }] as unknown as SearchResult['evidence'];
  const shared = [{ kind: 'name', keys: ['openReef'] }] as unknown as SearchResult['evidence'];
  const relation = (one: SearchResult, defined: readonly string[], defines: readonly string[], name?: string) => {
    const { relation: is, subject } = withRelation(one, defined, { defines, ...(name === undefined ? {} : { name }) });
    return [is, subject];
  };
  assert.deepEqual(relation(result(1, { evidence }), ['openReef'], []), ['defines', 'openReef']);
  assert.deepEqual(relation(result(1, { evidence }), ['other', 'tide'], [], 'tide'), ['defines', 'tide']);
  assert.deepEqual(relation(result(1, { evidence }), ['other', 'openReef'], ['openReef']), ['defines', 'openReef']);
  assert.deepEqual(relation(result(1, { evidence }), ['other'], ['openReef']), ['uses', 'openReef']);
  assert.deepEqual(relation(result(1, { evidence, kind: 'doc' }), [], ['openReef']), ['documents', 'openReef']);
  assert.deepEqual(relation(result(1, { evidence }), [], ['gate']), ['shares', undefined]);
  assert.deepEqual(relation(result(1, { evidence: shared }), [], ['openReef']), ['shares', undefined]);
});

test('a file outside of every folder has no position', () => {
  assert.deepEqual(placeIn('/elsewhere/a.ts', []), { path: '/elsewhere/a.ts', position: -1 });
});
