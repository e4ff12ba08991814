/** Which files a document names, and in which order they are to be read: tables. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOrder, readToctree, referencesIn } from '../../../src/engine/parts/references.ts';

const known = new Set([
  'README.md',
  'a.ts',
  'docs/a.md',
  'docs/b.md',
  'docs/index.md',
  'docs/deep/c.md',
  'src/a.ts',
  'docs/t.rst',
  'docs/u.txt',
]);

const table: readonly (readonly [
  name: string,
  path: string,
  text: string,
  found: readonly (readonly [path: string, indent: number, section: number])[],
])[] = [
  ['nothing', 'README.md', 'No file is named here.\n', []],
  ['a link', 'README.md', 'See [a](docs/a.md).\n', [['docs/a.md', 0, 0]]],
  ['a path in code', 'README.md', 'See `src/a.ts`.\n', [['src/a.ts', 0, 0]]],
  ['at the end of a sentence', 'README.md', 'It is in src/a.ts.\n', [['src/a.ts', 0, 0]]],
  ['an unknown one', 'README.md', 'It is in src/none.ts.\n', []],
  ['from the folder of the document', 'docs/index.md', '- [c](deep/c.md)\n', [['docs/deep/c.md', 0, 0]]],
  ['above it', 'docs/index.md', 'See ../a.ts.\n', [['a.ts', 0, 0]]],
  [
    'from the root',
    'docs/index.md',
    'See src/a.ts and /a.ts.\n',
    [
      ['src/a.ts', 0, 0],
      ['a.ts', 0, 0],
    ],
  ],
  ['beside it before the root', 'docs/index.md', 'See a.md.\n', [['docs/a.md', 0, 0]]],
  ['each once', 'README.md', 'See docs/a.md.\n\nSee docs/a.md.\n', [['docs/a.md', 0, 0]]],
  ['not itself', 'README.md', 'This is README.md.\n', []],
  [
    'indents',
    'README.md',
    '- docs/a.md\n  - docs/b.md\n',
    [
      ['docs/a.md', 0, 0],
      ['docs/b.md', 2, 0],
    ],
  ],
  [
    'sections',
    'README.md',
    '# One\n\ndocs/a.md\n\n# Two\n\ndocs/b.md\n',
    [
      ['docs/a.md', 0, 1],
      ['docs/b.md', 0, 2],
    ],
  ],
  [
    'headings',
    'README.md',
    '# docs/a.md\n\ndocs/b.md\n',
    [
      ['docs/a.md', -1, 1],
      ['docs/b.md', 0, 1],
    ],
  ],
  [
    'marks around it',
    'README.md',
    '"docs/a.md", (docs/b.md): <a.ts>; docs/deep/c.md#part\n',
    [
      ['docs/a.md', 0, 0],
      ['docs/b.md', 0, 0],
      ['a.ts', 0, 0],
      ['docs/deep/c.md', 0, 0],
    ],
  ],
];

for (const [name, path, text, found] of table)
  test(name, () =>
    assert.deepEqual(
      referencesIn(path, text, known).map((one) => [one.path, one.indent, one.section]),
      found,
    ),
  );

test('the first of each section is read first, and what is indented after what is not', () => {
  const at = (path: string, indent: number, section: number) => ({ path, indent, section });
  assert.deepEqual(readingOrder([at('a', 0, 1), at('b', 2, 1), at('c', 0, 1), at('d', 0, 2), at('e', -1, 2), at('f', 0, 2)]), [
    'e',
    'a',
    'd',
    'c',
    'f',
    'b',
  ]);
  assert.deepEqual(readingOrder([]), []);
});

test('a table of contents of Sphinx names documents without their endings, with titles, and options that are none', () => {
  const text =
    'Tea\n===\n\n.. toctree::\n   :maxdepth: 2\n   :caption: Contents\n\n   t\n   The letter A <a>\n   deep/c\n   u.txt\n   none\n   t\n\nSee b.\n';
  assert.deepEqual(readToctree('docs/index.rst', text, known), ['docs/t.rst', 'docs/a.md', 'docs/deep/c.md', 'docs/u.txt']);
  assert.deepEqual(readToctree('docs/index.rst', 'Tea\n===\n\nA toctree is none here: t\n', known), []);
});

test('a long line without a space is passed once', () => {
  const started = process.cpuUsage();
  const found = referencesIn('docs/signs.md', `${'a'.repeat(200_000)} see gates.md\n`, new Set(['docs/signs.md', 'docs/gates.md']));
  assert.deepEqual(
    found.map(({ path }) => path),
    ['docs/gates.md'],
  );
  assert.ok(process.cpuUsage(started).user < 1_000_000, 'less than a second');
});
