/** A store that another process writes. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { finish } from '../../../src/engine/util/steps.ts';
import { contentsIn, opened, save } from '../../support/segmentStores.ts';
import { changeOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('a follower sees each change, everything after the index was saved as a whole, and when the writer is gone', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const writer = opened(directory);
  writer.commit({ ...changeOf({ a: 'one' }), basis: 'settings' });
  const follower = opened(directory);
  assert.equal(follower.status().isFollowing, true);
  assert.equal(follower.news().kind, 'everything');
  assert.deepEqual(contentsIn(finish(follower.read())), { a: 'one' });
  assert.equal(follower.basis(), 'settings');
  assert.deepEqual([follower.isBehind(), follower.news()], [false, { kind: 'nothing' }]);
  writer.commit(changeOf({ b: 'two' }, ['a']));
  assert.equal(follower.isBehind(), true);
  const news = follower.news();
  assert.ok(news.kind === 'changes');
  assert.deepEqual([news.files.map((row) => row.path), news.removed, news.segments.length], [['b'], ['a'], 1]);
  assert.equal(follower.isBehind(), false);
  // What it commits itself stays in memory.
  follower.commit(changeOf({ mine: 'mine' }));
  save(writer, new Set('b'));
  assert.deepEqual([follower.isBehind(), follower.news()], [true, { kind: 'everything' }]);
  assert.deepEqual(contentsIn(finish(follower.read())), { b: 'two' });
  writer.close();
  assert.deepEqual([follower.isBehind(), follower.news()], [true, { kind: 'writer gone' }]);
  follower.close();
});
