import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, type CommunityOrder } from '../../src/extension/views/communityOrder.ts';

const community = (id: string, size: number, name: string, ...entities: string[]) => ({ id, name, size, entities });
const all = [community('a', 9, 'kettle queue', 'KettleQueue'), community('b', 5, 'bell', 'ring'), community('c', 3, 'Address', 'street')];

function check(expected: string, filter: string, order: CommunityOrder = 'size', closeness: Record<string, number> = {}): void {
  assert.equal(
    arrange(all, filter, order, closeness)
      .map(({ id }) => id)
      .join(''),
    expected,
  );
}

test('communities by size, by name, by closeness', () => {
  check('abc', '');
  check('cba', '', 'name');
  check('cba', '', 'closeness', { c: 2, b: 0.5 });
  check('abc', '', 'closeness');
  // As another version may have stored it.
  check('abc', '', 'age' as CommunityOrder);
});

test('every word of the filter must occur in the name or among the entities, in any case', () => {
  check('a', 'KETTLE');
  check('c', 'street add');
  check('', 'kettle street');
  check('abc', '  ');
});
