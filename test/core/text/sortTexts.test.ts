import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortTexts } from '../../../src/core/text/sortTexts.ts';

/** Strings that often begin alike, with units beyond ASCII and beyond the basic plane. */
const texts = fc.array(
  fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('a', 'b', ':', 's:', '\0', '~', '\x7f', 'é', 'п', '\ud800', '0'), { maxLength: 12 })
      .map((parts) => parts.join('')),
  ),
  { maxLength: 300 },
);

test('strings are sorted by code units, each once, and every one knows its rank', () => {
  fc.assert(
    fc.property(texts, (list) => {
      const { sorted, ranks } = sortTexts(list);
      assert.deepEqual(sorted, [...new Set(list)].sort());
      for (const [i, text] of list.entries()) assert.equal(sorted[ranks[i] as number], text);
    }),
  );
});

test('many strings that begin alike', () => {
  const list = Array.from({ length: 20_000 }, (_, i) => `s:someCommonPrefix${(i * 7919) % 20_000}`);
  assert.deepEqual(sortTexts(list).sorted, [...list].sort());
});
