// Hostile documents take linear time, and what follows them is still read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docUnits } from '../../../../src/engine/answer/brief/units/docUnits.ts';
import { chunkRanges } from '../../../../src/engine/text/chunks.ts';
import { readDocument } from '../../../../src/engine/text/documents/readDocument.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';
import { assertLinear } from '../../../support/quick.ts';

const paths = ['a.md', 'a.rst', 'a.adoc', 'a.org', 'a.txt', 'a.1', 'a.tex', 'a.pod'];

const units = [
  ...['[', '>', '*', '> ', '- ', '_', '`', '<', '<!--', '(', '|', '[[', '![', '$'],
  ...[
    '- a\n',
    '> a\n',
    '>\n',
    '-\n',
    '|\n',
    'a|b\n-|-\n',
    '# a\n',
    'a\n=\n',
    '[a\n',
    '[a]: <',
    '[a]: b "\n',
    '<div>\n',
    '<pre>\n',
    '```\n',
    '~~~\na\n',
  ],
  ...[
    '.. a::\n',
    '.. _a:\n',
    '::\n',
    '.. a::\n   :b: c\n',
    '=\na\n',
    '.TP\n',
    '----\n',
    '====\n',
    '* a\n',
    '** a\n',
    '#+begin_src\n',
    '(a)=\n',
    '{a}`b` ',
  ],
];

test('whatever is repeated, a document is read in linear time', { timeout: 300_000 }, async () => {
  for (const path of paths) {
    const language = languageOf(path);
    for (const unit of units) {
      await assertLinear(`${path} ${JSON.stringify(unit)}`, 60_000, (size) => {
        const lines = linesOf(unit.repeat(Math.ceil(size / unit.length)));
        docUnits(lines, language, 0, lines.count);
        chunkRanges(lines, language);
      });
    }
  }
});

test('deep nesting takes linear time, however often', { timeout: 60_000 }, async () => {
  const nested = Array.from({ length: 120 }, (_, i) => `${' '.repeat(2 * i)}- a\n`).join('');
  for (const path of paths) {
    await assertLinear(path, 40, (times) => {
      const lines = linesOf(`${nested}\n`.repeat(times));
      docUnits(lines, languageOf(path), 0, lines.count);
    });
  }
});

test('what follows a hostile part is read', () => {
  const after = '\n\n# Next\n\nText.\n';
  for (const [before, path] of [
    ['x'.repeat(50_000), 'a.md'],
    ['['.repeat(1_000_000), 'a.md'],
    ['*'.repeat(1_000_000), 'a.md'],
    ['>'.repeat(1_000_000), 'a.md'],
    ['> '.repeat(100_000), 'a.md'],
    [`${'- '.repeat(500)}a`, 'a.md'],
    [Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'), 'a.md'],
    ['- a\n\n  ```\n  never closed\n', 'a.md'],
    ['> ```\n> never closed', 'a.md'],
    ['<div>\n<p', 'a.md'],
  ] as const) {
    const lines = linesOf(before + after);
    const { headings, blocks } = readDocument(lines, languageOf(path));
    assert.deepEqual(
      [headings.at(-1)?.title, blocks().at(-1)?.kind, blocks().at(-1)?.last],
      ['Next', 'paragraph', lines.count - 1],
      before.slice(0, 20),
    );
  }
});
