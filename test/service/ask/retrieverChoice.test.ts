import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import { createChoice } from '../../../src/service/ask/retrieverChoice.ts';
import type { View } from '../../../src/service/folder/view.ts';

const noView = (): View => assert.fail('nothing is read before a question is asked');

test('a retriever is created once for the same system and synonyms', async () => {
  const choose = createChoice(noView, createDerivedStore());
  const synonyms = ['bar, sandbank'];
  const plain = await choose({});
  assert.equal(await choose({ system: 'mesh', synonyms: [] }), plain);
  const first = await choose({ synonyms });
  assert.notEqual(first, plain);
  assert.equal(await choose({ synonyms: [...synonyms] }), first);
  assert.notEqual(await choose({ synonyms: ['bar, shoal'] }), first);
  assert.notEqual(await choose({ system: 'bm25', synonyms }), first);
});

test('a system that reads texts is available too; an unknown one is rejected', async () => {
  const choose = createChoice(noView, createDerivedStore());
  assert.equal((await choose({ system: 'vector' })).name, 'vector');
  for (const synonyms of [[], ['bar, sandbank']])
    await assert.rejects(choose({ system: 'oracle', synonyms }), /There is no system "oracle"; there are mesh/);
});

test('new verdicts on gates create another retriever for the system that uses them', async () => {
  let version = '1';
  const gates = async () => ({ version, get: () => undefined });
  const choose = createChoice(noView, createDerivedStore(), { gates });
  const before = await choose({ system: 'hug' });
  assert.equal(await choose({ system: 'hug' }), before);
  version = '2';
  assert.notEqual(await choose({ system: 'hug' }), before);
  const topo = await choose({ system: 'topo' });
  version = '3';
  assert.equal(await choose({ system: 'topo' }), topo);
});
