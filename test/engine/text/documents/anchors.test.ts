import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOfAnchor } from '../../../../src/engine/text/documents/anchors.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';

test('an anchor is a label, an id, or the words of a heading in any spelling', () => {
  const check = (path: string, text: string, anchor: string, line: number | undefined): void =>
    assert.equal(lineOfAnchor(linesOf(text), languageOf(path), anchor), line, `${anchor} in ${path}`);
  const markdown = '# Lock\n\nOne.\n\n(keeper)=\n## The Gates\n\nTwo.\n\n## Tides {#high}\n';
  for (const anchor of ['keeper', 'the-gates', 'The Gates', '_the_gates', 'Lock#The Gates']) check('a.md', markdown, anchor, 5);
  check('a.md', markdown, 'high', 9);
  check('a.md', markdown, 'sluice', undefined);
  check('a.rst', 'Lock\n====\n\n.. _Gates:\n\nThe gates\n---------\n\nText.\n', 'gates', 5);
  check('a.adoc', '= Lock\n\nText.\n\n[[gates]]\n== The gates\n', 'gates', 5);
});
