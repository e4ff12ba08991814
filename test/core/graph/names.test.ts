import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameCommunities } from '../../../src/core/graph/names.ts';

test('names are the most characteristic keys, without repeats of words', () => {
  assert.deepEqual(nameCommunities([{ keys: ['n:sandra dee', 'n:dee', 's:loadIndex', 'l:https://x.org', 'n:harlem'], paths: [] }]), [
    'sandra dee, loadIndex',
  ]);
  assert.deepEqual(nameCommunities([{ keys: ['l:https://x.org'], paths: [] }]), ['https://x.org']);
});

test('more keys, then the folder, then a number tell equals apart', () => {
  const keys = ['n:alpha', 'n:bravo', 'n:gamma'];
  const one = { keys, paths: ['docs/a.md', 'docs/b.md', 'x.md'] };
  assert.deepEqual(nameCommunities([one, one, one, one, one]), [
    'alpha, bravo',
    'alpha, bravo, gamma',
    'alpha, bravo in docs',
    'alpha, bravo (2)',
    'alpha, bravo (3)',
  ]);
});

test('no two names are alike', () => {
  const key = fc.constantFrom('n:a', 'n:A', 's:a', 'n:b', 's:B', 'l:x', 'n:a, b', 'n:a (2)');
  fc.assert(
    fc.property(
      fc.array(fc.record({ keys: fc.array(key, { maxLength: 4 }), paths: fc.array(fc.constantFrom('a/b', 'c')) }), { maxLength: 20 }),
      (list) => {
        const names = nameCommunities(list);
        assert.equal(new Set(names.map((name) => name.toLowerCase())).size, list.length);
      },
    ),
  );
});
