/** Arbitrary texts for property tests. */

import fc from 'fast-check';

/** Any UTF-16 code units, including lone surrogates; every other one is ASCII. */
export function anyUnits(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}
