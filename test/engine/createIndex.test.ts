import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex } from '../../src/engine/createIndex.ts';
import { bm25 } from '../../src/engine/retrieval/systems/bm25.ts';

const texts = [
  { path: 'docs/kettle.md', text: '# Kettle\n\nThe kettle boils water at 100 degrees.\n' },
  { path: 'src/kettle.ts', text: '/** Heats the water. */\nexport function boilWater(litres: number): void {\n  heat(litres);\n}\n' },
  { path: 'docs/cups.md', text: '# Cups\n\nA cup is washed after each use.\n' },
];

test('an index finds the added texts, with lines and evidence', async () => {
  const index = createIndex();
  index.add(texts);
  assert.equal(index.size, 3);
  const [first, ...rest] = await index.search('How is a cup washed?');
  assert.deepEqual([first?.path, first?.startLine, first?.title], ['docs/cups.md', 1, 'Cups']);
  assert.ok(first?.evidence.some(({ keys }) => keys.includes('cup')));
  assert.ok(rest.every(({ score }) => score <= (first?.score ?? 0)));
  assert.equal((await index.search('boilWater', { limit: 1 }))[0]?.path, 'src/kettle.ts');
});

test('a text replaces the one at the same path; a removed one is not found', async () => {
  const index = createIndex();
  index.add(texts);
  index.add([{ path: 'docs/cups.md', text: '# Saucers\n\nA saucer lies below.\n' }]);
  assert.equal(index.size, 3);
  assert.deepEqual(await index.search('washed'), []);
  index.remove(['docs/cups.md', 'docs/none.md']);
  assert.equal(index.size, 2);
  assert.deepEqual(await index.search('saucer'), []);
});

test('another retrieval system is handed in, and errors name wrong options', async () => {
  const index = createIndex({ system: bm25 });
  index.add(texts);
  assert.equal((await index.search('boils at 100 degrees'))[0]?.path, 'docs/kettle.md');
  assert.deepEqual(await index.search(''), []);
  await assert.rejects(index.search('kettle', { limit: 0 }), /limit is 0, expected a positive integer/);
  assert.throws(() => createIndex({ options: { depth: 2 } }), /mesh has no option "depth"; it has/);
});
