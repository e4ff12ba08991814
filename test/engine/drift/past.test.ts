import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAboutThePast, isRecord, pastSectionCursor } from '../../../src/engine/drift/past.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

test('records are change logs, notes of releases, guides of migration and proposals, by their path', () => {
  for (const path of [
    'CHANGELOG.md',
    'docs/history.rst',
    'docs/upgrading-to-2.md',
    'rfcs/12.md',
    '.changeset/a.md',
    'blog/new/post.md',
    'whatsnew/3.md',
  ])
    assert.ok(isRecord(path), path);
  for (const path of ['docs/guide.md', 'src/blogger/post.md', 'docs/blog-like.md']) assert.ok(!isRecord(path), path);
});

/** Whether the place of `NAME` in a text is about the past. */
const isPast = (text: string): boolean => isAboutThePast(text, text.indexOf('NAME'));

test('a word about a removal counts two lines up and down, within the paragraph', () => {
  const cases: readonly [text: string, isPast: boolean][] = [
    ['NAME was removed.', true],
    ['NAME reads.', false],
    ['It was removed:\none\nNAME', true],
    ['It was removed:\none\ntwo\nNAME', false],
    ['NAME\none\nno longer there', true],
    ['NAME\none\ntwo\nno longer there', false],
    ['It was removed.\n\nNAME', false],
    ['It was removed.\n \t\nNAME', false],
    ['NAME\n\nIt was removed.', false],
    ['removed\nNAME', true],
    ['removed\nNAME\n', true],
    ['NAME\nremoved', true],
    ['use other instead of NAME', true],
    ['use other instead of `NAME', true],
    ['instead of that, NAME', false],
  ];
  for (const [text, expected] of cases) assert.equal(isPast(text), expected, JSON.stringify(text));
});

test('a word about an older state counts on its own line alone', () => {
  assert.deepEqual(['older NAME', 'NAME, legacy', 'older\nNAME', 'NAME\nlegacy', 'x\nNAME older\ny'].map(isPast), [
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('of a long line a thousand units each way are looked at', () => {
  const apart = (units: number): boolean => isPast(`removed ${'x'.repeat(units - 8)}NAME`);
  assert.deepEqual([apart(900), apart(1001), apart(1100)], [true, false, false]);
  const after = (units: number): boolean => isPast(`NAME${' '.repeat(units)}removed`);
  assert.deepEqual([after(980), after(1000)], [true, false]);
});

test('a section is about the past from its heading to the next one', () => {
  const text = '# Guide\n\none\n\n## Migrating from 1\n\ntwo\n\n## Use\n\nthree\n';
  const isInPast = pastSectionCursor(text, languageOf('a.md'));
  assert.deepEqual(
    ['Guide', 'one', '## Migr', 'Migrating', 'two', '## Use', 'three'].map((word) => isInPast(text.indexOf(word))),
    [...[false, false, false, true, true, true, false]],
  );
});
