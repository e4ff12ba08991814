import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../../src/engine/document.ts';
import {
  Form,
  formNumbers,
  formOf,
  formPlaces,
  formRoles,
  numberOfRoles,
  rolesOfNumber,
} from '../../../../src/engine/index/codec/postingForms.ts';
import { everywhere } from '../../../../src/engine/text/names/places.ts';

test('a form stands for one mask and number; what has none is written after it', () => {
  const masks = [
    ...Array.from({ length: 40 }, (_, mask) => mask),
    ...Array.from({ length: 32 }, (_, at) => 1 << at),
    everywhere,
    everywhere - 1,
  ];
  const reached = new Set<number>();
  for (const places of masks)
    for (let number = 0; number <= 20; number++) {
      const form = formOf(places, number);
      const has =
        number > 0 &&
        ((places >= 0 && places < 16 && number <= 8) || (isOne(places) && number === 1) || (places >>> 0 === everywhere && number <= 16));
      assert.equal(form < Form.any, has, `${places} ${number}`);
      if (!has) assert.equal(form, Form.any);
      else assert.deepEqual([formPlaces[form], formNumbers[form]], [places >>> 0, number], `${places} ${number}`);
      if (has) reached.add(form);
    }
  // A single one of the first four places has two: the shorter table is used.
  assert.equal(reached.size, Form.any - 4);
});

test('every set of roles has a number of its own, the most frequent the smallest', () => {
  const numbers = Array.from({ length: 256 }, (_, roles) => numberOfRoles(roles));
  assert.deepEqual(
    numbers.map(rolesOfNumber),
    Array.from({ length: 256 }, (_, roles) => roles),
  );
  assert.deepEqual([numberOfRoles(0), numberOfRoles(Role.Mentions), numberOfRoles(Role.Mentions | Role.Calls)], [0, 1, 2]);
  assert.deepEqual([numberOfRoles(256), rolesOfNumber(300)], [256, 300]);
  assert.equal(formRoles[formOf(1, numberOfRoles(Role.Mentions))], Role.Mentions);
});

function isOne(places: number): boolean {
  return places !== 0 && (places & (places - 1)) === 0;
}
