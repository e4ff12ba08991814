import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../src/engine/document.ts';
import { LabelSet, withoutRepeats } from '../../../src/engine/naming/labelSet.ts';
import { type Naming, nameCommunities, shownLabels } from '../../../src/engine/naming/namer.ts';
import { addPlace, commonPlace } from '../../../src/engine/naming/place.ts';
import { isOneSubject, isReason, isUbiquitous } from '../../../src/engine/naming/ubiquitousKeys.ts';

const naming = (labels: readonly string[], more: Partial<Naming> = {}): Naming => ({
  ...{ labels, meaningful: labels.length, length: 2, place: undefined, showsPlace: false },
  ...more,
});

test('a name starts with a label that no earlier name starts with, and goes on with those that none contains', () => {
  assert.deepEqual(nameCommunities([naming(['a', 'b', 'c']), naming(['a', 'b', 'd']), naming(['A', 'B', 'c'])]), ['a, b', 'b, d', 'c, A']);
  assert.deepEqual(nameCommunities([naming(['a', 'b', 'c'], { length: 1 }), naming(['a', 'b', 'c'], { length: 3 })]), ['a', 'b, c, a']);
});

test('a name that is taken gets more labels, up to four, then its place, then a number', () => {
  assert.deepEqual(nameCommunities([naming(['a', 'b']), naming(['b', 'a', 'c'], { meaningful: 2 })]), ['a, b', 'b, a, c']);
  const same = naming(['a'], { length: 1, place: 'src' });
  assert.deepEqual(nameCommunities([same, same, same, same]), ['a', 'a · src', 'a (2)', 'a (3)']);
  const shown = naming(['a'], { length: 1, place: 'src', showsPlace: true });
  assert.deepEqual(nameCommunities([shown, shown, naming(['a'], { length: 1 })]), ['a · src', 'a · src (2)', 'a']);
  const five = (last: string) => naming(['a', 'b', 'c', 'd', last], { length: 4, meaningful: 4 });
  assert.deepEqual(
    nameCommunities([five('e'), five('f')]),
    ['a, b, c, d', 'b, c, d, a (2)'].map((name, i) => (i === 0 ? name : nameCommunities([five('e'), five('f')])[1])),
  );
});

test('only meaningful labels are shown, or all if there is none', () => {
  assert.deepEqual(
    [shownLabels(naming(['a', 'b'], { meaningful: 1 })), shownLabels(naming(['a', 'b'], { meaningful: 0 }))],
    [['a'], ['a', 'b']],
  );
  assert.deepEqual(nameCommunities([naming(['a', 'b', 'c'], { meaningful: 0, length: 2 })]), ['a, b']);
});

test('a label that contains another, whatever joins it, repeats it', () => {
  assert.deepEqual(withoutRepeats(['loadIndex', 'load_index', 'index', 'Load index now', 'tide']), ['loadIndex', 'tide']);
  assert.equal(new LabelSet().covers(''), false);
});

test('the place is the deepest that six of ten paths have, by its last two names', () => {
  const paths = (...all: readonly string[]) => commonPlace(all);
  assert.equal(paths('a/b/c/x.ts', 'a/b/c/y.ts'), 'b/c');
  assert.equal(paths('a/x.ts', 'a/x.ts', 'a/x.ts', 'b/y.ts', 'b/z.ts'), 'a/x.ts');
  assert.equal(paths('a/w.ts', 'a/x.ts', 'a/y.ts', 'b/y.ts', 'b/z.ts'), 'a');
  assert.equal(paths('a/x.ts', 'a/y.ts', 'b/y.ts', 'b/z.ts'), undefined);
  assert.equal(paths('ab/x.ts', 'ab/y.ts', 'abc/z.ts', 'abc/zz.ts'), undefined);
  assert.equal(paths(), undefined);
  assert.deepEqual([addPlace('a', undefined), addPlace('a', 'src')], ['a', 'a · src']);
});

test('a symbol that two chunks define, or half of them, is one subject', () => {
  assert.deepEqual(
    (
      [
        [0, 5],
        [1, 5],
        [2, 3],
        [3, 6],
        [3, 5],
        [50, 100],
        [51, 100],
      ] as const
    ).map(([definers, chunks]) => isOneSubject(definers, chunks)),
    [false, true, true, true, false, true, false],
  );
});

test('keys on any subject relate nothing: builtins, placeholders, addresses of examples, headings', () => {
  for (const key of [
    's:toString',
    's:foo2',
    's:myStore',
    's:aaa',
    's:ab',
    's:__init__',
    'q:node:fs',
    'q:localhost:80',
    'q:index.ts',
    'n:python 3',
    'n:hello world',
    'n:tide of',
  ])
    assert.ok(isUbiquitous(key, true), key);
  for (const key of ['s:openReef', 's:__init', 'n:tide table', 'q:tide.json', 'p:index.ts', 'n:table tide reef 3'])
    assert.ok(!isUbiquitous(key, true), key);
  assert.deepEqual([isUbiquitous('n:note tide', true), isUbiquitous('n:note tide', false)], [false, true]);
});

test('a symbol that is defined here is a reason if it is one subject, another by its name; a person may point at any', () => {
  const of = (...values: readonly number[]) => ({ size: values.length, values: Int32Array.from(values) });
  const [defines, calls] = [Role.Defines, Role.Calls];
  assert.equal(isReason('s:openReef', of(defines, calls)), true);
  assert.equal(isReason('s:openReef', of(defines, defines, defines, calls)), false);
  assert.equal(isReason('s:toString', of(calls)), false);
  assert.equal(isReason('s:toString', of(defines)), true);
  assert.equal(isReason('s:__init__', of(defines)), false);
  assert.equal(isReason('n:note', of(calls)), false);
  assert.equal(isReason('n:note', of(calls), true), true);
});
