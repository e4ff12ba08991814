import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberedBy } from '../../../../src/engine/answer/written/spelledMarks.ts';

const sources = [
  { path: 'docs/tides.md', startLine: 3, endLine: 9 },
  { path: 'docs/tides.md', startLine: 20, endLine: 30 },
  { path: 'a/notes.md', startLine: 1, endLine: 5 },
  { path: 'b/notes.md', startLine: 1, endLine: 5 },
  { path: 'c++/x(1).md', startLine: 1, endLine: 2 },
];

const written: readonly [what: string, text: string, numbered: string][] = [
  ['a path', '[docs/tides.md]', '[1]'],
  ['a name of one file', '[tides.md]', '[1]'],
  ['a name of two files', '[notes.md]', '[notes.md]'],
  ['the path of one of them', '[b/notes.md]', '[4]'],
  ['a path with signs of patterns', '[c++/x(1).md]', '[5]'],
  ['an unknown path', '[docs/other.md:3]', '[docs/other.md:3]'],
  ['code', '[`docs/tides.md`]', '[1]'],
  ['a line of the first part', '[docs/tides.md:3]', '[1:3]'],
  ['its last line', '[docs/tides.md:9]', '[1:9]'],
  ['the first line of the second part', '[docs/tides.md:20]', '[2:20]'],
  ['its last one', '[docs/tides.md:30]', '[2:30]'],
  ['a line of no part', '[docs/tides.md:15]', '[1:15]'],
  ['lines', '[docs/tides.md:21-24]', '[2:21-24]'],
  ['lines as GitHub writes them', '[docs/tides.md#L21-L24]', '[2:21-24]'],
  ['a noun', '(docs/tides.md, line 4)', '[1:4]'],
  ['a path alone in parentheses', '(docs/tides.md)', '(docs/tides.md)'],
  ['a link', '[docs/tides.md](docs/tides.md)', '[docs/tides.md](docs/tides.md)'],
  ['an index', 'x[tides.md]', 'x[tides.md]'],
  ['a tag with a number', 'so <cite id="2"/>.', 'so [2].'],
  ['a tag around a number', 'so <ref>2</ref>.', 'so [2].'],
  ['tags that differ', 'so <ref>2</cite>.', 'so <ref>2</cite>.'],
  ['the end of a message', 'so.<|im_end|></s>', 'so.'],
];

test('marks that name a source by its path, its lines or a tag become numbers; others stay', () => {
  const number = numberedBy(sources);
  for (const [what, text, numbered] of written) assert.equal(number(text), numbered, what);
});

test('without sources only tags and tokens are written otherwise', () => {
  const number = numberedBy([]);
  assert.equal(number('[docs/tides.md:3] <ref>2</ref>'), '[docs/tides.md:3] [2]');
});
