import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usesIn } from '../../../src/engine/relations/occurrences.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

test('a name of any length may be before a dot', () => {
  const long = 'a'.repeat(300_000);
  const [use] = usesIn(`${long}.start();`, languageOf('a.ts'));
  assert.equal(use?.name, 'start');
  assert.equal(use?.qualifiers[0]?.length, long.length);
});
