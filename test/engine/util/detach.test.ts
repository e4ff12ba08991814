import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { detach } from '../../../src/engine/util/detach.ts';
import { anyUnits } from '../../support/anyText.ts';

test('a detached string equals its source, at any length', () => {
  fc.assert(fc.property(anyUnits(40), (text) => assert.equal(detach(text), text)));
  const long = 'a🙂é'.repeat(300_000);
  assert.equal(detach(long), long);
});
