import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldedUnits, mayHold, trigramFilter } from '../../../src/service/occurrences/trigrams.ts';

test('a filter never excludes what its text holds, in any case', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcABZz@[{ é\u017f\u212a日\n'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(60), fc.nat(12), (whole, from, length) => {
      const part = whole.slice(from, from + length);
      for (const one of [part, part.toUpperCase(), part.toLowerCase()])
        if (one.length === part.length) assert.equal(mayHold(trigramFilter(whole), foldedUnits(one)), true, JSON.stringify([whole, one]));
    }),
  );
});

test('it excludes most other texts, and takes a bit for each distinct trigram', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${((i * 7919) % 4096).toString(16).padStart(3, '0')}`);
  const filter = trigramFilter(words.slice(0, 100).join(''));
  const excluded = words.slice(200).filter((word) => !mayHold(filter, foldedUnits(`${word}x${word}`)));
  assert.ok(excluded.length > 170, String(excluded.length));
  assert.deepEqual([trigramFilter('').length, trigramFilter('abcabcabc').length], [8, 8]);
  assert.equal(
    trigramFilter(
      Array.from({ length: 102 }, (_, i) => String.fromCharCode(20 + i))
        .join('')
        .replace(/[A-Z]/g, ''),
    ).length > 8,
    true,
  );
});

test('letters are folded, the long s and the sign of the kelvin with them; all else beyond ASCII is one character', () => {
  assert.equal(foldedUnits('AZ@[\u017f\u212aé日'), 'az@[sk\u007f\u007f');
  assert.equal(mayHold(trigramFilter('ab'), 'xy'), true, 'two characters are no trigram');
});
