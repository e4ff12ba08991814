import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bitAt, equalBits, printBits, wordsFor, writeLowBits } from '../../../src/systems/algorithms/bits.ts';

const minima = fc.uint32Array({ minLength: 12, maxLength: 12 });

function packed(values: Uint32Array, bits: number): Uint32Array {
  const words = new Uint32Array(wordsFor(values.length * bits));
  writeLowBits(values, 0, values.length, bits, words, 0);
  return words;
}

/** The same string, as characters. */
const spelled = (values: Uint32Array, bits: number): string =>
  [...values].map((value) => (value % 2 ** bits).toString(2).padStart(bits, '0')).join('');

describe('writeLowBits()', () => {
  it('lays out the low bits of each minimum, the highest first', () => {
    fc.assert(
      fc.property(minima, fc.integer({ min: 1, max: 8 }), (values, bits) => {
        const words = packed(values, bits);
        const text = Array.from({ length: 12 * bits }, (_, i) => bitAt(words, 0, i)).join('');
        assert.equal(text, spelled(values, bits));
      }),
    );
  });
});

describe('equalBits()', () => {
  it('counts the same as a comparison of the characters', () => {
    fc.assert(
      fc.property(minima, minima, (a, b) => {
        const [x, y] = [spelled(a, 5), spelled(b, 5)];
        const wanted = [...x].filter((character, i) => character === y[i]).length;
        assert.equal(equalBits(packed(a, 5), 0, packed(b, 5), 0, 60), wanted);
      }),
    );
  });
});

describe('printBits()', () => {
  it('prints groups of five like the paper', () => {
    const text = printBits(packed(Uint32Array.from([17, 0, 16]), 5), 15, 5);
    assert.equal(text, '10001-00000-10000');
  });
});
