/** Which folders are parts: a table of trees, the numbers of parts at each size, and what holds for any tree. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Division, divide, maxParts, minPartsOf } from '../../../src/engine/parts/division.ts';

/** `count` files in a folder. */
const filesIn = (folder: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${folder}${folder === '' ? '' : '/'}f${String(i).padStart(3, '0')}.ts`);

/** A tree by folders with the number of their own files. */
const tree = (folders: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(folders)
    .flatMap(([folder, count]) => filesIn(folder, count))
    .sort();

const divided = (paths: readonly string[], weights = paths.map(() => 1)): readonly Division[] => divide(paths, weights);

/** Parts with the numbers of their files. */
const sizes = (parts: readonly Division[]): Readonly<Record<string, number>> =>
  Object.fromEntries(parts.map(({ path, files }) => [path === '' ? '.' : path, files.length]));

const table: readonly {
  readonly name: string;
  readonly of: Readonly<Record<string, number>>;
  readonly is: Readonly<Record<string, number>>;
}[] = [
  { name: 'nothing', of: {}, is: {} },
  { name: 'a flat folder is one part', of: { '': 9 }, is: { '.': 9 } },
  { name: 'folders of the root are parts, in the order of their paths', of: { b: 4, a: 3, '': 2 }, is: { '.': 2, a: 3, b: 4 } },
  { name: 'a folder of one file stays with the files beside it', of: { a: 4, b: 1, c: 4 }, is: { '.': 1, a: 4, c: 4 } },
  { name: 'a folder whose only content is a folder is that one', of: { 'x/y/z': 6 }, is: { 'x/y/z': 6 } },
  { name: 'the root is divided from its only large folder', of: { '': 2, a: 9 }, is: { '.': 2, a: 9 } },
  { name: 'a folder of one large folder and two files is not', of: { a: 2, 'a/b': 9, c: 4 }, is: { a: 11, c: 4 } },
  { name: 'it is beside three files', of: { a: 3, 'a/b': 9, c: 4 }, is: { a: 3, 'a/b': 9, c: 4 } },
  { name: 'the largest is split first', of: { 'a/x': 8, 'a/y': 8, 'b/x': 2, 'b/y': 2 }, is: { 'a/x': 8, 'a/y': 8, 'b/x': 2, 'b/y': 2 } },
];

for (const { name, of, is } of table) test(name, () => assert.deepEqual(sizes(divided(tree(of))), is));

test('small folders have few parts, large ones at least eight, at most twenty-five', () => {
  assert.deepEqual([0, 1, 11, 12, 59, 60, 5000].map(minPartsOf), [1, 1, 1, 3, 3, 8, 8]);
  const folders = (count: number, files: number) => tree(Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}`, files])));
  assert.equal(divided(folders(40, 3)).length, maxParts);
  assert.equal(divided(folders(40, 3)).find(({ path }) => path === '')?.files.length, 3 * (40 - maxParts + 1));
  assert.equal(divided(folders(12, 10)).length, 12);
  // Of 59 files, a fifth and three more at most.
  assert.equal(divided(folders(29, 2)).length, 15);
});

test('a part that holds more than a fifth is split although there are enough', () => {
  const small = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`d${String(i).padStart(2, '0')}`, 4]));
  assert.ok(!('big' in sizes(divided(tree({ ...small, 'big/x': 9, 'big/y': 9 })))));
  assert.ok('big' in sizes(divided(tree({ ...small, 'big/x': 7, 'big/y': 7 }))));
});

test('weights decide which folder is the larger one', () => {
  const folders = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`d${String(i).padStart(2, '0')}`, 3]));
  const paths = tree(folders);
  const weights = paths.map((path) => (path < 'd15' ? 1 : 2));
  const named = divided(paths, weights)
    .map(({ path }) => path)
    .filter((path) => path !== '');
  assert.deepEqual(
    named,
    Array.from({ length: maxParts - 1 }, (_, i) => `d${i + 15}`),
  );
});

test('every file is in one part, whose path begins its own, in order', () => {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 200; round++) {
    const paths = [
      ...new Set(
        Array.from({ length: 1 + next(120) }, () => {
          const folders = Array.from({ length: next(4) }, () => `d${next(5)}`);
          return [...folders, `f${next(40)}.ts`].join('/');
        }),
      ),
    ].sort();
    const parts = divided(
      paths,
      paths.map(() => 1 + next(9)),
    );
    assert.deepEqual(
      parts.flatMap(({ files }) => files).sort((a, b) => a - b),
      paths.map((_, at) => at),
    );
    for (const { path, files } of parts) {
      assert.ok(files.length > 0);
      assert.deepEqual(
        files,
        [...files].sort((a, b) => a - b),
      );
      for (const file of files) assert.ok(path === '' || paths[file]?.startsWith(`${path}/`), `${paths[file]} in ${path}`);
    }
    const names = parts.map(({ path }) => path);
    assert.deepEqual(names, [...names].sort());
    assert.ok(parts.length <= maxParts);
  }
});
