import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedLimit, standalone, withContext } from '../../src/service/rank.ts';
import { maxContextLength } from '../../src/service/types/options.ts';

test('a limit is a whole number from 1 to 100, and 10 if none is given', () => {
  assert.deepEqual([undefined, -3, 0, 1, 2.9, 100, 101].map(boundedLimit), [10, 1, 1, 1, 2, 100, 100]);
});

test('a selection is part of the query; its first words name nothing', () => {
  const query = (context: string) => withContext('Why?', { context });
  assert.equal(query(' \n'), 'Why?');
  assert.equal(withContext('Why?', {}), 'Why?');
  assert.equal(
    query('The Tide rises. Then The Reef ends!\n  Each Reader ends'),
    'Why?\n\nthe Tide rises. then The Reef ends!\n  each Reader ends',
  );
  assert.equal(query('Reader.open'), 'Why?\n\nReader.open');
  assert.equal(query('Reader(a)'), 'Why?\n\nReader(a)');
  assert.equal(query('Reader_a'), 'Why?\n\nReader_a');
  assert.equal(query('x'.repeat(maxContextLength + 1)).length, 'Why?\n\n'.length + maxContextLength);
});

test('a question leans on earlier ones, unless it was restated', () => {
  const earlier = ['Where is the tide table read?'];
  assert.notEqual(standalone('And written?', { earlier }), 'And written?');
  assert.equal(standalone('And written?', { earlier, restated: { line: 'x', names: [] } }), 'And written?');
});
