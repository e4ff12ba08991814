import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultWords } from '../../src/protocol/words.ts';
import { progressMessage } from '../../src/server/buildProgress.ts';

test('rate and time left are told once they mean something', () => {
  const at = (done: number, ms: number, before = 0) => progressMessage(defaultWords, { done, total: 12_000 }, ms, before);
  assert.equal(at(500, 900), '500 of 12,000 files');
  assert.equal(at(2000, 2000), '2,000 of 12,000 files · 1,000 files/s · 10 s left');
  assert.equal(at(2000, 2000, 1900), '2,000 of 12,000 files · 50 files/s · 4 min left');
  assert.equal(at(0, 5000), '0 of 12,000 files');
  assert.equal(at(12_000, 5000), '12,000 of 12,000 files');
});
