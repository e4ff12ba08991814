import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../src/engine/document.ts';
import { evidenceOfKeys, kindOfKey, spaceOfKind } from '../../../src/engine/retrieval/keyEvidence.ts';

test('a key has the kind of its space, a name also that of its role', () => {
  for (const kind of ['symbol', 'path', 'link', 'literal', 'name'] as const) assert.equal(kindOfKey(`${spaceOfKind[kind]}:x`), kind);
  assert.equal(kindOfKey('n:x', Role.Title), 'title');
  assert.equal(kindOfKey('n:x', Role.Heading), 'heading');
  assert.equal(kindOfKey('n:x', Role.Title | Role.Heading), 'title');
  assert.equal(kindOfKey('n:x', Role.Mentions), 'name');
  assert.equal(kindOfKey('s:x', Role.Title), 'symbol');
});

test('keys are one entry for each kind, in the order of the first of each', () => {
  assert.deepEqual(evidenceOfKeys(['n:b', 's:a', 'n:a', 'p:c']), [
    { kind: 'name', keys: ['b', 'a'] },
    { kind: 'symbol', keys: ['a'] },
    { kind: 'path', keys: ['c'] },
  ]);
  assert.deepEqual(evidenceOfKeys([]), []);
});
