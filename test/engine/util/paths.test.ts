import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directoryOf, fileNameOf, foldersOf, joinPath } from '../../../src/engine/util/paths.ts';

test('the folder and the name of a path', () => {
  const cases: readonly [path: string, directory: string, name: string][] = [
    ['a.ts', '', 'a.ts'],
    ['src/a.ts', 'src', 'a.ts'],
    ['src/x/a', 'src/x', 'a'],
    ['', '', ''],
  ];
  for (const [path, directory, name] of cases) assert.deepEqual([directoryOf(path), fileNameOf(path)], [directory, name]);
});

test('all folders of some files, those in between included, without the root', () => {
  assert.deepEqual([...foldersOf(['a.ts', 'x/y/z/b.ts', 'x/c.ts'])].sort(), ['x', 'x/y', 'x/y/z']);
});

test('a path is joined and resolved, unless it leads outside', () => {
  const cases: readonly [directory: string, path: string, joined: string | undefined][] = [
    ['src', './a.ts', 'src/a.ts'],
    ['src/x', '../a.ts', 'src/a.ts'],
    ['src', '../..', undefined],
    ['src', '..', ''],
    ['', 'a//b/./c', 'a/b/c'],
    ['', '../a', undefined],
    ['a', 'b/../../c', 'c'],
  ];
  for (const [directory, path, joined] of cases) assert.equal(joinPath(directory, path), joined, `${directory} ${path}`);
});
