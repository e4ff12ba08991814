import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText, sharedIndent } from '../../../../src/engine/answer/brief/blockText.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';

const inLanguage = (path: string) => ({ kind: 'code', language: languageOf(path).name }) as const;
const doc = { kind: 'doc', language: languageOf('a.md').name } as const;

test('the indentation that all lines share is left out', () => {
  const cases: readonly (readonly [texts: readonly string[], indent: string])[] = [
    [['  a\n    b', '   c'], '  '],
    [['\ta', '  b'], ''],
    [['  a\n\n  b'], '  '],
    [['a', '  b'], ''],
    [['', ' '], ''],
    [['    a', '  b', '      c'], '  '],
  ];
  for (const [texts, indent] of cases)
    assert.equal(sharedIndent({ pieces: texts.map((text) => ({ startLine: 1, text })) }), indent, texts.join('|'));
});

test('lines that are left out are counted, indented like what follows, in code in a comment', () => {
  const pieces = [
    { startLine: 1, text: '  a:' },
    { startLine: 4, text: '    b' },
    { startLine: 6, text: '    c' },
  ];
  assert.equal(blockText({ ...inLanguage('a.py'), pieces }), 'a:\n  # ⋯ 2 lines left out\n  b\n  # ⋯ 1 line left out\n  c');
  assert.match(blockText({ ...inLanguage('a.html'), pieces }), /\n {2}<!-- ⋯ 2 lines left out -->\n/);
  assert.equal(
    blockText({ ...doc, pieces }, (lines) => `(${lines})`),
    'a:\n  (2)\n  b\n  (1)\n  c',
  );
  const adjacent = [pieces[0], { startLine: 2, text: '  d' }] as typeof pieces;
  assert.equal(blockText({ ...doc, pieces: adjacent }), 'a:\nd');
});

test('a cut line has its marks, and what is left of a table or list is counted at the end', () => {
  const block = { ...doc, pieces: [{ startLine: 1, text: 'a', isCut: true }] };
  assert.equal(blockText(block), '… a …');
  assert.equal(blockText({ ...block, restLines: 1 }), '… a …\n⋯ 1 line left out');
});

test('a listing has a line each, with its number and the definition that it is in', () => {
  const heading = { code: 'calls', arguments: [] } as never;
  const pieces = [
    { startLine: 12, text: 'open(path);', within: 'load' },
    { startLine: 40, text: 'open(x)', isCut: true },
  ];
  assert.equal(blockText({ ...doc, heading, pieces }), '12  open(path);  (load)\n40  open(x) …');
  assert.equal(blockText({ ...doc, heading, pieces: [], moreLines: [3, 9] }), '… 3, 9');
});
