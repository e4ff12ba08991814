import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNamePatterns, eitherOf, type NamePatterns } from '../../../src/workspace/ignore/namePatterns.ts';

const matched = (patterns: NamePatterns, path: string, isDirectory = false) => patterns(path, path.lastIndexOf('/') + 1, isDirectory);

test('a list of patterns matches names and paths in either case, by the last one that does', () => {
  const patterns = createNamePatterns(['*.LOCK', 'build/', 'docs/*.txt', '!keep.lock']);
  const cases: readonly [path: string, isDirectory: boolean, pattern: string | undefined][] = [
    ['a.lock', false, '*.LOCK'],
    ['x/A.Lock', false, '*.LOCK'],
    ['keep.lock', false, undefined],
    ['x/build', true, 'build/'],
    ['x/build', false, undefined],
    ['docs/a.txt', false, 'docs/*.txt'],
    ['x/docs/a.txt', false, undefined],
    ['a.ts', false, undefined],
  ];
  for (const [path, isDirectory, pattern] of cases) assert.equal(matched(patterns, path, isDirectory), pattern, path);
});

test('of two lists neither takes back what the other matches', () => {
  const either = eitherOf(createNamePatterns(['*.a']), createNamePatterns(['!x.a', '*.b']));
  assert.deepEqual(
    ['x.a', 'x.b', 'x.c'].map((path) => matched(either, path)),
    ['*.a', '*.b', undefined],
  );
});
