import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockParts, omissionText } from '../../../src/protocol/text/blockLines.ts';
import { withoutSoftBreaks } from '../../../src/protocol/text/quoteMarkdown.ts';

test('pieces are shown without their common indentation, with the number of lines left out before each', () => {
  const pieces = [
    { startLine: 3, text: '  a\n    b' },
    { startLine: 9, text: '  c\n\n d'.replace(' d', '  d') },
    { startLine: 12, text: '  e' },
    { startLine: 5, text: '  f' },
  ];
  assert.deepEqual(blockParts({ pieces }), [
    { leftOut: 0, lines: ['a', '  b'] },
    { leftOut: 4, lines: ['c', '', 'd'] },
    { leftOut: 0, lines: ['e'] },
    { leftOut: 0, lines: ['f'] },
  ]);
});

test('lines that are left out are counted in words', () => {
  assert.deepEqual([omissionText(1), omissionText(2)], ['⋯ 1 line left out', '⋯ 2 lines left out']);
});

test('a paragraph comes on one line; lists, quotes, tables, headings and code keep theirs', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['one\ntwo  \n three', 'one two three'],
    ['one\n\ntwo', 'one\n\ntwo'],
    ['- a\n  b\n- c', '- a b\n- c'],
    ['1. a\n2. b', '1. a\n2. b'],
    ['> a\n> b', '> a\n> b'],
    ['| a |\n| b |\ntext', '| a |\n| b |\ntext'],
    ['# a\ntext\nmore', '# a\ntext more'],
    ['text\n```\na\nb\n```\nmore\nlines', 'text\n```\na\nb\n```\nmore lines'],
  ];
  for (const [text, expected] of cases) assert.equal(withoutSoftBreaks(text), expected, text);
});
