import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, settledEnd } from '../../../../src/engine/answer/written/answerParts.ts';

test('the lines of an answer are prose, items, marks, blanks or blocks of code', () => {
  const kinds: readonly (readonly [line: string, kind: string])[] = [
    ...([
      ['A sentence.', 'prose'],
      ['- an item', 'item'],
      ['* an item', 'item'],
      ['2. an item', 'item'],
      ['3) an item', 'item'],
    ] as const),
    ...([
      ['12 apples', 'prose'],
      ['-dash', 'prose'],
      ['-', 'prose'],
      ['', 'blank'],
      ['  ', 'blank'],
      ['[1] [2], [?]', 'marks'],
    ] as const),
    ...([
      ['**Sources:** [1], [4]', 'marks'],
      ['Sources: [1] and more', 'prose'],
      ['Kettles: [1]', 'prose'],
      ['[1] it is', 'prose'],
    ] as const),
  ];
  for (const [line, kind] of kinds) assert.equal(partsOf(line)[0]?.kind, kind, line);
});

test('a block of code is one part, also while it is open; sentences have their places', () => {
  const answer = 'One. Two.\n```ts\na\n\nb\n```\n\nThree.';
  const parts = partsOf(answer);
  assert.deepEqual(
    parts.map(({ kind, from, to }) => [kind, answer.slice(from, to)]),
    [
      ['prose', 'One. Two.'],
      ['code', '```ts\na\n\nb\n```'],
      ['blank', ''],
      ['prose', 'Three.'],
    ],
  );
  assert.deepEqual(
    parts[0]?.sentences.map(({ from, to }) => answer.slice(from, to).trim()),
    ['One.', 'Two.'],
  );
  assert.deepEqual(
    parts[3]?.sentences.map(({ from, to }) => answer.slice(from, to)),
    ['Three.'],
  );
  assert.deepEqual(
    partsOf('a\n```\nb\n\nc').map(({ kind }) => kind),
    ['prose', 'code'],
  );
});

test('what precedes the last paragraph is settled, unless marks or a list may still cover it', () => {
  const settled: readonly (readonly [answer: string, settled: string])[] = [
    ['', ''],
    ['One.', ''],
    ['One.\n\nTwo', 'One.\n\n'],
    ['One.\n\n', ''],
    ['One.\n\n[1', ''],
    ['One.\n\nTwo.\n\n[', 'One.\n\n'],
    ['One.\n\nSour', ''],
    ['One:\n\n- a', ''],
    ['One.\n\nTwo:\n\n- a', 'One.\n\n'],
  ];
  for (const [answer, start] of settled) assert.equal(answer.slice(0, settledEnd(answer)), start, JSON.stringify(answer));
});
