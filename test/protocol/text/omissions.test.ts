import assert from 'node:assert/strict';
import { test } from 'node:test';
import { omissionMark, splitAtOmissions, withOmissions } from '../../../src/protocol/text/omissions.ts';
import { withoutSoftBreaks } from '../../../src/protocol/text/quoteMarkdown.ts';

test('lines that are left out are counted in words', () => {
  assert.equal(withOmissions(`a\n${omissionMark}1\n# ${omissionMark}21\nb`), 'a\n⋯ 1 line left out\n# ⋯ 21 lines left out\nb');
});

test('a text is divided at its marks, code at the lines that hold one; a glyph of an icon font is none', () => {
  const text = `a \ue0011\n  // ${omissionMark}21\nb`;
  assert.deepEqual(splitAtOmissions(text, 'code'), ['a \ue0011\n', `  // ${omissionMark}21`, '\nb']);
  assert.deepEqual(splitAtOmissions(text, 'doc'), ['a \ue0011\n  // ', `${omissionMark}21`, '\nb']);
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
