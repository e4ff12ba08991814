import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, type CommunityArrangement, type CommunityOrder } from '../../src/extension/views/communityOrder.ts';
import type { WireCommunity } from '../../src/protocol/places.ts';

const community = (id: string, size: number, name: string, ...entities: string[]): WireCommunity => ({
  ...{ id, name, size, entities, files: 1 },
});
const all = [community('a', 9, 'kettle queue', 'KettleQueue'), community('b', 5, 'bell', 'ring'), community('c', 3, 'Address', 'street')];

function check(change: Partial<CommunityArrangement>, expected: string): void {
  const shown = arrange(all, { order: 'size', filter: '', closeness: {}, ...change });
  assert.equal(shown.map(({ id }) => id).join(''), expected);
}

test('communities by size, by name, by closeness', () => {
  check({}, 'abc');
  check({ order: 'name' }, 'cba');
  check({ order: 'closeness', closeness: { c: 2, b: 0.5 } }, 'cba');
  check({ order: 'closeness' }, 'abc');
  // As another version may have stored it.
  check({ order: 'age' as CommunityOrder }, 'abc');
});

test('every word of the filter must occur in the name or among the entities, in any case', () => {
  check({ filter: 'KETTLE' }, 'a');
  check({ filter: 'street add' }, 'c');
  check({ filter: 'kettle street' }, '');
  check({ filter: '  ' }, 'abc');
});
