import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkRanges } from '../../../../src/engine/text/chunks.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';

/** Heading paths of the chunks, joined as titles are. */
function checkPaths(text: string, expected: readonly string[]): void {
  assert.deepEqual(
    chunkRanges(linesOf(text), languageOf('a.md')).map(({ headingPath }) => headingPath.join(' › ')),
    expected,
  );
}

const long = `${'A line.\n'.repeat(12)}\n`;

test('sections carry the path of their headings', () => {
  checkPaths(`${long}# A\n\n${long}## B\n\n${long}### C\n\n${long}## D\n\n${long}# E\n\n${long}`, [
    '',
    'A',
    'A › B',
    'A › B › C',
    'A › D',
    'E',
  ]);
  checkPaths(`### Deep first\n\n${long}# A\n\n${long}### B\n\n${long}`, ['Deep first', 'A', 'A › B']);
});

test('each text stands under its own heading, which a heading without text is joined with', () => {
  checkPaths('# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.\n', ['A', 'A › B', 'A › C']);
  const [joined] = chunkRanges(linesOf('# A\n\n## B\n\n<a id="c"></a>\n### C\n\nOne.\n'), languageOf('a.md'));
  assert.deepEqual(joined?.headingPath, ['A', 'B', 'C']);
  assert.deepEqual(
    joined?.headings.map(({ title }) => title),
    ['A', 'B', 'C'],
  );
  checkPaths('# A\n\n# B\n\nOne.\n\n# C\n', ['B', 'C']);
});

test('labels stand with the heading below them', () => {
  for (const [path, text] of [
    ['a.rst', 'A\n=\n\nOne.\n\n.. _two:\n.. _second:\n\nBee\n===\n\nTwo.\n'],
    ['a.md', '# Aye\n\nOne.\n\n(two)=\n\n# Bee\n\nTwo.\n'],
    ['a.adoc', '= Aye\n\nOne.\n\n[[two]]\n== Bee\n\nTwo.\n'],
  ] as const) {
    const lines = linesOf(text);
    const last = chunkRanges(lines, languageOf(path)).at(-1);
    assert.match(text.slice(last?.from, last?.to), /^[^a-z]*two\W(?:.*\n)*\W*Bee\W+Two\.\n$/);
  }
});
