import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGlobs } from '../../../src/workspace/ignore/globs.ts';

test('the first exclude glob that matches is named', () => {
  const { excludedBy } = createGlobs([], ['dist/', '**/*.min.js', '  ', 'docs/**', './/out', 'a/b/**/'], false);
  const cases: readonly [path: string, isDirectory: boolean, glob: string | undefined][] = [
    ['dist', true, 'dist/'],
    ['dist2', true, undefined],
    ['lib/a.min.js', false, '**/*.min.js'],
    ['.x/a.min.js', false, '**/*.min.js'],
    ['docs/a.md', false, 'docs/**'],
    ['docs', true, 'docs/**'],
    ['docs', false, undefined],
    ['out', false, './/out'],
    ['a/b', true, 'a/b/**/'],
    ['a', true, undefined],
    ['Dist', true, undefined],
  ];
  for (const [path, isDirectory, glob] of cases) assert.equal(excludedBy(path, isDirectory), glob, path);
  assert.equal(createGlobs([], ['dist'], true).excludedBy('DIST', true), 'dist');
});

test('include globs admit what they match, and directories in which something may match', () => {
  const { includes, mayIncludeBelow } = createGlobs(['src/**/*.ts', 'docs'], [], false);
  assert.deepEqual(['src/a.ts', 'src/x/a.ts', 'docs', 'src/a.js', 'a.ts'].map(includes), [true, true, true, false, false]);
  assert.deepEqual(['src', 'src/x', 'docs', 'lib'].map(mayIncludeBelow), [true, true, true, false]);
  for (const none of [[], ['', ' ']]) {
    const all = createGlobs(none, [], false);
    assert.deepEqual([all.includes('any'), all.mayIncludeBelow('any')], [true, true]);
  }
});
