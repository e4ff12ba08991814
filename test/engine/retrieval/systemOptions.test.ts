import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultValues, flag, integer, number, oneOf, readChanges, readOptions } from '../../../src/engine/retrieval/systemOptions.ts';

const options = {
  share: number(0.5, { max: 1 }),
  size: integer(10, { min: 1 }),
  isDeep: flag(false),
  order: oneOf('rank', ['rank', 'place']),
};
const system = { id: 'harbour', options };

test('an option is given as a value or as its text, within its limits', () => {
  const cases: readonly (readonly [option: keyof typeof options, given: unknown, value: unknown])[] = [
    ...([
      ['share', 0, 0],
      ['share', '1', 1],
      ['share', 1.01, undefined],
      ['share', -0.01, undefined],
      ['share', 'x', undefined],
    ] as const),
    ...([
      ['share', '', undefined],
      ['share', ' ', undefined],
      ['share', Number.NaN, undefined],
      ['share', true, undefined],
    ] as const),
    ...([
      ['size', '3', 3],
      ['size', 1, 1],
      ['size', 0, undefined],
      ['size', 1.5, undefined],
      ['size', 1e9, 1e9],
    ] as const),
    ...([
      ['isDeep', true, true],
      ['isDeep', 'true', true],
      ['isDeep', 'false', false],
      ['isDeep', 1, undefined],
    ] as const),
    ...([
      ['order', 'place', 'place'],
      ['order', 'size', undefined],
    ] as const),
  ];
  for (const [option, given, value] of cases) assert.equal(options[option].read(given), value, `${option} ${String(given)}`);
  assert.deepEqual(
    Object.values(options).map(({ allowed }) => allowed),
    ['a number from 0 to 1', 'a whole number, 1 or more', 'true or false', 'one of rank, place'],
  );
});

test('what is not changed has its default', () => {
  assert.deepEqual(defaultValues(options), { share: 0.5, size: 10, isDeep: false, order: 'rank' });
  assert.deepEqual(readOptions(system, { size: '3' }), { share: 0.5, size: 3, isDeep: false, order: 'rank' });
  assert.deepEqual(readChanges(system, { size: '3' }), { size: 3 });
});

test('an error names what is known or allowed', () => {
  assert.throws(() => readChanges(system, { sise: 3 }), /^RangeError: harbour has no option "sise"; it has size, share, isDeep, order$/);
  assert.throws(() => readChanges(system, { toString: 1 }), RangeError);
  assert.throws(() => readChanges({ id: 'bare', options: {} }, { size: 3 }), /it has none$/);
  assert.throws(() => readOptions(system, { size: 0 }), /The option size of harbour is 0; it must be a whole number, 1 or more$/);
});
