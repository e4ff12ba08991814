import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../src/engine/util/steps.ts';
import { createMemoryStore } from '../../src/storage/memoryStore.ts';
import { changeOf } from '../support/storeRows.ts';

test('a store in memory keeps nothing but what the index was made by', () => {
  const store = createMemoryStore();
  store.commit({ ...changeOf({ a: 'one' }), basis: 'settings' });
  assert.deepEqual(finish(store.read()), { rows: [], saved: [] });
  assert.equal(store.basis(), 'settings');
  store.commit(changeOf({ b: 'two' }));
  assert.equal(store.basis(), 'settings');
  assert.deepEqual([store.isDue(1e6), store.isBehind(), store.sizeBytes(), store.news()], [false, false, 0, { kind: 'nothing' }]);
  finish(store.save(() => assert.fail('nothing is saved')));
  store.clear();
  assert.equal(store.basis(), undefined);
  assert.deepEqual(store.status(), { messages: undefined, isFollowing: false });
  const messages = [{ code: 'why', args: [] }] as never;
  assert.equal(createMemoryStore(messages).status().messages, messages);
});
