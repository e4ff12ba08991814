/** What is sent to a model. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretMask } from '../../../src/engine/text/secrets/secrets.ts';
import { Masking } from '../../../src/systems/enrich/masking.ts';

test('a text is sent without secrets, which are counted, and without half a character', () => {
  const masking = new Masking();
  const key = `AKIA${'QW3E'.repeat(4)}`;
  assert.equal(masking.safe(`key ${key}, key ${key}`), `key ${secretMask}, key ${secretMask}`);
  assert.equal(masking.safe(`${'a'.repeat(3)}\u{1F600}`, 4), 'aaa');
  assert.equal(masking.count, 2);
});
